import FresnelModel
import FresnelPlatform
import FresnelTestSupport
import SpotlightWire
import Testing
import WireTestSupport

/// What a person does whose disk is full to the last byte: they look what is wrong, delete items, and go on.
@Suite("A daemon with no byte free", .serialized, .timeLimit(.minutes(30)))
struct DaemonNoByteFreeTests {
  private static let app = "org.example.full"

  private struct Stage {
    let disk: SmallDisk
    let daemon: DaemonProcess

    func enter() throws -> (client: RawClient, index: UInt32) {
      let client = try RawClient(path: daemon.socketPath)
      try client.shakeHands(claiming: app)
      return (client, try client.open("things", ProtectionClass.none))
    }

    func tool() throws -> RawClient {
      let tool = try RawClient(path: daemon.socketPath)
      try tool.shakeHands(role: .tool, claiming: "org.fresnel.tool")
      return tool
    }

    func apply(_ operations: [WireOperation]) throws -> ServiceError? {
      let (client, index) = try enter()
      switch try client.ask(.apply(ApplyBatch(handle: index, operations: operations))) {
      case .done: return nil
      case .failed(let error): return error
      case let other: throw RawClient.Failure.unexpected(other.kind)
      }
    }

    /// Puts a thing of some tens of kilobytes that do not shrink much.
    func put(_ number: Int) throws -> ServiceError? {
      var generator = SeededGenerator(seed: UInt64(number))
      var item = Item(uniqueIdentifier: "\(number)", domainIdentifier: "d\(number % 4)")
      item.attributes[.title] = .string("thing \(number)")
      item.attributes[.textContent] = .string(
        (0..<6_000).map { _ in "w\(generator.below(1_000_000))" }.joined(separator: " "))
      return try apply([.put([try EncodedItem(opening: try ItemCodec.encode(item))])])
    }

    func found() throws -> Set<Int> {
      let (client, _) = try enter()
      return Set(try client.identifiers(matching: "title == \"thing*\"").compactMap { Int($0) })
    }

    /// The codes of what the doctor finds.
    func findings() throws -> [String] {
      guard case .array(let values)? = try tool().order("doctor", "{}")["findings"] else {
        return []
      }
      return values.compactMap { value in
        if case .string(let code)? = value["code"] { code } else { nil }
      }
    }

    /// Whether the status says of a store that its disk is full.
    func statusTellsOfFullDisk() throws -> Bool {
      guard case .array(let stores)? = try tool().order("status", "{}")["stores"] else {
        return false
      }
      return stores.contains { $0["diskFull"] != nil }
    }
  }

  private func onSmallDisk(_ body: (Stage) throws -> Void) throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      try FileSystem.createDirectory(directory + "/data")
      let disk: SmallDisk
      do {
        disk = try SmallDisk(on: directory + "/data", mebibytes: 16)
      } catch is SmallDisk.NotPossibleHere {
        try Test.cancel("nothing can be mounted")
      }
      let daemon = try DaemonProcess(
        in: directory, options: ["--trust-claims"], entrance: disk.entrance)
      defer { daemon.kill() }
      try daemon.start()
      try body(Stage(disk: disk, daemon: daemon))
    }
  }

  @Test("deleting goes through, the room comes back by itself, and nothing acknowledged is lost")
  func noByteFree() throws {
    try onSmallDisk { stage in
      var expected: Set<Int> = []
      for number in 0..<60 {
        try #require(try stage.put(number) == nil)
        expected.insert(number)
      }
      #expect(try !stage.statusTellsOfFullDisk())
      try stage.disk.fill()
      var number = 60
      while number < 1000 {
        if let error = try stage.put(number) {
          #expect(error.code == .unavailable && error.isRetryable, "\(error)")
          break
        }
        expected.insert(number)
        number += 1
      }
      #expect(number < 1000)
      #expect(try stage.findings().contains("diskFull"))
      #expect(try stage.statusTellsOfFullDisk())
      // Killed and started with no byte free.
      stage.daemon.kill()
      try stage.daemon.start()
      #expect(try stage.found() == expected)
      #expect(try stage.findings().contains("diskFull"))
      for domain in 0..<2 {
        #expect(try stage.apply([.deleteDomains(["d\(domain)"])]) == nil)
        expected = expected.filter { $0 % 4 != domain }
        #expect(try stage.found() == expected)
      }
      #expect(try stage.apply([.deleteIdentifiers(["2", "6", "3"])]) == nil)
      expected.subtract([2, 6, 3])
      stage.daemon.kill()
      try stage.daemon.start()
      #expect(try stage.found() == expected)
      // The room of what is deleted comes back though the filler stays.
      #expect(try stage.apply([.deleteAll]) == nil)
      #expect(try stage.found() == [])
      let isBack = try TestProgram.wait { try stage.put(2000) == nil }
      #expect(isBack)
      #expect(try stage.found() == [2000])
      stage.daemon.kill()
      try stage.daemon.start()
      #expect(try stage.found() == [2000])
      #expect(try stage.put(2001) == nil)
    }
  }

  @Test("what was closed on a full disk can be compacted and filled again")
  func restarted() throws {
    try onSmallDisk { stage in
      for number in 0..<100 { try #require(try stage.put(number) == nil) }
      try stage.daemon.stop()
      try stage.disk.fill()
      try stage.daemon.start()
      #expect(try stage.found().count == 100)
      #expect(try stage.apply([.deleteAll]) == nil)
      try stage.daemon.stop()
      try stage.daemon.start()
      guard case .array(let stores)? = try stage.tool().order("compact", "{}")["stores"] else {
        Issue.record("compact tells of no stores")
        return
      }
      #expect(stores.allSatisfy { $0["failure"] == nil }, "\(stores)")
      #expect(try stage.put(0) == nil)
      #expect(try stage.found() == [0])
      #expect(try !stage.findings().contains("storeUnavailable"))
    }
  }
}
