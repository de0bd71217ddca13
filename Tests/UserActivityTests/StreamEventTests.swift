import Foundation
import FresnelPlatform
import SpotlightWire
import Testing

@testable import UserActivity

@Suite("Events of continuation streams", .timeLimit(.minutes(30)))
struct StreamEventTests {
  /// Reads all, a little at each event.
  private final class Reader: NSObject, StreamDelegate {
    var bytes: [UInt8] = []
    var events: [Stream.Event] = []
    var isDone = false

    func stream(_ aStream: Stream, handle eventCode: Stream.Event) {
      if events.last != eventCode { events.append(eventCode) }
      switch eventCode {
      case .hasBytesAvailable: bytes += (aStream as? InputStream)?.read(atMost: 10_000).bytes ?? []
      case .endEncountered, .errorOccurred: isDone = true
      default: break
      }
    }
  }

  /// Writes all, what is taken at each event.
  private final class Writer: NSObject, StreamDelegate {
    var rest: ArraySlice<UInt8>
    var events: [Stream.Event] = []

    init(_ bytes: [UInt8]) {
      rest = bytes[...]
    }

    func stream(_ aStream: Stream, handle eventCode: Stream.Event) {
      if events.last != eventCode { events.append(eventCode) }
      guard eventCode == .hasSpaceAvailable, let output = aStream as? OutputStream else { return }
      let count = rest.withUnsafeBufferPointer { buffer in
        buffer.baseAddress.map { output.write($0, maxLength: buffer.count) } ?? 0
      }
      rest = rest.dropFirst(count)
      if rest.isEmpty {
        output.close()
        output.remove(from: .current, forMode: .default)
      }
    }
  }

  /// Turns the run loop of this thread until something is so.
  ///
  /// - Returns: Whether it became so.
  private static func run(until condition: () -> Bool) -> Bool {
    let end = Date(timeIntervalSinceNow: 60)
    while !condition(), end.timeIntervalSinceNow > 0 {
      guard RunLoop.current.run(mode: .default, before: end) else { return condition() }
    }
    return condition()
  }

  @Test("two run loops pass a megabyte on, told when there is something to do")
  func passing() async throws {
    let pair = try StreamPair()
    let bytes = pattern(1 << 20)
    let (output, input) = (HandedOver(value: pair.here.output), HandedOver(value: pair.there.input))
    async let isWritten = onThread {
      let writer = Writer(bytes)
      let output = output.value
      output.delegate = writer
      output.schedule(in: .current, forMode: .default)
      output.open()
      let isWritten = Self.run { writer.rest.isEmpty }
      return isWritten && writer.events == [.openCompleted, .hasSpaceAvailable]
    }
    async let read = onThread {
      let reader = Reader()
      let input = input.value
      input.delegate = reader
      input.schedule(in: .current, forMode: .common)
      input.open()
      _ = Self.run { reader.isDone }
      input.close()
      #expect(reader.events == [.openCompleted, .hasBytesAvailable, .endEncountered])
      return reader.bytes
    }
    #expect(await isWritten)
    #expect(await read == bytes)
  }

  @Test("an event comes once, until the app does what it is told of")
  func once() async throws {
    let pair = try StreamPair()
    let (input, output) = (HandedOver(value: pair.there.input), HandedOver(value: pair.here.output))
    await onThread {
      let (input, output) = (input.value, output.value)
      let log = EventLog()
      output.open()
      input.delegate = log
      input.schedule(in: .current, forMode: .default)
      input.schedule(in: .current, forMode: .default)
      input.open()
      _ = output.write(all: [1, 2])
      #expect(Self.run { log.events.count == 2 })
      // Nothing comes while nothing is read; a timer tells that time has passed.
      #expect(!Self.run(.milliseconds(50), until: { log.events.count > 2 }))
      #expect(input.read(atMost: 1).result == 1)
      #expect(Self.run { log.events.count == 3 })
      #expect(input.read(atMost: 1).result == 1)
      output.close()
      #expect(Self.run { log.events.count == 4 })
      #expect(
        log.events == [
          .openCompleted, .hasBytesAvailable, .hasBytesAvailable, .endEncountered,
        ])
      input.remove(from: .current, forMode: .default)
      #expect(Self.becomesIdle())
    }
  }

  @Test(
    "a delegate that comes later is told what has happened; one of a lost stream hears of the loss")
  func late() async throws {
    let (bytes, otherBytes) = try UnixSocket.pair()
    let (ends, _) = try UnixSocket.pair()
    let streams = HandedOver(value: try ContinuationStreams(over: bytes, StreamEnds(over: ends)))
    await onThread {
      let streams = streams.value
      let (inputLog, outputLog) = (EventLog(), EventLog())
      for stream in [streams.input, streams.output] as [Stream] {
        stream.schedule(in: .current, forMode: .default)
        stream.open()
      }
      #expect(!Self.run(.milliseconds(20), until: { false }))
      streams.input.delegate = inputLog
      streams.output.delegate = outputLog
      #expect(Self.run { outputLog.events.count == 2 && inputLog.events.count == 1 })
      otherBytes.shutdown()
      #expect(Self.run { inputLog.events.last == .errorOccurred })
      // The writer hears of it when it writes.
      #expect(streams.output.write(all: [1]) == 0)
      #expect(Self.run { outputLog.events.last == .errorOccurred })
      #expect(streams.input.streamStatus == .error && streams.output.streamStatus == .error)
    }
  }

  @Test("a stream that nobody keeps leaves the run loop")
  func lettingGo() async throws {
    await onThread {
      guard var pair = Optional(try? StreamPair()) else { return }
      pair?.here.input.schedule(in: .current, forMode: .default)
      pair?.here.input.open()
      weak let input = pair?.here.input
      #expect(RunLoop.current.run(mode: .default, before: Date()))
      pair = nil
      #expect(input == nil)
      #expect(Self.becomesIdle())
    }
  }

  /// Turns the run loop until nothing is left on it.
  private static func becomesIdle() -> Bool {
    let end = Date(timeIntervalSinceNow: 60)
    while RunLoop.current.run(mode: .default, before: Date()) {
      if end.timeIntervalSinceNow < 0 { return false }
    }
    return true
  }

  /// Turns the run loop for a while, or until something is so.
  private static func run(_ time: Duration, until condition: () -> Bool) -> Bool {
    let end = Date(timeIntervalSinceNow: Double(time.components.attoseconds) / 1e18)
    while !condition(), end.timeIntervalSinceNow > 0 {
      _ = RunLoop.current.run(mode: .default, before: end)
    }
    return condition()
  }
}

/// Takes note of events, and does nothing about them.
private final class EventLog: NSObject, StreamDelegate {
  var events: [Stream.Event] = []

  func stream(_ aStream: Stream, handle eventCode: Stream.Event) {
    events.append(eventCode)
  }
}
