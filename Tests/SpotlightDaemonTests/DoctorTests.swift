import FresnelModel
import FresnelPlatform
import SpotlightWire
import Testing
import WireTestSupport

@Suite("The doctor", .timeLimit(.minutes(30)))
struct DoctorTests {
  private static let one = "org.example.one"
  private static let two = "org.example.two"
  private static let three = "org.example.three"

  private func put(_ count: Int, as app: String, in daemon: DaemonProcess) throws {
    let client = try RawClient(path: daemon.socketPath)
    try client.shakeHands(claiming: app)
    let index = try client.open("things", ProtectionClass.none)
    try client.put((0..<count).map { "thing \($0) of \(app)" }, into: index)
  }

  private func count(as app: String, in daemon: DaemonProcess) throws -> Int {
    let client = try RawClient(path: daemon.socketPath)
    try client.shakeHands(claiming: app)
    return try client.identifiers(matching: "title == \"thing*\"").count
  }

  private func tool(_ daemon: DaemonProcess) throws -> RawClient {
    let tool = try RawClient(path: daemon.socketPath)
    try tool.shakeHands(role: .tool, claiming: "org.fresnel.tool")
    return tool
  }

  /// Opens the index of an app that is asked for something; the question may come before the answer.
  private func openToBeAsked(
    _ client: RawClient, _ methods: DelegateMethods
  ) throws -> (index: UInt32, question: Envelope<DaemonMessage>) {
    let request = OpenIndex(name: "things", protection: ProtectionClass.none, methods: methods)
    _ = try client.request(.openIndex(request))
    var index: UInt32?
    var question: Envelope<DaemonMessage>?
    while true {
      let envelope = try client.receive()
      switch envelope.message {
      case .indexOpened(let opened): index = opened.handle
      case .reindexAll, .reindexItems: question = envelope
      case .failed(let error): throw error
      default: break
      }
      if let index, let question { return (index, question) }
    }
  }

  /// The codes of a report's findings, with the app each is about.
  private func findings(_ report: JSONValue, isMended: Bool? = nil) -> [(code: String, app: String)]
  {
    guard case .array(let values)? = report["findings"] else { return [] }
    return values.compactMap { value in
      guard case .string(let code)? = value["code"] else { return nil }
      if let isMended, value["mended"] != .boolean(isMended) { return nil }
      if case .string(let app)? = value["app"] { return (code, app) }
      return (code, "")
    }
  }

  /// Changes a byte in the middle of the longest file of a store, the plain one if none is named, whose name
  /// tells what it is; or a byte of each of its blocks.
  private func damage(
    _ kind: String, of daemon: DaemonProcess, in store: String = "store", inEachBlock: Bool = false
  ) throws {
    let directory = daemon.directory + "/data/fresnel/" + store
    var longest: (path: String, bytes: [UInt8])?
    for name in try FileSystem.entries(of: directory) where name.contains(kind) {
      let bytes = try FileSystem.contents(of: directory + "/" + name)
      if bytes.count > longest?.bytes.count ?? 0 { longest = (directory + "/" + name, bytes) }
    }
    let found = try #require(longest)
    let file = try FileDescriptor(opening: found.path, for: .readingAndWriting)
    // Room that was taken ahead is empty.
    let middle = (found.bytes.lastIndex { $0 != 0 } ?? 0) / 2
    let places = inEachBlock ? Array(stride(from: 0, to: found.bytes.count, by: 4096)) : [middle]
    for place in places {
      try [found.bytes[place] ^ 0x55].withUnsafeBytes { try file.write($0, at: UInt64(place)) }
    }
  }

