import FresnelModel
import FresnelPlatform
import SpotlightWire
import Testing
import WireTestSupport

/// Compares what commands about devices, Handoff, history and apps without a manifest write with
/// `Documentation/json.md`; each needs something that was there before.
@Suite("JSON about what others did", .serialized, .timeLimit(.minutes(30)))
struct JSONDeviceTests {
  private let check: JSONOutputCheck

  init() throws {
    check = try JSONOutputCheck()
  }

  @Test("what commands write about devices and what is open on them is as described")
  func devices() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let devices = try PairedDaemons(in: directory)
      defer { devices.end() }
      try devices.pair()
      let shown = String(
        decoding: try FileSystem.contents(of: devices.desk.directory + "/pairing"), as: UTF8.self)
      let lines = try shown.split(separator: "\n").map { try JSONValue.parse(Array($0.utf8)) }
      #expect(lines.count == 2, "\(shown)")
      for line in lines { #expect(try check.faults(of: line, "devices pair") == [], "\(shown)") }
      let laptop = FresnelProgram(
        directory: devices.laptop.directory, environment: devices.laptop.environment,
        hasDaemon: true)
      try check("devices pair", ["nonsense"], of: laptop, lines: 0, errors: ["Errors"])
      try check("handoff accept", of: laptop, lines: 0, errors: ["Errors"])
      try devices.cook()
      try devices.waitForOffer()
      try check("handoff list", of: laptop, lines: 1)
      let accepted = try check("handoff accept", ["--time"], of: laptop, lines: 1)
      #expect(accepted.first?["way"] == .integer(3), "\(accepted)")
      try check("devices list", of: laptop, lines: 1)
      try check("devices address", ["desk", "desk.example.org:28470"], of: laptop, lines: 1)
      try check("devices address", ["nobody"], of: laptop, lines: 0, errors: ["Errors"])
      try check("devices forget", ["nobody"], of: laptop, lines: 0, errors: ["Errors"])
      try check("devices forget", ["desk"], of: laptop, lines: 1)
      try check("devices list", of: laptop, lines: 0, errors: nil)
    }
  }

  @Test("history with entries, and what opens an item, are as described")
  func history() throws {
    try RecipesApp.withDaemon("take") { daemon, _ in
      let fresnel = FresnelProgram(
        directory: daemon.directory, environment: daemon.environment, hasDaemon: true)
      let app = try daemon.client(claiming: RecipesApp.identifier)
      guard case .historyOpened(let history) = try app.ask(.openHistory) else {
        throw RawClient.Failure.ended
      }
      for (title, page) in [("Tomato bisque", nil), ("Stew", "https://example.org/stew")] {
        let visit = WireActivity(
          type: "org.example.view", title: title, webpage: page, flags: [.search])
        let answer = try app.ask(
          .donate(DonateActivity(handle: history.handle, isVisit: true, activity: visit)))
        #expect(answer == .donated(.new))
      }
      try check("history list", of: fresnel, lines: 2, errors: ["Totals"])
      try check("history list", ["-n", "1"], of: fresnel, lines: 1, errors: ["Totals"])
      let opened = try check("open", ["--time", "soup"], of: fresnel, lines: 1)
      #expect(opened.first?["with"] == .string("app"), "\(opened)")
      #expect(opened.first?["name"] == .string("Recipes"), "\(opened)")
      #expect(opened.first?["milliseconds"] != nil, "\(opened)")
      try check("open", ["stew"], of: fresnel, lines: 0, errors: ["Errors"])
      let chosen = try check("history choices", of: fresnel, lines: 1, errors: ["Totals"])
      #expect(chosen.first?["id"] == .string("soup"), "\(chosen)")
      try check("history searches", of: fresnel, lines: 0, errors: ["Totals"])
      let forgotten = try check("history forget", ["soup"], of: fresnel, lines: 1)
      #expect(forgotten.first?["forgotten"] == .integer(1), "\(forgotten)")
      try check("history choices", of: fresnel, lines: 0, errors: ["Totals"])
      try marks(of: fresnel)
      try daemon.stop()
    }
  }

  /// Pins, names and hides an item, finds that in searches, and takes it back.
  private func marks(of fresnel: FresnelProgram) throws {
    func first(_ text: String) throws -> JSONValue? {
      try fresnel("search", text, "--json").objects().first?["id"]
    }
    // The classes that can be locked are, here.
    try check("mark list", of: fresnel, lines: 0, errors: ["Warnings"])
    let pinned = try check("mark pin", ["zzz pin", "soup"], of: fresnel, lines: 1)
    #expect(pinned.first?["id"] == .string("soup"), "\(pinned)")
    #expect(try first("ZZZ pin") == .string("soup"))
    try check("mark alias", ["qqq", "soup"], of: fresnel, lines: 1)
    #expect(try first("qq") == .string("soup"))
    let explained = try fresnel("explain", "soup", "soup", "--json").objects()
    #expect(
      explained.first?["marks"]
        == .array([.string("pinned for “zzz pin”"), .string("alias “qqq”")]),
      "\(explained)")
    try check("mark hide", ["soup"], of: fresnel, lines: 1)
    #expect(try first("qqq") == nil)
    let queried = try fresnel("query", "title == \"*\"", "--json").objects()
    #expect(queried.contains { $0["id"] == .string("soup") }, "\(queried)")
    try check("mark list", of: fresnel, lines: 1, errors: ["Warnings"])
    let part = try fresnel("mark", "list")
    #expect(part.status == 1 && part.output.hasPrefix("soup ("), "\(part)")
    #expect(part.errors.contains("some marks are locked"), "\(part)")
    try check(
      "mark remove", ["--index", "none of it", "soup"], of: fresnel, lines: 0, errors: ["Warnings"])
    try check("mark remove", ["--hidden", "soup"], of: fresnel, lines: 1)
    #expect(try first("qqq") == .string("soup"))
    try check("mark remove", ["soup"], of: fresnel, lines: 1)
    #expect(try first("qqq") == nil)
    try check("mark remove", ["soup"], of: fresnel, lines: 0, errors: ["Warnings"])
    try check("mark pin", ["a", "nowhere"], of: fresnel, lines: 0, errors: ["Errors"])
    try check("mark list", of: fresnel, lines: 0, errors: ["Warnings"])
  }

  @Test("what commands write about adopted items is as described, also when nothing is left")
  func adoption() throws {
    try FresnelProgram.withDaemonProcess { fresnel, daemon in
      let (app, former) = ("org.example.writer", "org.example.former")
      let client = try daemon.client(claiming: former)
      try client.put(["one", "two"], into: try client.open("", ProtectionClass.none))
      _ = try fresnel.file(
        "data/fresnel/apps/\(app).plist",
        #"{"CFBundleIdentifier":"\#(app)","FresnelExecutable":"/usr/bin/env"}"#)
      let words = [app, "--from", former]
      let adopted = try check("app adopt", words, of: fresnel, lines: 1)
      #expect(adopted.first?["items"] == .integer(2), "\(adopted)")
      try check("app adopt", words, of: fresnel, lines: 0, errors: ["Errors"])
      try check("app adopt", [app], of: fresnel, lines: 0, errors: ["Errors"])
    }
  }
}
