import CrawlTestSupport
import FresnelEngine
import FresnelModel
import FresnelPlatform
import Glibc
import Synchronization
import Testing
import WebTestSupport

@Suite("fresnel-cloud crawl", .serialized, .timeLimit(.minutes(30)))
struct CrawlCommandTests {
  /// A web of a few hosts, and the tool with a directory of its own.
  private func withWeb(
    hostCount: Int = 3, arrivals: AsyncStream<Void>.Continuation? = nil, wait: Duration = .zero,
    _ body: (ScriptedServer, CloudProgram) async throws -> Void
  ) async throws {
    let port = Atomic<UInt16>(0)
    let server = try ScriptedServer(at: "0.0.0.0") { request in
      arrivals?.yield()
      return [.wait(wait)]
        + PageWeb.answer(request, hostCount: hostCount, port: port.load(ordering: .relaxed))
    }
    defer { server.stop() }
    port.store(server.address.port, ordering: .relaxed)
    try await FileSystem.withTemporaryDirectory(prefix: "crawl") { directory in
      try await body(server, CloudProgram(directory: directory))
    }
  }

  private func seeds(_ server: ScriptedServer, _ count: Int = 3) -> [String] {
    (0..<count).map { "http://\(PageWeb.host($0)):\(server.address.port)/" }
  }

  private static let quickly = ["crawl", "--allow-private", "--delay", "0"]

