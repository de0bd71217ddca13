import CommandKit
import FresnelModel
import FresnelPlatform
import Testing
import WebTestSupport

@testable import FresnelCommands

@Suite("Searches that ask a public index too")
struct WebSearchCommandTests {
  private static let answer = """
    {"query":"third","results":[
    {"url":"https://films.example/third-man","title":"The Third Man at Films","type":"Movie",
    "description":"Vienna after the war.","rating":{"value":4.55,"best":5,"count":1200}},
    {"url":"https://films.example/tokyo/?utm_source=x","title":"Known by its page"},
    {"url":"https://other.example/1","title":"Known by its link","deep_link":{"url":"films://metropolis"}},
    {"url":"https://other.example/2","title":"Two"},{"url":"https://other.example/3","title":"Three"},
    {"url":"https://other.example/4","title":"Four"},{"url":"https://other.example/5","title":"Five"},
    {"url":"https://other.example/6","title":"Six"}]}
    """

  /// A store with three films, and a server that answers in its own way.
  private func withFilms(
    _ script: @escaping ScriptedServer.Script = { _ in [.answer(text: Self.answer)] },
    _ body: (_ directory: String, _ server: ScriptedServer) throws -> Void
  ) throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let lines = """
        {"id":"1","title":"Third Man"}
        {"id":"films://metropolis","title":"Third Metropolis"}
        {"id":"3","title":"東京物語, the third","url":"http://films.example/tokyo/"}
        """
      try FileSystem.write(Array(lines.utf8), to: directory + "/films.jsonl")
      let index = ToolRun(
        "index", directory + "/films.jsonl", "--app", "films", in: directory)
      #expect(index.status == .success, "\(index.errors)")
      try body(directory, ScriptedServer(script: script))
    }
  }

  /// Switches it on, with all the time in the world.
  private func switchOn(_ server: ScriptedServer, _ directory: String, within: Int = 60_000) {
    let run = ToolRun(
      "web", "on", "http://127.0.0.1:\(server.address.port)/", "--within", "\(within)",
      in: directory)
    #expect(run.status == .success, "\(run.errors)")
  }

  @Test("nobody is asked until the person says so, nor after it is switched off")
  func offByDefault() throws {
    try withFilms { directory, server in
      #expect(ToolRun("search", "third", in: directory).status == .success)
      let refused = ToolRun("search", "--web", "third", in: directory)
      #expect(refused.status == .usage && refused.errors.contains("fresnel web on https://"))
      switchOn(server, directory)
      #expect(ToolRun("search", "third", "--no-web", in: directory).status == .success)
      #expect(ToolRun("web", "off", in: directory).output.contains("stays here"))
      let search = ToolRun("search", "third", in: directory)
      #expect(search.output.contains("Third Man") && !search.output.contains("On the web"))
      #expect(server.connectionCount == 0)
      // The server is remembered for who asks this once.
      #expect(ToolRun("search", "--web", "third", in: directory).output.contains("On the web"))
      #expect(server.requests.count == 1)
    }
  }

  @Test("results of the web stand below all others, five of them, none that stands above")
  func merged() throws {
    try withFilms { directory, server in
      switchOn(server, directory)
      let search = ToolRun("search", "third", in: directory)
      #expect(search.status == .success && search.errors.contains("3 items match"))
      let parts = search.output.split(separator: "\nOn the web\n")
      try #require(parts.count == 2, "\(search.output)")
      #expect(parts[0].contains("東京物語") && parts[0].contains("Third Metropolis"))
      #expect(
        parts[1]
          == """
          The Third Man at Films   Movie · films.example   https://films.example/third-man
              ★ 4.6 (1,200)  Vienna after the war.
          Two   other.example   https://other.example/2
          Three   other.example   https://other.example/3
          Four   other.example   https://other.example/4
          Five   other.example   https://other.example/5

          """)
      #expect(
        server.requests.map(\.target) == ["/v1/search?q=third&prefix=1&limit=10"])
    }
  }

  @Test("programs are told which results are of the web")
  func json() throws {
    try withFilms { directory, server in
      switchOn(server, directory)
      let search = ToolRun("search", "--json", "third", in: directory)
      let lines = try search.output.split(separator: "\n").map {
        try JSONValue.parse(Array($0.utf8))
      }
      #expect(lines.count == 8)
      #expect(lines.prefix(3).allSatisfy { $0["source"] == nil && $0["app"] != nil })
      #expect(lines.dropFirst(3).allSatisfy { $0["source"] == .string("web") })
      #expect(lines[3]["url"] == .string("https://films.example/third-man"))
      #expect(lines[3]["rating"]?["count"] == .integer(1200))
    }
  }

  @Test("what the web alone has is something found")
  func webAlone() throws {
    try withFilms { directory, server in
      switchOn(server, directory)
      let search = ToolRun("search", "nothing", "here", in: directory)
      #expect(search.status == .success && search.output.contains("Two   other.example"))
      #expect(ToolRun("search", "nothing", "--no-web", in: directory).status == .incomplete)
    }
  }

  @Test("a server that does not answer costs its time and nothing else")
  func silence() throws {
    try withFilms({ _ in [.hang] }) { directory, server in
      switchOn(server, directory, within: 50)
      let search = ToolRun("search", "third", in: directory)
      #expect(search.status == .success && search.errors.hasPrefix("3 items match"))
      #expect(!search.output.contains("On the web") && !search.errors.contains("127.0.0.1"))
      let asked = ToolRun("search", "--web", "third", in: directory)
      #expect(asked.status == .success && asked.errors.contains("did not answer in time"))
    }
  }

  @Test("an answer that cannot be understood is none")
  func damage() throws {
    try withFilms({ _ in [.page("<html>")] }) { directory, server in
      switchOn(server, directory)
      let search = ToolRun("search", "--web", "third", in: directory)
      #expect(search.status == .success && !search.output.contains("On the web"))
      #expect(search.errors.contains("The answer cannot be understood: it is no JSON\n"))
    }
  }

  @Test("searches about what is here, and what looks like it, ask nobody")
  func limited() throws {
    try withFilms { directory, server in
      switchOn(server, directory)
      for arguments in [
        ["search", "third", "--app", "films"], ["search", "third", "--count"],
        ["search", "third", "--sort", "title"],
        ["search", "third", "--store", directory + "/store"],
        ["search", "third", "4111 1111 1111 1111"], ["search", "t"],
        ["query", "title == \"Third*\""],
      ] {
        let run = ToolRun(arguments, in: directory, readsEverything: false)
        #expect(run.status != .usage && !run.output.contains("On the web"), "\(run.errors)")
      }
      for arguments in [
        ["--app", "films"], ["--count"], ["--sort", "title"], ["--open", "1"], ["--no-web"],
      ] {
        let run = ToolRun(
          ["search", "third", "--web"] + arguments, in: directory, readsEverything: false)
        #expect(run.status == .usage && run.errors.contains("go together"))
      }
      let kept = ToolRun("search", "--web", "ada@example.com", in: directory)
      #expect(kept.errors.contains("was not sent to the web"))
      #expect(server.connectionCount == 0)
    }
  }

  @Test("who is asked is said when it is switched on, has to be proven, and can be looked up")
  func switching() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      #expect(ToolRun("web", "show", in: directory).output.contains("the web is not searched"))
      let nobody = ToolRun("web", "on", in: directory)
      #expect(nobody.status == .usage && nobody.errors.contains("name one: fresnel web on"))
      for address in ["http://search.example/", "search.example", "https://a:b@c.example/"] {
        #expect(ToolRun("web", "on", address, in: directory).status == .usage)
      }
      #expect(
        ToolRun("web", "on", "https://a.example", "--within", "1", in: directory).status == .usage)
      #expect(!FileSystem.exists(directory + "/.config/fresnel/settings.json"))
      let on = ToolRun("web", "on", "https://search.example", in: directory)
      #expect(on.output.hasPrefix("the web is searched by search.example\nWhat you type"))
      #expect(on.output.contains("fresnel web off ends it"))
      #expect(
        ToolRun("web", "show", "--json", in: directory).output
          == "{\"search\":true,\"server\":\"https://search.example/\",\"milliseconds\":600}\n")
      #expect(ToolRun("web", "off", in: directory).status == .success)
      let again = ToolRun("web", "on", "--within", "900", "--json", in: directory)
      #expect(again.output.contains("\"milliseconds\":900") && again.output.contains("true"))
    }
  }

  @Test("settings that cannot be understood have nobody asked")
  func damagedSettings() throws {
    try withFilms { directory, server in
      switchOn(server, directory)
      let path = directory + "/.config/fresnel/settings.json"
      let text = String(decoding: try FileSystem.contents(of: path), as: UTF8.self)
      try FileSystem.write(Array(text.replacing("true", with: "7").utf8), to: path)
      let search = ToolRun("search", "third", in: directory)
      #expect(search.status == .success && search.errors.contains("damaged"))
      // Written by hand: nothing goes out in the clear.
      try FileSystem.write(
        Array(text.replacing("127.0.0.1", with: "search.example").utf8), to: path)
      let clear = ToolRun("search", "third", in: directory)
      #expect(clear.status == .usage && clear.errors.contains("https://"))
      #expect(server.connectionCount == 0)
    }
  }
}