  @Test(
    "What is damaged is found and mended; those are asked whose items were there, others keep theirs"
  )
  func files() throws {
    // So many that they are in a file whenever the daemon was stopped.
    let itemCount = 600
    try withDaemon(["--trust-claims"]) { daemon in
      for app in [Self.one, Self.two] { try put(itemCount, as: app, in: daemon) }
      let tool = try tool(daemon)
      #expect(findings(try tool.order("doctor", "{}")).isEmpty)
      // The journal is written anew from what is in memory: nothing is lost.
      try damage("journal", of: daemon)
      let found = findings(try tool.order("doctor", "{}"), isMended: false)
      #expect(found.contains { $0.code == "fileDamaged" }, "\(found)")
      let mended = findings(try tool.order("doctor", "{\"mend\":true}"), isMended: true)
      #expect(mended.contains { $0.code == "fileDamaged" }, "\(mended)")
      #expect(findings(try tool.order("doctor", "{}")).isEmpty)
      // A segment of which nothing can be read has the items of two apps, and the journal those of a third. What
      // sound blocks have is kept.
      try daemon.stop()
      try daemon.start()
      try put(5, as: Self.three, in: daemon)
      try damage("segment", of: daemon, inEachBlock: true)
      let again = try self.tool(daemon)
      let report = try again.order("doctor", "{\"mend\":true}")
      #expect(!findings(report).isEmpty)
      let left = findings(try again.order("doctor", "{}"))
      #expect(Set(left.map(\.app)) == [Self.one, Self.two], "\(left)")
      #expect(left.allSatisfy { $0.code == "itemsMissing" || $0.code == "callbackOwed" }, "\(left)")
      #expect(try count(as: Self.three, in: daemon) == 5)
      // An app that indexes again is in good health, whatever the other one does.
      let client = try RawClient(path: daemon.socketPath)
      try client.shakeHands(claiming: Self.one)
      let (index, envelope) = try openToBeAsked(client, .reindexAll)
      #expect(envelope.message.kind == .reindexAll)
      try client.put((0..<itemCount).map { "thing \($0) of \(Self.one)" }, into: index)
      try client.send(Envelope(.acknowledged, request: envelope.request))
      let isHealthy = try TestProgram.wait {
        findings(try again.order("doctor", "{\"id\":\"\(Self.one)\"}")).isEmpty
      }
      let text = try again.order("doctor", "{}").text()
      #expect(isHealthy, "\(text) \(daemon.log)")
      let others = findings(try again.order("doctor", "{}"))
      #expect(Set(others.map(\.app)) == [Self.two], "\(others)")
      #expect(try count(as: Self.one, in: daemon) == itemCount)
    }
  }

  @Test("One damaged block is told of as mended, and who lacks nothing is asked for nothing")
  func oneBlock() throws {
    let itemCount = 600
    try withDaemon(["--trust-claims"]) { daemon in
      for app in [Self.one, Self.two] { try put(itemCount, as: app, in: daemon) }
      try daemon.stop()
      try daemon.start()
      try damage("segment", of: daemon)
      let tool = try tool(daemon)
      let report = try tool.order("doctor", "{\"mend\":true}")
      let mended = findings(report, isMended: true)
      #expect(mended.contains { $0.code == "fileDamaged" }, "\(report.text())")
      let left = findings(try tool.order("doctor", "{}"))
      #expect(left.allSatisfy { $0.code == "itemsMissing" }, "\(left)")
      for app in [Self.one, Self.two] {
        let found = try count(as: app, in: daemon)
        #expect(left.contains { $0.app == app } == (found < itemCount), "\(app) \(found)")
      }
    }
  }

