import FresnelModel
import FresnelPlatform
import FresnelTestSupport
import SpotlightWire
import Testing
import WireTestSupport

/// What a person is told of items that damage took away: that they are missing, and whose they are.
@Suite("Items that damage took away", .serialized, .timeLimit(.minutes(30)))
struct MissingItemsTests {
  private static let app = "com.example.mail"

  private func put(_ count: Int, into name: String, in daemon: DaemonProcess) throws {
    let client = try RawClient(path: daemon.socketPath)
    try client.shakeHands(claiming: Self.app)
    let index = try client.open(name, .firstUnlock)
    try client.put((0..<count).map { "thing \($0) of \(name)" }, into: index)
  }

  /// The longest file of a directory whose name begins so.
  private func longest(_ prefix: String, in directory: String) throws -> (String, [UInt8]) {
    var found: (path: String, bytes: [UInt8])?
    for name in try FileSystem.entries(of: directory) where name.hasPrefix(prefix) {
      let bytes = try FileSystem.contents(of: directory + "/" + name)
      if bytes.count > found?.bytes.count ?? -1 { found = (directory + "/" + name, bytes) }
    }
    return try #require(found)
  }

  enum Damage: CaseIterable { case storeJournal, segment }

  private func apply(_ damage: Damage, _ directory: String) throws {
    switch damage {
    case .storeJournal:
      try FileSystem.write([], to: try longest("journal", in: directory + "/store").0)
    case .segment:
      let (path, bytes) = try longest("segment", in: directory + "/store")
      try FileSystem.write(Array(bytes.prefix(bytes.count / 2)), to: path)
    }
  }

