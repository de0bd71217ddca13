import BusTestSupport
import FresnelHandoff
import FresnelPlatform
import SpotlightWire
import Synchronization
import Testing

@testable import SpotlightDaemon

/// An app's end of a stream.
private final class AppEnd: Sendable {
  let socket: UnixSocket
  let ends: StreamEnds
  private let main: PlayedMain

  init(_ descriptor: SharedDescriptor?, _ main: PlayedMain) throws {
    socket = try UnixSocket(adopting: #require(descriptor))
    ends = try StreamEnds(takingFrom: socket)
    self.main = main
  }

  /// Says that this was all.
  func end() {
    ends.tellEnd()
    socket.endOutput()
  }

  /// Writes as much as is taken without waiting.
  func write(_ bytes: [UInt8]) throws -> Int {
    try bytes.withUnsafeBytes { try socket.send($0) }
  }

  /// Writes all, however long the reader takes.
  func writeAll(_ bytes: [UInt8]) async throws {
    let sent = Mutex(0)
    try await main.wait { [self] in
      let start = sent.withLock { $0 }
      let count = (try? write(Array(bytes[start...]))) ?? 0
      return sent.withLock { sent in
        sent += count
        return sent == bytes.count
      }
    }
  }

  /// Takes what is there, at most so many bytes; `nil` at the end.
  func read(_ count: Int) throws -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: count)
    switch try buffer.withUnsafeMutableBytes({ try socket.receive(into: $0) }) {
    case .bytes(let count, _, _): return Array(buffer.prefix(count))
    case .wouldBlock: return []
    case .end: return nil
    }
  }

  /// Takes so many bytes, or all up to the end.
  func readAll(_ count: Int = .max, atOnce piece: Int = 4096) async throws -> [UInt8] {
    let got = Mutex<[UInt8]>([])
    try await main.wait { [self] in
      let bytes = (try? read(piece)) ?? nil
      return got.withLock { got in
        got += bytes ?? []
        return bytes == nil || got.count >= count
      }
    }
    return got.withLock { $0 }
  }
}

/// A stream between two apps: the one that picked something up, and the one that offered it.
private func withStream(
  _ body: (_ picker: AppEnd, _ offerer: AppEnd, (desk: PlayedMain, travel: PlayedMain))
    async throws -> Void
) async throws {
  let running = try RunningLoop()
  let desk = try PlayedMain.hub("Tisch", at: "127.0.0.2", on: running.loop)
  let travel = try PlayedMain.hub("Reise", at: "127.0.0.3", on: running.loop)
  let result: Result<Void, any Error>
  do {
    try await PlayedMain.pair(desk, travel)
    desk.order(.offer(PlayedMain.notes()))
    let pick = try await travel.pick()
    try await desk.save([1])
    _ = try await travel.first { $0.news == .deliver(pick: pick, state: [1]) ? true : nil }
    let opened = try await travel.answer(travel.begin(.openStream(pick: pick)))
    #expect(opened.answer == .stream)
    let came = try await desk.first { told in
      told.news == .streamOpened(app: "org.example.Notes", type: "org.example.edit")
        ? told.descriptor : nil
    }
    let ends = (try AppEnd(opened.descriptor, travel), try AppEnd(came, desk))
    result = .success(try await body(ends.0, ends.1, (desk, travel)))
  } catch { result = .failure(error) }
  try await desk.stop()
  try await travel.stop()
  running.stop()
  try result.get()
}

@Suite("Streams between apps of two devices", .timeLimit(.minutes(30)))
struct DeviceHubStreamTests {
  private static let large = (0..<(1 << 20)).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }

  @Test("Much more than is under way at once arrives whole in both directions at the same time")
  func bothWays() async throws {
    try await withStream { picker, offerer, _ in
      async let there: Void = picker.writeAll(Self.large)
      async let back: Void = offerer.writeAll(Self.large.reversed())
      async let atOfferer = offerer.readAll(Self.large.count, atOnce: 1 << 16)
      async let atPicker = picker.readAll(Self.large.count, atOnce: 1 << 16)
      try await there
      try await back
      #expect(try await atOfferer == Self.large)
      #expect(try await atPicker == Self.large.reversed())
    }
  }

  @Test("A reader that is slow stops the writer")
  func slowReader() async throws {
    try await withStream { picker, offerer, stage in
      var sent = 0
      // Until nothing more is taken for a while.
      var idle = 0
      while idle < 200 {
        let count = try picker.write(Array(Self.large.prefix(1 << 16)))
        sent += count
        idle = count == 0 ? idle + 1 : 0
        try #require(sent < 8 << 20)
        await withCheckedContinuation { continuation in
          stage.travel.loop.after(.milliseconds(1)) { continuation.resume() }
        }
      }
      let got = try await offerer.readAll(sent, atOnce: 1000)
      #expect(got.count == sent)
      try await picker.writeAll([1, 2, 3])
      #expect(try await offerer.readAll(3) == [1, 2, 3])
    }
  }

  @Test("One direction ends, and the other goes on until it ends too")
  func halfClosed() async throws {
    try await withStream { picker, offerer, _ in
      try await picker.writeAll(Array("Frage".utf8))
      picker.end()
      #expect(try await offerer.readAll() == Array("Frage".utf8))
      #expect(offerer.ends.otherHasEnded && !picker.ends.otherHasEnded)
      async let read = picker.readAll(atOnce: 1 << 16)
      try await offerer.writeAll(Self.large)
      offerer.end()
      #expect(try await read == Self.large)
      #expect(picker.ends.otherHasEnded)
    }
  }

  @Test("What an app wrote before it closed its end arrives, and the other end is told")
  func closed() async throws {
    try await withStream { picker, offerer, _ in
      let bytes = Array(Self.large.prefix(100_000))
      async let read = offerer.readAll(atOnce: 1 << 16)
      try await picker.writeAll(bytes)
      picker.end()
      picker.socket.shutdown()
      #expect(try await read == bytes)
      #expect(offerer.ends.otherHasEnded)
    }
  }

  @Test("An app that goes without saying that this was all is lost, and the other end can tell")
  func cutOff() async throws {
    try await withStream { picker, offerer, _ in
      try await picker.writeAll([1, 2, 3])
      picker.socket.shutdown()
      #expect(try await [1, 2, 3].starts(with: offerer.readAll()))
      #expect(!offerer.ends.otherHasEnded)
    }
  }

  @Test("A lost device ends the streams with it")
  func lost() async throws {
    try await withStream { picker, offerer, stage in
      try await picker.writeAll([1])
      #expect(try await offerer.readAll(1) == [1])
      try await stage.desk.stop()
      #expect(try await picker.readAll().isEmpty && !picker.ends.otherHasEnded)
      #expect(try await offerer.readAll().isEmpty && !offerer.ends.otherHasEnded)
    }
  }

  @Test("A stream of nothing that was picked up is refused, and so is a fifth one")
  func refused() async throws {
    try await withStream { _, _, stage in
      let none = try await stage.travel.ask(.openStream(pick: 99))
      #expect(PlayedMain.message(none) != nil)
      var kept: [SharedDescriptor?] = []
      for _ in 0..<3 {
        let opened = try await stage.travel.answer(stage.travel.begin(.openStream(pick: 1)))
        #expect(opened.answer == .stream)
        kept.append(opened.descriptor)
      }
      let fifth = try await stage.travel.ask(.openStream(pick: 1))
      #expect(PlayedMain.message(fifth) == "There are 4 streams to the device.")
      withExtendedLifetime(kept) {}
    }
  }
}
