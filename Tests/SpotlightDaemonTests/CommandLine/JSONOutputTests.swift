import FresnelModel
import FresnelPlatform
import Testing

/// Runs the commands with `--json` and compares what they write with `Documentation/json.md`.
@Suite("JSON for programs", .serialized, .timeLimit(.minutes(30)))
struct JSONOutputTests {
  private let check: JSONOutputCheck

  init() throws {
    check = try JSONOutputCheck()
  }

  @Test("what commands write about items is as described, and an empty list is no line")
  func items() throws {
    try FresnelProgram.withBoth { fresnel in
      let lines = try fresnel.file(
        "films.jsonl",
        """
        {"id":"a","domain":"one","title":"Alien","supportsPhoneCall":true,"phoneNumbers":["+1"],"expires":"2099-01-01"}
        {"id":"b","title":"Brazil","rating":4.5,"com_example_seen":true}
        """)
      let bad = try fresnel.file("bad.jsonl", "no JSON\n")
      if fresnel.hasDaemon {
        try check("items", of: fresnel, lines: 0, errors: ["Totals"])
      } else {
        try check("items", of: fresnel, lines: 0, errors: ["Errors"])
      }
      try check("index", [lines, "--app", "films"], of: fresnel, lines: 1)
      try check("index", [bad], of: fresnel, lines: 1, errors: ["Warnings"])
      try check("index", [fresnel.directory + "/none"], of: fresnel, lines: 0, errors: ["Errors"])
      try check("search", ["alien"], of: fresnel, lines: 1, errors: ["Totals"])
      try check("search", ["nothing"], of: fresnel, lines: 0, errors: ["Totals"])
      try check("search", ["alien", "--count"], of: fresnel, lines: 1)
      try check("search", ["alien", "--nonsense"], of: fresnel, lines: 0, errors: ["Errors"])
      let all = ["title == \"*\"", "--attributes", "*"]
      try check("query", all, of: fresnel, lines: 2, errors: ["Totals"])
      try check("query", all + ["-n", "1"], of: fresnel, lines: 1, errors: ["Totals"])
      try check("query", ["title ==="], of: fresnel, lines: 0, errors: ["Errors"])
      try check("items", of: fresnel, lines: 2, errors: ["Totals"])
      try check("items", ["--domain", "none"], of: fresnel, lines: 0, errors: ["Totals"])
      try check("show", ["a"], of: fresnel, lines: 1)
      try check("show", ["none"], of: fresnel, lines: 0, errors: ["Errors"])
      try check("explain", ["alien", "a"], of: fresnel, lines: 1)
      try check("explain", ["title == \"x\" || rating > 2", "b"], of: fresnel, lines: 1)
      try check("stats", of: fresnel, lines: 1)
      try check("check", of: fresnel, lines: 1)
      try check("compact", of: fresnel)
      try check("compact", ["--app", "films"], of: fresnel, lines: 1)
      try check("compact", ["--app", "none"], of: fresnel, lines: 0, errors: ["Errors"])
      let entry = "[Desktop Entry]\nType=Application\nName=Writer\nExec=true\n"
      _ = try fresnel.file("system/applications/writer.desktop", entry)
      try check("import", ["applications"], of: fresnel, lines: 1)
      try check("logs", ["org.example.none"], of: fresnel, lines: 0, errors: ["Errors"])
      // Whether there is a journal here is another matter.
      try check("logs", of: fresnel, errors: nil)
      let log = fresnel.directory + "/state/fresnel/extension-logs"
      try FileSystem.createDirectory(log)
      try FileSystem.write(Array("one\n\u{1b}two\n".utf8), to: log + "/org.example.app.log")
      try check("logs", ["org.example.app"], of: fresnel, lines: 2)
      try check("open", ["none"], of: fresnel, lines: 0, errors: ["Errors"])
      try check("delete", ["a"], of: fresnel, lines: 1)
      try check("delete", ["a", "--domain", "x"], of: fresnel, lines: 1, errors: ["Warnings"])
    }
  }

  @Test("a total says how many results there are besides those that are shown")
  func totals() throws {
    try FresnelProgram.withFiles { fresnel in
      let lines = (0..<30).map { "{\"id\":\"\($0)\",\"title\":\"Film \($0)\"}" }
      let path = try fresnel.file("films.jsonl", lines.joined(separator: "\n"))
      _ = try fresnel("index", path)
      let run = try fresnel("search", "film", "--json", "-n", "7")
      #expect(try run.objects().count == 7)
      let total = try #require(try run.errorObjects().last)
      #expect(total["total"] == .integer(30))
      #expect(total["shown"] == .integer(7))
    }
  }

  @Test("where the daemon gives fewer results than were asked for, that is said")
  func mostResults() throws {
    try FresnelProgram.withDaemonProcess { fresnel, _ in
      let lines = (0..<1005).map { "{\"id\":\"\($0)\",\"title\":\"Film \($0)\"}" }
      let path = try fresnel.file("films.jsonl", lines.joined(separator: "\n"))
      #expect(try fresnel("index", path).status == 0)
      let more = try fresnel("search", "film", "--json", "-n", "2000")
      #expect(try more.objects().count == 1000)
      #expect(more.errors.contains("the daemon gives 1000 results at most"))
      #expect(try more.errorObjects().last?["total"] == .integer(1005))
      #expect(try !fresnel("search", "film", "-n", "1000").errors.contains("at most"))
      let place = try fresnel("search", "film", "--open", "1001")
      #expect(place.status == 2)
      #expect(place.errors.contains("only the first 1000 results"))
    }
  }

