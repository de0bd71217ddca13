import FresnelModel
import FresnelPlatform
import FresnelTestSupport
import SpotlightWire
import Testing
import WireTestSupport

@Suite("A daemon on a full disk", .serialized, .timeLimit(.minutes(30)))
struct DaemonFullDiskTests {
  private static let app = "org.example.full"

  @Test("it says that there is no room, finds what it has, and goes on when there is room again")
  func full() throws {
    let seed = UInt64.random(in: 0...1_000_000)
    var generator = SeededGenerator(seed: seed)
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      try FileSystem.createDirectory(directory + "/data")
      let disk: SmallDisk
      do {
        disk = try SmallDisk(on: directory + "/data", mebibytes: 24)
      } catch is SmallDisk.NotPossibleHere {
        try Test.cancel("nothing can be mounted")
      }
      let daemon = try DaemonProcess(
        in: directory, options: ["--trust-claims"], entrance: disk.entrance)
      defer { daemon.kill() }
      var writer = Writer(daemon)
      for round in 0..<6 {
        let place = "round \(round), seed \(seed)"
        if daemon.processIdentifier == nil { try daemon.start() }
        try writer.write(until: writer.last + 20, place)
        // Some of what the store writes may still find room.
        try disk.fill(leaving: generator.once(in: 2) ? 0 : generator.below(200_000))
        try writer.writeUntilItFails(place)
        try writer.check(place)
        if generator.once(in: 2) {
          daemon.kill()
          if generator.once(in: 2) { try disk.empty() }
          try daemon.start()
          try writer.check(place)
        }
        try disk.empty()
        try writer.writeWhenPossible(place)
        try writer.check(place)
        if generator.once(in: 3) { daemon.kill() }
      }
      #expect(daemon.log.contains("writeFailed"), "seed \(seed)")
    }
  }

  /// The app that writes numbered batches, one at a time.
  private struct Writer {
    private let daemon: DaemonProcess
    private(set) var last = -1

    init(_ daemon: DaemonProcess) {
      self.daemon = daemon
    }

    private func enter() throws -> (RawClient, UInt32) {
      let client = try RawClient(path: daemon.socketPath)
      try client.shakeHands(claiming: app)
      return (client, try client.open(NumberedIndex.name))
    }

    /// Writes a batch, and a large item beside it in another index.
    private func write(
      _ number: Int, over client: RawClient, into index: UInt32
    ) throws -> ServiceError? {
      var batch = try NumberedIndex.batch(number, of: app, into: index)
      var ballast = Item(uniqueIdentifier: "ballast \(number % 8)")
      ballast.attributes[.textContent] = .string(String(repeating: "\(number) ", count: 5_000))
      batch.operations.append(.put([try EncodedItem(opening: try ItemCodec.encode(ballast))]))
      switch try client.ask(.apply(batch)) {
      case .done: return nil
      case .failed(let error): return error
      case let other: throw RawClient.Failure.unexpected(other.kind)
      }
    }

    mutating func write(until end: Int, _ place: String) throws {
      let (client, index) = try enter()
      while last < end {
        if let error = try write(last + 1, over: client, into: index) {
          Issue.record("batch \(last + 1) failed with room on the disk: \(error), \(place)")
          return
        }
        last += 1
      }
    }

    mutating func writeUntilItFails(_ place: String) throws {
      let (client, index) = try enter()
      for _ in 0..<2000 {
        if let error = try write(last + 1, over: client, into: index) {
          #expect(error.code == .unavailable && error.isRetryable, "\(error), \(place)")
          return
        }
        last += 1
      }
      Issue.record("a full disk takes everything, \(place)")
    }

    /// The store may look at the disk again after a moment only.
    mutating func writeWhenPossible(_ place: String) throws {
      let (client, index) = try enter()
      var error: ServiceError?
      for _ in 0..<2000 {
        error = try write(last + 1, over: client, into: index)
        if error == nil { break }
        _ = try waitForInput(on: [], timeout: .milliseconds(5))
      }
      #expect(error == nil, "nothing can be written when there is room again, \(place)")
      last += 1
      try write(until: last + 10, place)
    }

    /// Everything acknowledged is found, and nothing else.
    func check(_ place: String) throws {
      let (client, index) = try enter()
      #expect(
        NumberedIndex.number(in: try client.clientState(of: index)) == last, "\(place)")
      let found = try client.identifiers(matching: "title == \"*\"")
      #expect(found == NumberedIndex.identifiers(after: last), "\(place)")
    }
  }
}
