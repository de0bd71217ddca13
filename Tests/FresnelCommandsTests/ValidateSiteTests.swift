import CommandKit
import FresnelModel
import FresnelPlatform
import Synchronization
import Testing
import WebTestSupport

@testable import FresnelCommands

@Suite("fresnel validate --site")
struct ValidateSiteTests {
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

  @Test("in a check before a site is published, known findings pass and new ones fail")
  func baseline() async throws {
    let hasNewMistake = Atomic(false)
    let port = Atomic<UInt16>(0)
    let server = try ScriptedServer { request in
      let site = "http://127.0.0.1:\(port.load(ordering: .relaxed))"
      switch request.target {
      case "/": return [.page("<title>Home</title><p>Soups")]
      case "/soups/1": return [.page("<meta name=apple-itunes-app content='app-id=x'><p>Peas")]
      case "/soups/2":
        let isNew = hasNewMistake.load(ordering: .relaxed)
        let script = isNew ? "<script type='application/ld+json'>{</script>" : ""
        return [.page("<meta name=apple-itunes-app content='app-id=x'>\(script)<p>Leek")]
      case "/sitemap.xml": return [.answer(text: "\(site)/soups/1\n\(site)/soups/2\n")]
      default: return [.answer(404, text: "no")]
      }
    }
    defer { server.stop() }
    port.store(server.address.port, ordering: .relaxed)
    let site = "http://127.0.0.1:\(server.address.port)/"
    try await FileSystem.withTemporaryDirectory { (directory: String) async throws in
      let words = ["validate", "--local", "--site", site]
      let file = "\(directory)/findings.json"
      let first = try await ran(words, in: directory)
      #expect(first.status == .incomplete && first.errors.isEmpty, "\(first.errors)")
      #expect(first.output.contains("3 pages looked at, 2 listed in sitemaps, "), "\(first.output)")
      #expect(first.output.contains("error title-missing on 2 pages"), "\(first.output)")

      let missing = try await ran(words + ["--baseline", file], in: directory)
      #expect(missing.status == .system && missing.errors.contains("--write-baseline"))

      let written = try await ran(words + ["--write-baseline", file], in: directory)
      #expect(written.status == .success, "\(written.errors)")
      let known = try await ran(words + ["--baseline", file, "--strict"], in: directory)
      #expect(known.status == .success, "\(known.output)")
      #expect(!known.output.contains("title-missing"))

      hasNewMistake.store(true, ordering: .relaxed)
      let worse = try await ran(words + ["--baseline", file, "--json"], in: directory)
      #expect(worse.status == .incomplete)
      let report = try JSONValue.parse(Array(worse.output.utf8))
      #expect(report["worst"] == .string("error") && report["pages"] == .integer(3))
      let text = try await ran(words + ["--baseline", file], in: directory)
      #expect(text.output.contains("jsonld-syntax") && !text.output.contains("title-missing"))

      try FileSystem.write(Array("{".utf8), to: file)
      let damaged = try await ran(words + ["--baseline", file], in: directory)
      #expect(damaged.status == .system && damaged.errors.contains("no file of known findings"))
    }
  }

  @Test("a check that looked at no page fails, and says why not all were looked at")
  func nothingLookedAt() async throws {
    let server = try ScriptedServer { request in
      request.target == "/robots.txt"
        ? [.answer(text: "User-agent: *\nCrawl-delay: 30\n")] : [.page("<title>Home</title>")]
    }
    defer { server.stop() }
    let site = "http://127.0.0.1:\(server.address.port)/"
    try await FileSystem.withTemporaryDirectory { (directory: String) async throws in
      let run = try await ran(
        ["validate", "--local", "--time", "1", "--site", site], in: directory)
      #expect(run.status == .incomplete, "\(run.output)")
      #expect(run.errors.contains("--time"), "\(run.errors)")
    }
  }

  @Test(
    "what does not go together is refused before anything is fetched",
    arguments: [
      ["--site", "page.html"], ["--site", "https://a.example/", "https://b.example/"],
      ["--site", "https://a.example/", "--sarif"], ["https://a.example/", "--baseline", "f"],
      ["--site", "https://a.example/", "--pages", "0"],
      ["--site", "https://a.example/", "--time", "x"], ["https://a.example/", "--time", "601"],
    ])
  func usage(words: [String]) async throws {
    try await FileSystem.withTemporaryDirectory { (directory: String) async throws in
      let run = try await ran(["validate"] + words, in: directory)
      #expect(run.status == .usage, "\(run.output)\(run.errors)")
    }
  }
}