  @Test("what commands write about apps and links is as described")
  func apps() throws {
    try FresnelProgram.withBoth { fresnel in
      let app = "org.example.writer"
      let manifest = try fresnel.file(
        "writer.json",
        """
        {"CFBundleIdentifier":"\(app)","CFBundleName":"Writer","FresnelExecutable":"/usr/bin/env",
         "com.apple.developer.associated-domains":["applinks:example.org"]}
        """)
      let broken = try fresnel.file("broken.json", "{}")
      try check("app list", of: fresnel, lines: 0)
      try check("settings", of: fresnel, lines: 0)
      try check("links list", of: fresnel, lines: 0)
      try check("app install", ["--offline", manifest], of: fresnel, lines: 1)
      try check("app install", ["--offline", manifest], of: fresnel, lines: 0, errors: ["Errors"])
      try check("app install", ["--offline", broken], of: fresnel, lines: 1)
      try check("app list", of: fresnel, lines: 1)
      try check("app show", [app], of: fresnel, lines: 1)
      try check("app show", ["org.example.none"], of: fresnel, lines: 0, errors: ["Errors"])
      try check("app doctor", of: fresnel, lines: 1)
      try check("settings", [app, "--search", "off"], of: fresnel, lines: 1)
      try check("links list", of: fresnel, lines: 1)
      try check("links check", ["https://example.org/a"], of: fresnel, lines: 1)
      try check("links prefer", ["example.org", "browser"], of: fresnel, lines: 1)
      try check("links unregister", of: fresnel, lines: 1)
      _ = try fresnel.file(
        "config/mimeapps.list",
        "[Default Applications]\nx-scheme-handler/http=web.desktop\nx-scheme-handler/https=web.desktop\n"
      )
      _ = try fresnel.file(
        "data/applications/web.desktop",
        "[Desktop Entry]\nType=Application\nName=Web\nExec=true %u\n")
      // There is no display in the program's environment, which it says.
      try check("open", ["https://example.net/"], of: fresnel, lines: 1, errors: ["Warnings"])
      try check("links register", of: fresnel, lines: 1)
      try check("links unregister", of: fresnel, lines: 1)
      try check("app remove", [app], of: fresnel, lines: 1)
      try check("links verify", of: fresnel, lines: 0)
      try check("web on", ["https://search.example.org"], of: fresnel, lines: 1)
      try check("web show", of: fresnel, lines: 1)
      try check("web off", of: fresnel, lines: 1)
      let page = try fresnel.file("page.html", "<title>Soup</title><p>Soup.")
      var inside = fresnel
      inside.workingDirectory = fresnel.directory
      _ = try fresnel.file("tool.py", "#!/usr/bin/env python3\n")
      try check("app init", ["tool.py"], of: inside, lines: 1)
      try check("app init", ["tool.py"], of: inside, lines: 0, errors: ["Errors"])
      try check("validate", [page], of: fresnel, lines: 1, errors: ["Warnings"])
      try check(
        "validate", [page, "--url", "https://example.org/soup"], of: fresnel, lines: 1)
      try check("version", of: fresnel, lines: 1)
    }
  }

  @Test("what the daemon reports is as described")
  func daemon() throws {
    try FresnelProgram.withDaemonProcess { fresnel, _ in
      try check("status", of: fresnel, lines: 1)
      try check("doctor", of: fresnel, lines: 1)
      try check("pause", ["1h"], of: fresnel, lines: 1)
      try check("resume", of: fresnel, lines: 1)
      // Whether a class can be locked and opened here is another matter.
      try check("lock", of: fresnel, lines: 1, errors: nil)
      try check("unlock", of: fresnel, lines: 1, errors: nil)
      let protect = "protect passphrase"
      let words = ["--class", "complete", "--passphrase-descriptor", "0"]
      try check(protect, words, of: fresnel, lines: 0, errors: ["Errors"])
      try check(protect, words, of: fresnel, lines: 3, input: "typed\n")
      try check("history list", of: fresnel, lines: 0, errors: ["Totals"])
      try check("history off", of: fresnel, lines: 0, errors: ["Errors"])
      try check("history off", ["--yes"], of: fresnel, lines: 1)
      try check("history on", of: fresnel, lines: 1)
      try check("history delete", ["--all"], of: fresnel, lines: 1)
      try check("handoff off", of: fresnel, lines: 1)
      let app = ["org.example.writer"]
      try check("handoff on", app, of: fresnel, lines: 0, errors: ["Errors"])
      let manifest = #"{"CFBundleIdentifier":"org.example.writer"}"#
      _ = try fresnel.file("data/fresnel/apps/org.example.writer.plist", manifest)
      try check("handoff on", app, of: fresnel, lines: 1)
      try check("continue", ["--list", "soup"], of: fresnel, lines: 0, errors: ["Errors"])
    }
    try FresnelProgram.withFiles { fresnel in
      try check("status", of: fresnel, lines: 1)
    }
  }
}
