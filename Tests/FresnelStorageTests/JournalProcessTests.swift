import FresnelPlatform
import FresnelStorage
import FresnelTestSupport
import Testing

/// Writes numbers one after another: frame n sets key n mod 8 to n.
private struct Counter {
  static func content(after last: UInt64) -> KeyStore.Content {
    var content: KeyStore.Content = [:]
    for value in (last > 8 ? last - 7 : 1)..<(last + 1) where value > 0 {
      content[UInt8(value % 8)] = value
    }
    return content
  }

  /// Commits groups of frames without end, noting each acknowledged number in a file.
  static func run(directory: String, acknowledgements: String, seed: UInt64) throws {
    var store = try KeyStore(FileStorage(), directory: directory)
    let file = try FileDescriptor(
      opening: acknowledgements, for: .writing, creation: .ifMissing)
    var random = SeededGenerator(seed: seed)
    var last = store.content.values.max() ?? 0
    var candidates: [KeyStore.Content] = []
    while true {
      let frames = (1...UInt64.random(in: 1...3, using: &random)).map { step in
        [(UInt8((last + step) % 8), last + step, Int.random(in: 0..<3000, using: &random))]
      }
      try store.perform(.commit(frames), candidates: &candidates)
      last += UInt64(frames.count)
      // One write of eight bytes at one place: a kill leaves the old number or the new one.
      try withUnsafeBytes(of: last) { try file.write($0, at: 0) }
      if UInt8.random(in: 0..<8, using: &random) == 0 {
        try store.perform(.rotate, candidates: &candidates)
      }
    }
  }

  static func acknowledged(in path: String) throws -> UInt64 {
    guard FileSystem.exists(path) else { return 0 }
    let bytes = try FileSystem.contents(of: path)
    return bytes.count < 8 ? 0 : bytes.withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) }
  }
}

@Suite("Journals and processes", .serialized, .timeLimit(.minutes(30)))
struct JournalProcessTests {
  @Test("A writer killed at any moment loses nothing that was acknowledged")
  func kill() async throws {
    let place = try FileSystem.createTemporaryDirectory(prefix: "fresnel-kill")
    defer { try? FileSystem.removeTree(place) }
    let (directory, acknowledgements) = (place + "/store", place + "/acknowledged")
    var random = SeededGenerator(seed: 2026)
    var promised: UInt64 = 0
    for round in 0..<60 {
      let seed = random.next()
      await #expect(processExitsWith: .signal(Signal.kill.rawValue)) {
        [
          directory = directory as String, acknowledgements = acknowledgements as String,
          seed = seed as UInt64
        ] in
        let moment = MonotonicClock.nanoseconds + seed % 30_000_000
        Task.detached {
          while MonotonicClock.nanoseconds < moment {}
          CurrentProcess.raise(.kill)
        }
        try Counter.run(
          directory: directory, acknowledgements: acknowledgements, seed: seed)
      }
      // What an opening found was made durable by it.
      promised = max(promised, try Counter.acknowledged(in: acknowledgements))
      // A reader first: it must not need the repair that a writer's opening does.
      if FileSystem.exists(directory + "/manifest") {
        let reader = try KeyStore(FileStorage(), directory: directory, mode: .readOnly)
        #expect(reader.journal.loss == LossReport(), "round \(round)")
        #expect((reader.content.values.max() ?? 0) >= promised, "round \(round)")
      }
      let found = try KeyStore(FileStorage(), directory: directory)
      let last = found.content.values.max() ?? 0
      #expect(found.journal.loss == LossReport(), "round \(round)")
      #expect(last >= promised && last <= promised + 3, "round \(round)")
      promised = last
      #expect(found.content == Counter.content(after: last), "round \(round)")
      if round % 3 == 0 { try found.journal.close() }
    }
    #expect(try Counter.acknowledged(in: acknowledgements) > 0)
  }

  @Test("A second process is refused as writer, told who writes, and may read")
  func secondProcess() async throws {
    let directory = try FileSystem.createTemporaryDirectory(prefix: "fresnel-lock")
    var store = try KeyStore(FileStorage(), directory: directory)
    var candidates: [KeyStore.Content] = []
    try store.perform(.commit([[(1, 11, 0)]]), candidates: &candidates)
    let holder = "(process \(CurrentProcess.identifier))"
    await #expect(processExitsWith: .success) {
      [directory = directory as String, holder = holder as String] in
      #expect {
        try KeyStore(FileStorage(), directory: directory)
      } throws: { error in
        let error = error as? StorageError
        return error?.code == .busy && error?.message.contains(holder) == true
      }
      let reader = try KeyStore(FileStorage(), directory: directory, mode: .readOnly)
      #expect(reader.content == [1: 11])
    }
    try store.journal.close()
    await #expect(processExitsWith: .success) { [directory = directory as String] in
      let store = try KeyStore(FileStorage(), directory: directory)
      #expect(store.content == [1: 11])
    }
    try FileSystem.removeTree(directory)
  }
}
