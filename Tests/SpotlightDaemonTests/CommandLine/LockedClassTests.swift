import FresnelModel
import FresnelPlatform
import FresnelTestSupport
import SpotlightWire
import Testing
import WireTestSupport

/// What commands do beside a protection class that is locked: as beside any that cannot be read, they give the rest and
/// name what is missing.
@Suite("Commands beside a class that is locked", .serialized, .timeLimit(.minutes(30)))
struct LockedClassTests {
  private static let notes = "com.example.notes"
  private static let mail = "com.example.mail"
  private static let sentence = "The items of the class complete cannot be read now"

  /// A daemon with items of an app and of commands that can always be read, and of an app in a class that can be
  /// locked.
  private func withClasses(_ body: (FresnelProgram, DaemonProcess) throws -> Void) throws {
    try FresnelProgram.withDaemonProcess { program, daemon in
      let client = try RawClient(path: daemon.socketPath)
      try client.shakeHands(claiming: Self.notes)
      try client.put(["open thing"], into: try client.open("things", ProtectionClass.none))
      let file = try program.file("items.jsonl", #"{"id":"a","title":"film"}"#)
      #expect(try program("index", file, "--app", "films").status == 0)
      try body(program, daemon)
    }
  }

  private func putSecret(_ daemon: DaemonProcess) throws {
    let client = try RawClient(path: daemon.socketPath)
    try client.shakeHands(claiming: Self.mail)
    guard case .open(let channel, let index) = try client.openLockable("letters", .complete) else {
      throw RawClient.Failure.unexpected(.indexOpened)
    }
    try channel.put(["secret thing"], into: index)
  }

  @Test("lists and searches have what can be read, name the class, and end with status 1")
  func named() throws {
    try withClasses { program, daemon in
      try putSecret(daemon)
      let commands: [[String]] = [
        ["items"], ["export"], ["stats"], ["stats", "--json"], ["search", "thing"],
        ["query", "title == \"*thing\""], ["search", "thing", "--count"],
      ]
      for words in commands {
        let told = try program.run(words)
        #expect(told.status == 0, "\(words) \(told.errors)")
        #expect(!told.errors.contains(Self.sentence), "\(words) \(told.errors)")
      }
      #expect(try program("lock").status == 0)
      for words in commands {
        let told = try program.run(words)
        #expect(told.status == 1 && !told.output.isEmpty, "\(words) \(told.errors)")
        #expect(told.errors.contains(Self.sentence), "\(words) \(told.errors)")
        #expect(!(told.output + told.errors).contains("secret"), "\(words) \(told.output)")
        #expect(!(told.output + told.errors).contains(Self.mail), "\(words) \(told.output)")
      }
      for words in [["items", "--json"], ["search", "thing", "--json"]] {
        let totals = try #require(
          try program.run(words).errorObjects().first { $0["partial"] != nil })
        #expect(totals["partial"] == .boolean(true), "\(words)")
        guard case .array(let missing)? = totals["missing"], missing.count == 1,
          case .string(let reason)? = missing.first
        else {
          Issue.record("The class is not named: \(totals)")
          continue
        }
        #expect(reason.hasPrefix(Self.sentence))
      }
      #expect(try program("unlock").status == 0)
      let again = try program("search", "thing")
      #expect(again.status == 0 && again.output.contains("secret thing"), "\(again.errors)")
    }
  }

  @Test("while the class is open, what is in it is counted, and listed by its app")
  func open() throws {
    try withClasses { program, daemon in
      try putSecret(daemon)
      let items = try program("items", "--app", Self.mail)
      #expect(items.status == 0 && items.output.contains("secret thing"), "\(items)")
      let stats = try program("stats")
      #expect(stats.status == 0 && stats.output.contains("3 items"), "\(stats)")
      let line = stats.output.split(separator: "\n").first { $0.contains("\(Self.mail)/letters") }
      #expect(line?.contains("1 item ") == true && line?.hasSuffix("complete") == true, "\(stats)")
      #expect(try program("lock").status == 0)
      #expect(try program("stats").output.contains("2 items"))
    }
  }

