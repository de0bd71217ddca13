import CommandKit
import FresnelModel
import FresnelPlatform
import Testing
import WebTestSupport

@testable import FresnelCommands

@Suite("fresnel validate URL")
struct ValidateURLTests {
  private func withSite(
    _ body: (_ address: String, _ directory: String) async throws -> Void
  ) async throws {
    let server = try ScriptedServer { request in
      switch request.target {
      case "/soup":
        [.page("<title>Soup</title><meta name=apple-itunes-app content='app-id=x'><p>Peas")]
      case "/robots.txt": [.answer(text: "User-agent: *\nDisallow: /soup\n")]
      case "/old": [.answer(301, [("Location", "/soup")], text: "")]
      case "/.well-known/apple-app-site-association":
        [
          .answer(
            200, [("Content-Type", "application/json")],
            text:
              #"{"applinks": {"details": [{"appIDs": ["ABCDE12345.org.example.Soups"], "components": [{"/": "/private", "exclude": true}, {"/": "/soup"}]}]}}"#
          )
        ]
      default: [.answer(404, text: "no")]
      }
    }
    defer { server.stop() }
    try await FileSystem.withTemporaryDirectory { (directory: String) async throws in
      try await body("http://127.0.0.1:\(server.address.port)", directory)
    }
  }

  /// Runs the tool on a thread of its own: it waits there for tasks, which need those of tests.
  private func ran(_ words: [String], in directory: String) async throws -> ToolRun {
    try #require(
      await withCheckedContinuation { continuation in
        let isStarted = DetachedThread.start {
          continuation.resume(returning: ToolRun(words, in: directory, readsEverything: false))
        }
        if !isStarted { continuation.resume(returning: nil) }
      } as ToolRun?)
  }

  /// What a run printed, on one line: where lines end depends on how wide a terminal is.
  private func text(_ run: ToolRun) -> String {
    run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  @Test("a page is fetched, and told of with its site and what to do")
  func page() async throws {
    try await withSite { site, directory in
      let run = try await ran(
        [
          "validate", "--local", "--time", "120", site + "/old", "--app", "org.example.Soups",
          "--test",
          site + "/private",
        ], in: directory)
      #expect(run.status == .incomplete && run.errors.isEmpty)
      for text in [
        "\(site)/old, status 301, to \(site)/soup",
        "the page is shut out by the rules for “*”: line 2,",
        "error blocked-by-robots", "│ Soup",
        "ABCDE12345.org.example.Soups: the site names it (applinks)",
        "the page, \(site)/soup: opens in the app by applinks.details[0].components[1]",
        "\(site)/private: kept out by applinks.details[0].components[0]",
        "To do 1. Let the crawler in",
      ] {
        #expect(self.text(run).contains(text), "\(text) in:\n\(run.output)")
      }
    }
  }

  @Test("a manifest is compared with the site from both sides")
  func manifest() async throws {
    try await withSite { site, directory in
      let manifest = directory + "/Info.plist"
      try FileSystem.write(
        Array(
          #"{"CFBundleIdentifier": "org.example.Soups", "com.apple.developer.associated-domains": ["applinks:127.0.0.1"]}"#
            .utf8), to: manifest)
      let run = try await ran(
        ["validate", "--json", "--local", "--time", "120", site + "/soup", "--app", manifest],
        in: directory)
      let json = try JSONValue.parse(Array(run.output.utf8))
      #expect(json["access"]?["decision"]?["line"] == .integer(2))
      guard case .array(let members)? = json["apps"]?["members"] else {
        Issue.record("a report without apps")
        return
      }
      #expect(members.first?["standing"] == .string("verified"))
      #expect(members.first?["entry"] == .string("applinks:127.0.0.1"))
    }
  }

  @Test("this machine and its network are asked only where that is allowed")
  func refused() async throws {
    try await withSite { site, directory in
      let run = try await ran(["validate", "--json", site + "/soup"], in: directory)
      #expect(run.status == .incomplete)
      #expect(run.output.contains("fetch-refused") && !run.output.contains("Soup"))
      let log = try await ran(
        ["validate", "--sarif", "--local", "--time", "120", site + "/soup"], in: directory)
      #expect(log.output.contains("\"uri\": \"\(site)/soup\""))
    }
  }

  @Test("an association file is tried without asking anybody")
  func offline() async throws {
    try await withSite { _, directory in
      let file = directory + "/apple-app-site-association"
      try FileSystem.write(
        Array(
          #"{"applinks": {"details": [{"appIDs": ["ABCDE12345.a.b"], "components": [{"/": "/x/*"}]}]}}"#
            .utf8),
        to: file)
      let run = try await ran(
        [
          "validate", file, "--url", "https://site.example/.well-known/apple-app-site-association",
          "--test", "https://site.example/x/1", "--test", "https://site.example/y",
        ], in: directory)
      #expect(text(run).contains("https://site.example/x/1: opens in the app"))
      #expect(text(run).contains("https://site.example/y: no rule fits"))
      #expect(text(run).contains("components[0] does not fit: path “"))
    }
  }

  @Test("mistakes are told")
  func mistakes() async throws {
    try await withSite { site, directory in
      for words in [
        ["https://"], [site, "--test", "example"], [site, "--time", "0"], [site, "--time", "x"],
      ] {
        let status = try await ran(["validate"] + words, in: directory).status
        #expect(status == .usage, "\(words)")
      }
      for words in [
        [site, "--app", directory + "/none.plist"], [site, "--certificate", directory + "/none"],
      ] {
        let status = try await ran(["validate"] + words, in: directory).status
        #expect(status == .system, "\(words)")
      }
    }
  }
}
