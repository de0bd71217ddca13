import FresnelModel
import FresnelPlatform
import FresnelTestSupport
import SpotlightWire
import Testing
import WireTestSupport

/// What a person is told of items that are there and that nobody is shown, as the records are lost that say who may see
/// them.
@Suite("Items that lost records hide", .serialized, .timeLimit(.minutes(30)))
struct HiddenItemsTests {
  private static let app = "com.example.mail"

  enum Damage: CaseIterable {
    case removed, emptied, cutShort, changed

    func apply(to metadataLog: String) throws {
      if self == .removed { return try FileSystem.removeTree(metadataLog) }
      for name in try FileSystem.entries(of: metadataLog) where name.hasPrefix("journal") {
        var bytes = try FileSystem.contents(of: metadataLog + "/" + name)
        // What is behind its header of 4 KiB is its frames.
        switch self {
        case .removed, .emptied: bytes = []
        case .cutShort: bytes.removeLast(bytes.count - 4100)
        case .changed: bytes[4096 + 40] ^= 0x55
        }
        try FileSystem.write(bytes, to: metadataLog + "/" + name)
      }
    }
  }

  private func open(_ daemon: DaemonProcess) throws -> (client: RawClient, index: UInt32) {
    let client = try RawClient(path: daemon.socketPath)
    try client.shakeHands(claiming: Self.app)
    return (client, try client.open("letters", .firstUnlock))
  }

  @Test("they are counted everywhere until the app is opened", arguments: Damage.allCases)
  func hidden(damage: Damage) throws {
    try withDaemon(["--trust-claims"]) { daemon in
      let (client, index) = try open(daemon)
      try client.put((0..<30).map { "thing \($0)" }, into: index)
      try daemon.stop()
      try damage.apply(to: daemon.directory + "/data/fresnel/classes/first-unlock/ledger")
      try daemon.start()
      let exported = try daemon.fresnel(["export"])
      #expect(
        exported.output.contains("0 items were written, and 30 items are missing"),
        "\(exported.output)")
      for mends in [false, true] {
        if mends { _ = try daemon.fresnel(["doctor", "--mend"]) }
        for words in [
          ["search", "thing"], ["export"], ["items"], ["stats"], ["status"], ["doctor"],
        ] {
          let told = try daemon.fresnel(words)
          #expect(told.output.contains("30 items"), "\(words) \(told.output)")
          #expect(told.output.contains("hidden until"), "\(words) \(told.output)")
          #expect(told.output.contains(Self.app), "\(words) \(told.output)")
          // The doctor's finding is noted.
          let isNoted = mends && words == ["doctor"]
          #expect(told.status == (isNoted ? 0 : 1), "\(words) \(told.output)")
        }
        let check = try daemon.fresnel(["check"])
        #expect(check.status == (mends ? 0 : 3), "\(check.output)")
        #expect(check.output.contains("hidden until"), "\(check.output)")
        let doctor = try daemon.fresnel(["doctor", "--json"])
        #expect(doctor.output.contains("itemsHidden"), "\(doctor.output)")
        let status = try daemon.fresnel(["status", "--json"])
        #expect(status.output.contains("\"hidden\":30"), "\(status.output)")
      }
      let again = try open(daemon)
      defer { withExtendedLifetime(again) {} }
      let found = try daemon.fresnel(["search", "thing"])
      #expect(found.output.contains("30 items match"), "\(found.output)")
      for words in [["search", "thing"], ["status"], ["doctor"]] {
        let told = try daemon.fresnel(words)
        #expect(!told.output.contains("hidden"), "\(words) \(told.output)")
      }
    }
  }

  @Test(
    "what commands indexed is never hidden, as only apps have private indexes",
    arguments: Damage.allCases)
  func ofCommands(damage: Damage) throws {
    try withDaemon { daemon in
      let file = daemon.directory + "/items"
      try FileSystem.write(Array(#"{"id":"a","title":"thing"}"#.utf8), to: file)
      #expect(try daemon.fresnel(["index", file]).status == 0)
      try daemon.stop()
      try damage.apply(to: daemon.directory + "/data/fresnel/classes/none/ledger")
      try daemon.start()
      let found = try daemon.fresnel(["search", "thing"])
      #expect(found.output.contains("1 item matches"), "\(found.output)")
      let exported = try daemon.fresnel(["export"])
      #expect(exported.output.contains("\"thing\""), "\(exported.output)")
      #expect(exported.status == 1 && exported.output.contains("may be"), "\(exported.output)")
      #expect(try daemon.fresnel(["doctor", "--mend"]).status == 0)
      #expect(try daemon.fresnel(["export"]).status == 0)
    }
  }
}