  @Test("An item whose bytes make no sense goes, its app alone is asked for it, others keep theirs")
  func items() throws {
    try withDaemon(["--trust-claims"]) { daemon in
      for app in [Self.one, Self.two] { try put(5, as: app, in: daemon) }
      daemon.kill()
      let store = daemon.directory + "/data/fresnel/store"
      // A letter of the title becomes what no text has.
      try JournalForgery.replace("thing 3 of \(Self.one)", by: 0xFF, at: 2, inStore: store)
      try daemon.start()
      let tool = try tool(daemon)
      let others = findings(try tool.order("doctor", "{\"id\":\"\(Self.two)\",\"mend\":true}"))
      #expect(others.isEmpty, "\(others)")
      let found = findings(try tool.order("doctor", "{}"), isMended: false)
      #expect(found.map(\.code) == ["itemDamaged"] && found.first?.app == Self.one, "\(found)")
      let mended = findings(
        try tool.order("doctor", "{\"id\":\"\(Self.one)\",\"mend\":true}"), isMended: true)
      #expect(mended.contains { $0.code == "itemDamaged" && $0.app == Self.one }, "\(mended)")
      let left = findings(try tool.order("doctor", "{}"))
      #expect(left.map(\.code) == ["callbackOwed"] && left.first?.app == Self.one, "\(left)")
      #expect(try count(as: Self.one, in: daemon) == 4)
      #expect(try count(as: Self.two, in: daemon) == 5)
      // The app is asked for this item, and is in good health when it has given it.
      let client = try RawClient(path: daemon.socketPath)
      try client.shakeHands(claiming: Self.one)
      let (index, envelope) = try openToBeAsked(client, .all)
      guard case .reindexItems(let question) = envelope.message else {
        throw RawClient.Failure.unexpected(envelope.message.kind)
      }
      #expect(question.identifiers == ["thing 3 of \(Self.one)"])
      try client.put(["thing 3 of \(Self.one)"], into: index)
      try client.send(Envelope(.acknowledged, request: envelope.request))
      #expect(try TestProgram.wait { findings(try tool.order("doctor", "{}")).isEmpty })
      #expect(try count(as: Self.one, in: daemon) == 5)
    }
  }

  @Test("The store of a lockable class is looked at and mended by its own process while it is open")
  func lockableClass() throws {
    try withDaemon(["--trust-claims"]) { daemon in
      try daemon.unlock()
      for app in [Self.one, Self.two] {
        let client = try RawClient(path: daemon.socketPath)
        try client.shakeHands(claiming: app)
        let channel = try client.channel(to: .complete)
        let index = try channel.open("secrets", .complete)
        try channel.put((0..<300).map { "thing \($0) of \(app)" }, into: index)
      }
      let tool = try tool(daemon)
      let sound = try tool.order("doctor", "{}")
      #expect(findings(sound).isEmpty, "\(sound.text())")
      try damage("journal", of: daemon, in: "classes/complete/store")
      let report = try tool.order("doctor", "{}")
      #expect(findings(report, isMended: false).contains { $0.code == "fileDamaged" })
      #expect(report.text().contains("\"class\":\"complete\""), "\(report.text())")
      let mended = findings(try tool.order("doctor", "{\"mend\":true}"), isMended: true)
      #expect(mended.contains { $0.code == "fileDamaged" }, "\(mended)")
      #expect(findings(try tool.order("doctor", "{}")).isEmpty)
      // Nothing of a class that is locked is looked at, and that is said.
      try tool.order("lock", "{}")
      #expect(try tool.waitForEnd() == nil)
      let later = try self.tool(daemon)
      let locked = findings(try later.order("doctor", "{}"))
      #expect(locked.map(\.code) == ["notLookedAt"], "\(locked)")
    }
  }

  @Test("Settings that cannot be read are told of, and only the doctor of everything mends them")
  func settings() throws {
    try withDaemon(["--trust-claims"]) { daemon in
      let tool = try tool(daemon)
      try tool.order("settings.set", "{\"id\":\"a.b\",\"search\":false}")
      let path = daemon.directory + "/config/fresnel/settings.json"
      try FileSystem.write(Array("{\"version\":1,\"apps\":[]}".utf8), to: path)
      daemon.send(.hangUp)
      let isFound = try TestProgram.wait {
        findings(try tool.order("doctor", "{}")).contains { $0.code == "settingsDamaged" }
      }
      #expect(isFound)
      let one = findings(
        try tool.order("doctor", "{\"id\":\"a.b\",\"mend\":true}"), isMended: false)
      #expect(one.contains { $0.code == "settingsDamaged" })
      #expect(one.contains { $0.code == "searchOff" && $0.app == "a.b" })
      let all = findings(try tool.order("doctor", "{\"mend\":true}"), isMended: true)
      #expect(all.contains { $0.code == "settingsDamaged" })
      #expect(try tool.order("settings.get", "{\"id\":\"a.b\"}")["search"] == .boolean(false))
      #expect(findings(try tool.order("doctor", "{}")).isEmpty)
    }
  }

