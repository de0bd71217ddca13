import Testing
import WebAddresses
import WebFetching

@testable import WebResults

@Suite("What leaves the machine, and where it goes")
struct WebQuestionTests {
  @Test(
    "words are sent as they were typed, with one space between them",
    arguments: [
      ("tomato soup", "tomato soup"), ("  Tomato   so ", "Tomato so"), ("東京", "東京"),
      ("don't", "don't"), ("ada 12345678", "ada 12345678"), ("C++ & C#", "C++ & C#"),
      ("50% off?", "50% off?"), ("24/7 TCP/IP", "24/7 TCP/IP"), ("node.js", "node.js"),
    ])
  func sent(typed: String, text: String) throws {
    #expect(try WebQuestion(typed).text == text)
  }

  @Test(
    "what looks as if it were meant for this machine stays here",
    arguments: [
      "", " ", "a", "a!", "- -", "title == \"soup\"", "a < b", "year>1949", "InRange(a,1,2)",
      "inRange(a,1,2)", "InRange (a, 1, 2)", "inrange  (a,1,2)",
      "/home/ada/notes", "~/notes", "file:///etc/passwd", "https://a.example/?token=1",
      "www.example.com", "ada@example.com", "work/salaries.ods", "../notes", "bank.example/login",
      "one\ntwo", "bell\u{7}", "+49 30 1234567",
      "4111 1111 1111 1111", "c:\\users", "ghp_0123abcdefghijklmnopqrstuvwxyzABCD",
      String(repeating: "many words ", count: 10), String(repeating: "e\u{301}", count: 200_000),
    ])
  func kept(typed: String) {
    let error = #expect(throws: WebSearchError.self) { try WebQuestion(typed) }
    #expect(error?.code == .kept)
  }

  @Test(
    "a server is asked over https, over http on this machine alone",
    arguments: [
      ("https://search.example", "https://search.example/v1/search?q=a%20b&prefix=1&limit=10"),
      ("https://search.example:8443/fresnel/", "https://search.example:8443/fresnel/v1/search?"),
      ("https://search.example/fresnel", "https://search.example/fresnel/v1/search?"),
      ("http://localhost:8080", "http://localhost:8080/v1/search?"),
      ("http://127.0.0.1:8080/", "http://127.0.0.1:8080/v1/search?"),
      ("http://127.1", "http://127.0.0.1/v1/search?"), ("http://[::1]:9/", "http://[::1]:9/v1/"),
    ])
  func servers(text: String, address: String) throws {
    let server = try WebSearchServer(text)
    let asked = try #require(server.address(of: WebQuestion("a b")))
    #expect(asked.href.hasPrefix(address), "\(asked)")
    #expect(server.policy.ports == server.url.effectivePort.map { [$0] })
    #expect(
      server.url.scheme == "https" || server.policy.addresses == [.loopback], "\(server.policy)")
  }

  @Test(
    "no other server can be named",
    arguments: [
      "", "search.example", "ftp://search.example/", "http://search.example/",
      "http://192.168.1.1/", "http://127.0.0.1.example/", "http://localhost.example/",
      "https://ada:secret@search.example/", "https://search.example/?key=1",
      "https://search.example/#a", "https://", "http://0.0.0.0/", "http://10.1/",
    ])
  func refused(text: String) {
    let error = #expect(throws: WebSearchError.self) { try WebSearchServer(text) }
    #expect(error?.code == .server)
  }

  @Test("every character of a question is a part of the question, whatever it means in an address")
  func escaping() throws {
    let server = try WebSearchServer("https://search.example/")
    let asked = try #require(server.address(of: WebQuestion("a&limit#?..%41+é a/b")))
    #expect(
      asked.href
        == "https://search.example/v1/search?q=a%26limit%23%3F%2E%2E%2541%2B%C3%A9%20a%2Fb&prefix=1&limit=10"
    )
  }
}