  @Test("an item of an index that had another class before is shown once")
  func otherClass() throws {
    try withClasses { program, daemon in
      try putSecret(daemon)
      let client = try RawClient(path: daemon.socketPath)
      try client.shakeHands(claiming: Self.mail)
      guard case .open(let channel, let index) = try client.openLockable("letters", .complete)
      else { throw RawClient.Failure.unexpected(.indexOpened) }
      let deletion = ApplyBatch(handle: index, operations: [.deleteAll])
      #expect(try channel.ask(.apply(deletion)) == .done)
      try client.put(["plain thing"], into: try client.open("letters", ProtectionClass.none))
      let items = try program("items", "--app", Self.mail, "--json")
      let shown = try program("show", "plain thing", "--app", Self.mail, "--json")
      #expect(items.output.split(separator: "\n").count == 1, "\(items)")
      #expect(shown.output.split(separator: "\n").count == 1, "\(shown)")
    }
  }

  @Test("an app whose items may be in the class is not said to have none, nor is an item")
  func unknown() throws {
    try withClasses { program, daemon in
      try putSecret(daemon)
      #expect(try program("lock").status == 0)
      let items = try program("items", "--app", Self.mail)
      #expect(items.status == 3 && items.errors.contains(Self.sentence), "\(items.errors)")
      let deleted = try program("delete", "secret thing", "a")
      #expect(deleted.status == 1 && deleted.output.contains("1 item deleted"), "\(deleted.output)")
      #expect(deleted.errors.contains(Self.sentence), "\(deleted.errors)")
      #expect(deleted.errors.contains("among those that can be read"), "\(deleted.errors)")
    }
  }

  @Test("what commands stored is whole without the class, and is deleted as ever")
  func ofCommands() throws {
    try withClasses { program, daemon in
      try putSecret(daemon)
      #expect(try program("lock").status == 0)
      for words in [["items"], ["export"], ["search", "film"], ["search", "film", "--json"]] {
        let told = try program.run(words + ["--app", "films"])
        #expect(told.status == 0, "\(words) \(told.errors)")
        #expect(!told.errors.contains("class complete"), "\(words) \(told.errors)")
      }
      let deleted = try program("delete", "a")
      #expect(deleted.status == 0 && deleted.errors.isEmpty, "\(deleted.errors)")
    }
  }

  @Test("a class that is locked and holds nothing is no matter")
  func empty() throws {
    try withClasses { program, _ in
      #expect(try program("lock").status == 0)
      for words in [["items"], ["export"], ["stats"], ["search", "thing"]] {
        let told = try program.run(words)
        #expect(told.status == 0, "\(words) \(told.errors)")
      }
    }
  }

  @Test("the class that is open from the first login on is named where its passphrase has not come")
  func firstUnlock() throws {
    try withClasses { program, daemon in
      let client = try RawClient(path: daemon.socketPath)
      try client.shakeHands(claiming: Self.mail)
      try client.put(["early thing"], into: try client.open("letters", .firstUnlock))
      let set = try program.run(
        [
          "protect", "passphrase", "--class", "first-unlock", "--only", "--passphrase-descriptor",
          "0",
        ], input: "korrekt Pferd\n")
      #expect(set.status == 0, "\(set.errors)")
      try daemon.stop()
      try daemon.start()
      for words in [["items"], ["export"], ["stats"], ["search", "thing"]] {
        let told = try program.run(words)
        #expect(told.status == 1 && !told.output.isEmpty, "\(words) \(told.errors)")
        #expect(
          told.errors.contains("The items of the class first-unlock cannot be read now"),
          "\(words) \(told.errors)")
      }
      // What was noted in the class stays, which is no matter of trying again.
      for words in [["forget", "--all"], ["delete", "--all"], ["forget", "soup"]] {
        let told = try program.run(["history"] + words)
        #expect(told.status == 3 && told.output.isEmpty, "\(words) \(told)")
        #expect(told.errors.contains("The class first-unlock is locked"), "\(words) \(told.errors)")
        #expect(told.errors.contains("run fresnel unlock"), "\(words) \(told.errors)")
        #expect(!told.errors.contains("has not come yet"), "\(words) \(told.errors)")
      }
    }
  }
}