  @Test("A damaged file of paired devices is told of, and what to do about it")
  func devices() throws {
    try withDaemon(["--trust-claims", "--no-avahi", "--handoff-address", "127.0.5.4:0"]) { daemon in
      let tool = try tool(daemon)
      #expect(findings(try tool.order("doctor", "{}")).isEmpty)
      let path = daemon.directory + "/state/fresnel/devices"
      // Its key isn't there either, which is found first.
      try FileSystem.write(Array("FRSNDEVS and what is no file of devices".utf8), to: path)
      try tool.order("handoff.set", "{\"on\":false}")
      try tool.order("handoff.set", "{\"on\":true}")
      let isFound = try TestProgram.wait {
        findings(try tool.order("doctor", "{}")).contains { $0.code == "devicesUnreadable" }
      }
      #expect(isFound)
      let status = try daemon.fresnel(["status"])
      #expect(status.status == 1, "\(status)")
      #expect(status.output.contains("if it is lost, remove $XDG_STATE_HOME/fresnel/devices"))
      #expect(!status.output.contains("until a device is paired"), "\(status.output)")
      try FileSystem.removeFile(path)
      #expect(findings(try tool.order("doctor", "{}")).isEmpty)
    }
  }

  @Test("The commands say what is wrong in words, in JSON and by their status")
  func commands() throws {
    try withDaemon(["--trust-claims"]) { daemon in
      try put(300, as: Self.one, in: daemon)
      func run(_ arguments: String...) throws -> (ending: Command.Ending, text: String) {
        var command = Command(try TestProgram.path("fresnel"), arguments)
        command.environment = daemon.environment
        command.error = .null
        let (ending, output) = try command.capture()
        return (ending, String(decoding: output, as: UTF8.self))
      }
      let sound = try run("doctor")
      #expect(sound.ending == .exited(0), "\(sound.text)")
      #expect(sound.text.contains("nothing wrong"))
      let app = try run("doctor", Self.one)
      #expect(app.ending == .exited(0))
      #expect(app.text.contains("300 items in 1 index"))
      #expect(app.text.contains("no manifest registers it"))
      #expect(try run("doctor", "org.example.nobody").ending == .exited(1))
      let json = try JSONValue.parse(Array(try run("doctor", "--json", Self.one).text.utf8))
      #expect(json["items"] == .integer(300))
      #expect(json["findings"] == .array([]))
      // Damage in the last frame is no more than a write that was cut off.
      try put(300, as: Self.two, in: daemon)
      try damage("journal", of: daemon)
      let damaged = try run("doctor")
      #expect(damaged.ending == .exited(3))
      #expect(damaged.text.contains("error") && damaged.text.contains("fresnel doctor --mend"))
      let mended = try run("doctor", "--mend")
      #expect(mended.ending == .exited(0), "\(mended.text)")
      #expect(mended.text.contains("mended"))
      // The same switch as the screen's lock, on a machine without logind.
      #expect(try run("unlock").ending == .exited(0))
      let locked = try run("lock")
      #expect(locked.ending == .exited(0))
      #expect(locked.text.contains("complete") && locked.text.contains("locked"))
      let unlocked = try run("unlock", "--json")
      let states = try JSONValue.parse(Array(unlocked.text.utf8))
      #expect(states["complete"] == .string("empty"))
      #expect(states["first-unlock"] == .string("open"))
    }
  }
}