  @Test("What was crawled is in the index, in numbers for Prometheus and in what status says")
  func whole() async throws {
    try await withWeb { server, program in
      let metrics = "\(program.directory)/crawl.prom"
      let outcome = try await program.run(
        Self.quickly + ["--once", "--json", "--metrics", metrics] + seeds(server))
      #expect(outcome.ending == .exited(0), "\(outcome.errors)")
      let fetched = outcome.events("fetched")
      #expect(fetched.count == server.requests.count)
      #expect(fetched.contains { $0["outcome"] == .string("sitemap") })
      #expect(outcome.events("started").count == 1 && outcome.events("ended").count == 1)

      let index = try CrawledIndex(at: "\(program.directory)/data/fresnel-cloud/index")
      #expect(index.pages.values.contains { $0.attributes[.title] == .string("Kitchen 1") })
      #expect(!index.pages.keys.contains { $0.hasSuffix("/p2") || $0.contains("/secret") })

      let numbers = String(decoding: try FileSystem.contents(of: metrics), as: UTF8.self)
      #expect(numbers.contains("\nfresnel_crawl_requests_total \(fetched.count)\n"))
      #expect(numbers.contains("fresnel_crawl_answers_total{status=\"410\"} 3\n"))
      #expect(numbers.contains("fresnel_index_pages \(index.pages.count)\n"))
      #expect(numbers.contains("fresnel_crawl_answer_seconds_bucket{le=\"+Inf\"}"))

      let status = try await program.run(["status", "--json"])
      let known = try JSONValue.parse(Array(status.output.utf8))
      #expect(known["indexed"] == .integer(Int64(index.pages.count)))
      #expect(known["fetched_sites"] == .integer(3))
      #expect(known["addresses"]?["gone"] == .integer(3))
      #expect(known["joined"]?["duplicates"] == .integer(3))
      #expect(known["joined"]?["canonical"] == .integer(3))
      let text = try await program.run(["status"]).output
      #expect(text.contains("3 are fetched from"))
      #expect(text.contains("forbidden by robots.txt"))
      #expect(text.contains("3 with nearly the same content as another"))

      // The hosts say so: as a program of nobody's base.
      #expect(
        server.requests.allSatisfy { $0.fields["user-agent"]?.hasPrefix("Fresnelbot/") == true })
    }
  }

  @Test("Of every page it can be told why it is in the index or not")
  func reasons() async throws {
    try await withWeb { server, program in
      _ = try await program.run(Self.quickly + ["--once"] + seeds(server))
      let root = "http://\(PageWeb.host(1)):\(server.address.port)"
      for (address, reason, instead) in [
        ("\(root)/p0", "indexed", nil), ("\(root)/p1", "duplicate-of", "\(root)/p0"),
        ("\(root)/p2", "noindex", nil), ("\(root)/p4", "redirection", "\(root)/p5"),
        ("\(root)/p6", "gone", nil), ("\(root)/p7", "canonical", "\(root)/p3"),
        ("\(root)/secret/1", "robots", nil), ("\(root)/secret/never/seen", "robots", nil),
        ("\(root)/lost", "failing", nil), ("\(root)/map.xml", "not_a_page", nil),
        ("\(root)/never/seen", "unknown_address", nil), ("nowhere.example", "unknown_host", nil),
        ("https://outside.example/1", "outside", nil),
      ] as [(String, String, String?)] {
        let outcome = try await program.run(["why", "--json", address])
        let told = try JSONValue.parse(Array(outcome.output.utf8))
        #expect(told["reason"] == .string(reason), "\(address): \(outcome.output)")
        #expect(told["instead"] == instead.map { .string($0) }, "\(address)")
        #expect(outcome.ending == .exited(reason == "indexed" ? 0 : 1), "\(outcome.errors)")
      }
      let robots = try await program.run(["why", "\(root)/secret/1"]).output
      #expect(robots.contains("“disallow: /secret” for “*” in robots.txt"))
      #expect(robots.contains(try Regex("rule +line [0-9]+ of robots.txt")))
      let unknown = try await program.run(["why", "nowhere.example"]).output
      #expect(unknown.contains("“fresnel-cloud crawl nowhere.example”"))
      let unlinked = try await program.run(["why", "\(root)/never/seen"]).output
      #expect(unlinked.contains("sitemap"))
      let copy = try await program.run(["why", "\(root)/p1"]).output
      #expect(copy.contains("\(root)/p0 has the same or nearly the same content."))
    }
  }

  @Test("A crawl that finds nothing says why, and one of the public web says who it is")
  func nothing() async throws {
    let server = try ScriptedServer { _ in [.answer(404)] }
    defer { server.stop() }
    try await FileSystem.withTemporaryDirectory(prefix: "crawl") { directory in
      let program = CloudProgram(directory: directory)
      let none = try await program.run(
        Self.quickly + ["--once", "http://127.0.0.1:\(server.address.port)/"])
      #expect(none.ending == .exited(1))
      #expect(none.errors.contains("no page could be fetched: http://127.0.0.1"))
      // Private addresses are not fetched unless told; the port is another reason.
      let asked = server.requests.count
      let refused = try await program.run([
        "crawl", "--once", "--base-url", "https://search.example/", "--data", "\(directory)/other",
        "http://127.0.0.1:\(server.address.port)/",
      ])
      #expect(refused.ending == .exited(1))
      #expect(server.requests.count == asked)
      #expect(refused.errors.contains("as Fresnelbot/"))
      #expect(refused.errors.contains("(+https://search.example/crawler)"))
      #expect(refused.errors.contains("port-refused; --allow-private fetches"), "\(refused.errors)")
      #expect(!refused.errors.contains("http://\n"), "\(refused.errors)")
      let bare = try await program.run([
        "crawl", "--once", "--base-url", "https://search.example/", "--data", "\(directory)/bare",
        "127.0.0.1:\(server.address.port)",
      ])
      #expect(bare.ending == .exited(1))
      #expect(
        bare.errors.contains("a server that has no TLS is written with http://"), "\(bare.errors)")
    }
  }

  @Test("The first signal has a crawl end with all that was fetched, and the next one goes on")
  func signals() async throws {
    let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)
    try await withWeb(arrivals: arrival, wait: .milliseconds(20)) { server, program in
      let process = Atomic<Int32>(0)
      let signal = Task {
        var count = 0
        for await _ in arrivals {
          count += 1
          if count == 12 { return kill(process.load(ordering: .acquiring), SIGTERM) }
        }
        return -1
      }
      let first = try await program.run(Self.quickly + ["--json"] + seeds(server)) {
        process.store($0, ordering: .releasing)
      }
      #expect(await signal.value == 0)
      #expect(first.ending == .exited(0), "\(first.errors)")
      #expect(first.events("fetched").count == server.requests.count)
      #expect(first.events("indexed").count >= 1)
      let second = try await program.run(Self.quickly + ["--once", "--json"])
      #expect(second.ending == .exited(0), "\(second.errors)")
      #expect(second.events("started").first?["recovered"] == .integer(0))
      let asked = Dictionary(grouping: server.requests, by: { $0.host + $0.target })
      #expect(asked.values.allSatisfy { $0.count == 1 })
      #expect(asked.count > 3 * PageWeb.pagesPerHost)
    }
  }

  @Test("A second crawl of a directory is refused, and so is forgetting; status is not")
  func held() async throws {
    let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)
    try await withWeb(arrivals: arrival) { server, program in
      let process = Atomic<Int32>(0)
      async let running = program.run(Self.quickly + seeds(server)) {
        process.store($0, ordering: .releasing)
      }
      for await _ in arrivals { break }
      let second = try await program.run(Self.quickly + ["--once"] + seeds(server))
      #expect(second.ending == .exited(3))
      #expect(second.errors.contains("fresnel-cloud (process "))
      #expect(second.errors.contains("crawls in \(program.directory)/data/fresnel-cloud already"))
      #expect(try await program.run(["forget", "127.0.0.1"]).ending == .exited(3))
      #expect(try await program.run(["status"]).ending == .exited(0))
      #expect(kill(process.load(ordering: .acquiring), SIGINT) == 0)
      #expect(try await running.ending == .exited(0))
    }
  }

  @Test("An index of which much has changed is one segment after the crawl, which is told")
  func compacts() async throws {
    try await withWeb { server, program in
      let first = try await program.run(
        Self.quickly + ["--once", "--json"] + seeds(server, 1))
      #expect(first.ending == .exited(0), "\(first.errors)")
      let path = "\(program.directory)/data/fresnel-cloud/index"
      // So few pages are merged in memory: they get a file of their own.
      let store = try Store.open(at: path)
      try store.compact()
      store.close()
      // Twice as many pages come.
      let second = try await program.run(Self.quickly + ["--once", "--json"] + seeds(server))
      #expect(second.ending == .exited(0), "\(second.errors)")
      let events = second.events("compacted")
      #expect(events.count >= 1)
      let index = try CrawledIndex(at: path)
      #expect(index.segmentCount == 1)
      // Nothing new, nothing to do.
      let third = try await program.run(Self.quickly + ["--once", "--json"] + seeds(server))
      #expect(third.ending == .exited(0) && third.events("compacted").isEmpty)
      #expect(try CrawledIndex(at: path).differences(from: index).isEmpty)
    }
  }

  @Test("A site that is forgotten is in neither the crawl nor the index")
  func forgetting() async throws {
    try await withWeb { server, program in
      _ = try await program.run(Self.quickly + ["--once"] + seeds(server))
      let path = "\(program.directory)/data/fresnel-cloud/index"
      let host = PageWeb.host(1)
      #expect(try CrawledIndex(at: path).pages.keys.contains { $0.contains("//\(host):") })
      let outcome = try await program.run(["forget", host])
      #expect(outcome.ending == .exited(0), "\(outcome.errors)")
      #expect(outcome.output.hasPrefix("\(host): "))
      let index = try CrawledIndex(at: path)
      #expect(!index.pages.isEmpty)
      #expect(!index.pages.keys.contains { $0.contains("//\(host):") })
      #expect(try await program.run(["forget", "unknown.example"]).ending == .exited(1))
    }
  }

  @Test("--for ends a crawl that has more to do, which the index shows")
  func time() async throws {
    try await withWeb { server, program in
      let outcome = try await program.run(Self.quickly + ["--for", "1s", "--json"] + seeds(server))
      #expect(outcome.ending == .exited(0), "\(outcome.errors)")
      #expect(outcome.events("ended").count == 1)
    }
  }

  @Test(
    "What cannot be done is said in one sentence",
    arguments: [
      (["crawl", "example.org"], 2, "--base-url is missing"),
      (["crawl", "--allow-private", "--no-apps"], 2, "there is no site to begin at"),
      (["crawl", "--allow-private", "ftp://example.org/"], 2, "is no site"),
      (["crawl", "--allow-private", ".."], 2, "is no site"),
      (["crawl", "--allow-private", "*.example.org"], 2, "is no site"),
      (["crawl", "--allow-private", "a..example"], 2, "is no site"),
      (["crawl", "--allow-private", "--certificate", "/none", "a.example"], 4, "/none"),
      (
        ["crawl", "--allow-private", "--certificate", "/dev/null", "a.example"], 4,
        "no certificate"
      ),
      (["crawl", "--allow-private", "--for", "soon", "a.example"], 2, "--for takes a number"),
      (["crawl", "--base-url", "https://a.example/", "--delay", "0"], 2, "needs --allow-private"),
      (["crawl", "--base-url", "nowhere", "a.example"], 2, "--base-url takes an address"),
      (
        ["crawl", "--allow-private", "--parallel", "0", "a.example"], 2, "--parallel takes a number"
      ),
      (["crawl", "--allow-private", "--list", "/none", "a.example"], 4, "/none"),
      (["crawl", "--allow-private", "--data", "/proc/none", "a.example"], 4, "/proc/none"),
      (["status", "--data", "/none"], 1, "there was no crawl in /none yet"),
      (["why", "--data", "/none", "a.example"], 1, "there was no crawl in /none yet"),
      (["why", "ftp://a.example/"], 2, "is no address of a page"),
      (["forget", "--data", "/none", "a.example"], 1, "there was no crawl in /none yet"),
    ])
  func mistakes(arguments: [String], status: Int32, text: String) async throws {
    try await FileSystem.withTemporaryDirectory(prefix: "crawl") { directory in
      let outcome = try await CloudProgram(directory: directory).run(arguments)
      #expect(outcome.ending == .exited(status))
      #expect(outcome.errors.contains(text), "\(outcome.errors)")
      #expect(outcome.errors.split(separator: "\n").count <= 2)
    }
  }

  /// Installs an app whose manifest has some more lines.
  private func install(_ lines: String, in program: CloudProgram) throws {
    let manifests = "\(program.directory)/data/fresnel/apps"
    try FileSystem.createDirectory(manifests)
    try FileSystem.write(
      Array(
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0"><dict>
        <key>CFBundleIdentifier</key><string>com.example.recipes</string>
        <key>CFBundleName</key><string>Recipes</string>
        \(lines)</dict></plist>
        """.utf8), to: "\(manifests)/com.example.recipes.plist")
  }

  @Test("The sites that installed apps name are crawled")
  func apps() async throws {
    try await FileSystem.withTemporaryDirectory(prefix: "crawl") { directory in
      let program = CloudProgram(directory: directory)
      try install(
        """
        <key>com.apple.developer.associated-domains</key><array>
        <string>applinks:*.recipes.invalid</string><string>applinks:recipes.invalid</string></array>
        <key>FresnelSupportURL</key><string>https://help.invalid/recipes</string>
        """, in: program)
      let outcome = try await program.run(Self.quickly + ["--for", "1s", "--json"])
      #expect(outcome.events("started").first?["sites"] == .integer(2), "\(outcome.errors)")
    }
  }

  @Test("The sites of an app that is installed while a crawl runs are crawled too")
  func appsThatCome() async throws {
    let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)
    try await withWeb(arrivals: arrival) { server, program in
      let process = Atomic<Int32>(0)
      async let running = program.run(Self.quickly + ["--index-every", "1"] + seeds(server, 1)) {
        process.store($0, ordering: .releasing)
      }
      let new = "http://\(PageWeb.host(2)):\(server.address.port)/p3"
      var isInstalled = false
      for await _ in arrivals {
        if !isInstalled {
          isInstalled = true
          try install("<key>FresnelMarketingURL</key><string>\(new)</string>", in: program)
        }
        if server.requests.contains(where: { $0.host == PageWeb.host(2) && $0.target == "/p3" }) {
          break
        }
      }
      #expect(kill(process.load(ordering: .acquiring), SIGTERM) == 0)
      #expect(try await running.ending == .exited(0))
    }
  }

  @Test("Of a host that has too much to do it is told at once, and when it is asked again")
  func overloaded() async throws {
    let server = try ScriptedServer { _ in
      [.answer(503, [("Retry-After", "3000")], text: "later")]
    }
    defer { server.stop() }
    try await FileSystem.withTemporaryDirectory(prefix: "crawl") { directory in
      let program = CloudProgram(directory: directory)
      let site = "http://127.0.0.1:\(server.address.port)"
      let outcome = try await program.run(Self.quickly + ["--once", "--no-apps", "\(site)/"])
      #expect(outcome.ending == .exited(1))
      #expect(
        outcome.errors.contains("\(site) answers with status 503; it is asked again in"),
        "\(outcome.errors)")
    }
  }
}