  @Test("searches, lists and the doctor say that items are missing", arguments: Damage.allCases)
  func missing(damage: Damage) throws {
    try withDaemon(["--trust-claims"]) { daemon in
      for name in ["letters", "drafts", "notes"] { try put(300, into: name, in: daemon) }
      if damage == .segment {
        let compacted = try daemon.fresnel(["compact"])
        #expect(compacted.status == 0, "\(compacted.output)")
      }
      let sound = try daemon.fresnel(["search", "thing"])
      #expect(sound.status == 0, "\(sound.output)")
      try daemon.stop()
      try apply(damage, daemon.directory + "/data/fresnel/classes/first-unlock")
      try daemon.start()
      // The file of items is read when they are first looked for.
      _ = try daemon.fresnel(["search", "thing"])
      let isNamed = damage != .storeJournal
      for words in [["search", "thing"], ["export"], ["search", "--json", "thing"]] {
        let told = try daemon.fresnel(words)
        #expect(told.status == 1, "\(words) \(told.output)")
        #expect(told.output.contains("may be"), "\(words) \(told.output)")
        #expect(!told.output.contains("nothing is indexed"), "\(words) \(told.output)")
        if isNamed { #expect(told.output.contains(Self.app), "\(words) \(told.output)") }
        if words.contains("--json") {
          #expect(told.output.contains("\"missing\":[\""), "\(told.output)")
        }
      }
      let doctor = try daemon.fresnel(["doctor", "--json"])
      #expect(doctor.output.contains("itemsMissing"), "\(doctor.output)")
      let check = try daemon.fresnel(["check"])
      #expect(check.status == 3, "\(check.output)")
      #expect(check.output.contains("may be"), "\(check.output)")
    }
  }

  @Test("what commands indexed is whole again when the person says that it was indexed again")
  func ownItems() throws {
    try withDaemon { daemon in
      let file = daemon.directory + "/items"
      try FileSystem.write(Array(#"{"id":"a","title":"thing"}"#.utf8), to: file)
      #expect(try daemon.fresnel(["index", file]).status == 0)
      try daemon.stop()
      try FileSystem.removeTree(daemon.directory + "/data/fresnel/store")
      try daemon.start()
      #expect(try daemon.fresnel(["index", file]).status == 0)
      let told = try daemon.fresnel(["search", "thing"])
      #expect(told.status == 1 && told.output.contains("doctor --mend"), "\(told.output)")
      let mended = try daemon.fresnel(["doctor", "--mend"])
      #expect(mended.status == 0, "\(mended.output)")
      let again = try daemon.fresnel(["search", "thing"])
      #expect(again.status == 0 && !again.output.contains("missing"), "\(again.output)")
      #expect(try !daemon.fresnel(["doctor", "--json"]).output.contains("itemsMissing"))
    }
  }

  @Test(
    "after a loss that was noted an empty index is not said to be one in which nothing ever was")
  func nothingLeft() throws {
    try withDaemon { daemon in
      let file = daemon.directory + "/items"
      try FileSystem.write(Array(#"{"id":"a","title":"thing"}"#.utf8), to: file)
      let empty = try daemon.fresnel(["search", "thing"])
      #expect(empty.output.contains("nothing is indexed yet"), "\(empty.output)")
      #expect(try daemon.fresnel(["index", file]).status == 0)
      try daemon.stop()
      try FileSystem.removeTree(daemon.directory + "/data/fresnel/store")
      try daemon.start()
      #expect(try daemon.fresnel(["doctor", "--mend"]).status == 0)
      let told = try daemon.fresnel(["search", "thing"])
      #expect(told.status == 1 && !told.output.contains("nothing is indexed yet"), "\(told.output)")
      #expect(told.output.contains("nothing is left since items were lost"), "\(told.output)")
    }
  }

  @Test("a class whose directory was removed is told of until the person has it mended")
  func removedClass() throws {
    try withDaemon(["--trust-claims"]) { daemon in
      try put(300, into: "letters", in: daemon)
      #expect(try daemon.fresnel(["search", "thing"]).status == 0)
      try daemon.stop()
      try FileSystem.removeTree(daemon.directory + "/data/fresnel/classes/first-unlock")
      try daemon.start()
      let told = try daemon.fresnel(["search", "thing"])
      #expect(told.status == 1 && told.output.contains("may be"), "\(told.output)")
      let seen = try daemon.fresnel(["doctor"])
      #expect(seen.status == 1 && seen.output.contains("first-unlock"), "\(seen.output)")
      let checked = try daemon.fresnel(["check"])
      #expect(checked.status == 3 && checked.output.contains("missing"), "\(checked.output)")
      let mended = try daemon.fresnel(["doctor", "--mend"])
      #expect(mended.status == 0 && mended.output.contains("noted "), "\(mended.output)")
      for words in [["doctor"], ["check"]] {
        let sound = try daemon.fresnel(words)
        #expect(sound.status == 0, "\(words) \(sound.output)")
      }
    }
  }

  @Test("after the data was removed one mending ends it, also where the app never indexes again")
  func removedData() throws {
    try withDaemon(["--trust-claims"]) { daemon in
      let file = daemon.directory + "/items"
      try FileSystem.write(Array(#"{"id":"a","title":"thing"}"#.utf8), to: file)
      #expect(try daemon.fresnel(["index", file]).status == 0)
      try put(3, into: "letters", in: daemon)
      try daemon.stop()
      try FileSystem.removeTree(daemon.directory + "/data/fresnel")
      try daemon.start()
      #expect(try daemon.fresnel(["index", file]).status == 0)
      // It does not answer when it is asked for everything.
      try put(1, into: "letters", in: daemon)
      let told = try daemon.fresnel(["search", "thing"])
      #expect(told.status == 1 && told.output.contains("2 items match"), "\(told.output)")
      #expect(told.output.contains("doctor --mend ends this message in searches"))
      let status = try daemon.fresnel(["status"])
      #expect(
        status.status == 1 && status.output.contains("searches lack items: \(Self.app)"),
        "\(status.output)")
      let mended = try daemon.fresnel(["doctor", "--mend"])
      #expect(mended.status == 0 && mended.output.contains("noted "), "\(mended.output)")
      #expect(mended.output.contains("searches say so no longer"), "\(mended.output)")
      for isRestarted in [false, true] {
        if isRestarted {
          try daemon.stop()
          try daemon.start()
        }
        let quiet = try daemon.fresnel(["search", "thing"])
        #expect(quiet.status == 0 && quiet.output.contains("2 items match"), "\(quiet.output)")
        #expect(!quiet.output.contains("may be"), "\(quiet.output)")
        #expect(try daemon.fresnel(["export"]).status == 0)
        #expect(try !daemon.fresnel(["status"]).output.contains("searches lack items"))
      }
      // There is nothing left to mend; the app is asked all the same.
      for words in [["doctor"], ["doctor", "--mend"]] {
        let left = try daemon.fresnel(words)
        #expect(left.status == 0 && left.output.contains("warning  \(Self.app)"), "\(left.output)")
        #expect(!left.output.contains("noted "), "\(left.output)")
        #expect(!left.output.contains("mends what can be mended"), "\(left.output)")
      }
    }
  }
}
