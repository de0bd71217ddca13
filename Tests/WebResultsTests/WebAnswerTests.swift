import Testing
import WebAddresses

@testable import WebResults

@Suite("Answers of a public index")
struct WebAnswerTests {
  private func results(_ text: String) throws -> [WebResult] {
    try WebAnswer(reading: Array(text.utf8)).results
  }

  private func reason(_ text: String) throws -> String {
    let error = try #require(throws: WebSearchError.self) { try results(text) }
    #expect(error.code == .answer)
    return error.message
  }

  @Test("an answer as the service writes it is read whole")
  func whole() throws {
    let answer = try results(
      """
      {"query":"soup","took_ms":1.9,"later":{"a":[]},"results":[{"url":"https://cooking.example/soup",
      "title":"Tomato soup","description":"Red and hot.","host":"evil.example","site":"Cooking",
      "type":"Recipe","date":"2026-01-02","rating":{"value":4.5,"best":5,"count":12},
      "thumbnail":{"url":"https://img.example/1.png"},"actions":[{"kind":"play"}],
      "deep_link":{"url":"recipes://soup","verified":true},"score":0.83},
      {"url":"http://b.example","title":"B"}],"site_search":{"site":"Cooking"}}
      """)
    let first = try #require(answer.first)
    #expect(first.url.href == "https://cooking.example/soup")
    #expect(first.title == "Tomato soup" && first.summary == "Red and hot.")
    #expect(first.site == "Cooking" && first.type == "Recipe" && first.date == "2026-01-02")
    #expect(first.rating == WebResult.Rating(value: 4.5, best: 5, count: 12))
    #expect(first.deepLink == "recipes://soup")
    // What the server says of the host does not count.
    #expect(first.host == "cooking.example")
    #expect(answer.count == 2 && answer[1].summary == nil && answer[1].rating == nil)
  }

  @Test(
    "what is of another kind than it has to be spoils the answer",
    arguments: [
      ("", "no JSON"), ("<html>", "no JSON"), ("[]", "no results"), ("{}", "no results"),
      (#"{"results":{}}"#, "no results"), (#"{"results":[1]}"#, "no object"),
      (#"{"results":[{}]}"#, "no url"), (#"{"results":[{"url":1}]}"#, "url is no text"),
      (#"{"results":[{"url":"https://a.example","title":[]}]}"#, "title is no text"),
      (#"{"results":[{"url":"https://a.example","title":"a","rating":4}]}"#, "no value"),
      (
        #"{"results":[{"url":"https://a.example","title":"a","rating":{"value":"4"}}]}"#,
        "value is no number"
      ),
      (#"{"results":[{"url":"https://a.example","deep_link":"a:b"}]}"#, "deep_link is no object"),
      (#"{"results":[],"results":[]}"#, "no JSON"),
      (String(repeating: "[", count: 5000), "no JSON"),
    ])
  func bad(text: String, why: String) throws {
    let reason = try reason(text)
    #expect(reason.contains(why), "\(reason)")
  }

  @Test(
    "a result that leads elsewhere than to a page, or looks like another's, is left out",
    arguments: [
      "javascript:alert(1)", "file:///etc/passwd", "data:text/html,x", "ftp://a.example/", "x",
      "https://bank.example@evil.example/", "https://", "mailto:a@b.example", "",
    ])
  func elsewhere(address: String) throws {
    #expect(try results(#"{"results":[{"url":"\#(address)","title":"a"}]}"#).isEmpty)
  }

  @Test("texts are one line each, bounded, without what controls a terminal or turns directions")
  func texts() throws {
    let long = String(repeating: "x", count: 10_000)
    let marks = "e" + String(repeating: "\u{301}", count: 50_000)
    let answer = try results(
      """
      {"results":[{"url":"https://a.example/","title":"a\\u001b[31m\\n b\\u202e c\\u0000\\u2028d\\t",
      "description":"\(long)","site":"\(marks)","type":"\\u200b\\u200e"}]}
      """)
    let result = try #require(answer.first)
    #expect(result.title == "a [31m b c d")
    #expect(result.summary?.count == 600)
    #expect((result.site?.utf8.count ?? 0) < 2000)
    #expect(result.type == nil)
    #expect(
      try results(#"{"results":[{"url":"https://a.example/","title":" \n "}]}"#).isEmpty)
    // Emoji that are joined, and scripts that need to be told where not to, stay as they are.
    let family = try results(#"{"results":[{"url":"https://a.example/","title":"👩‍👧 می‌خواهم"}]}"#)
    #expect(family.first?.title == "👩‍👧 می‌خواهم")
  }

  @Test("ratings that make no sense are none, and results beyond fifty are not read")
  func bounds() throws {
    for rating in [
      #"{"value":6,"best":5}"#, #"{"value":-1}"#, #"{"value":1,"best":0}"#,
      #"{"value":1e300,"best":1e308}"#,
    ] {
      let answer = try results(
        #"{"results":[{"url":"https://a.example/","title":"a","rating":\#(rating)}]}"#)
      #expect(answer.first?.rating == nil && answer.count == 1)
    }
    let count = try results(
      #"{"results":[{"url":"https://a.example/","title":"a","rating":{"value":1,"count":1e300}}]}"#)
    #expect(count.first?.rating == WebResult.Rating(value: 1, best: 5, count: nil))
    let many = (0..<1000).map { #"{"url":"https://a.example/\#($0)","title":"a"}"# }
    #expect(try results("{\"results\":[\(many.joined(separator: ","))]}").count == 50)
  }
}
