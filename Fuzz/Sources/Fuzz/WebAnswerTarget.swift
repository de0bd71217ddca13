import WebAddresses
import WebResults

/// Answers of a public index.
enum WebAnswerTarget: FuzzTarget {
  static func seeds() -> [[UInt8]] {
    [
      """
      {"query":"soup","took_ms":1.9,"results":[{"url":"https://cooking.example/soup","title":"Soup",
      "description":"Red\\u001b[0m and\\n hot \\u202e.","host":"a.example","site":"Cooking","type":"Recipe",
      "date":"2026-01-02","rating":{"value":4.5,"best":5,"count":12},"price":{"range":"$$"},
      "actions":[{"kind":"call"}],"deep_link":{"url":"recipes://soup","verified":true},"score":0.83},
      {"url":"http://user:word@b.example:8080/%ff?q#f","title":"B"},{"url":"javascript:1","title":""}]}
      """, #"{"results":[]}"#, #"{"results":[{"url":"https://a.b","rating":{"value":1e308}}]}"#,
      "[]",
    ].map { Array($0.utf8) }
  }

  static func examine(_ input: [UInt8]) {
    do throws(WebSearchError) {
      let results = try WebAnswer(reading: input).results
      for result in results { examine(result) }
      let known = KnownEntities().unknown(of: results, atMost: 5)
      expect(known.count <= 5, "More is shown than there is room for.")
      expect(known.isEmpty == results.isEmpty, "A result is known to nobody and left out.")
    } catch {
      expect(error.code == .answer && error.message.hasSuffix("."), "An error is no sentence.")
    }
    // What a person types is anything, too.
    if let question = try? WebQuestion(String(decoding: input, as: UTF8.self)) {
      expect(question.text.count <= WebQuestion.longest, "A question is too long.")
      expect(question.text.utf8.allSatisfy { $0 >= 0x20 }, "A question has control characters.")
    }
  }

  private static func examine(_ result: WebResult) {
    expect(["http", "https"].contains(result.url.scheme), "A result leads elsewhere.")
    expect(!result.host.isEmpty && result.url.username.isEmpty, "A result is nobody's.")
    let texts = [result.title, result.summary, result.site, result.type, result.date]
    for text in texts.compactMap(\.self) {
      expect(!text.isEmpty && text.count <= 600, "A text does not fit.")
      expect(
        !text.unicodeScalars.contains {
          [.control, .lineSeparator].contains($0.properties.generalCategory)
        }, "A text controls the terminal.")
    }
    if let rating = result.rating {
      expect((0...rating.best).contains(rating.value), "A rating is beyond the best.")
    }
  }
}
