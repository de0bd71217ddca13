internal import FresnelModel
internal import PublicIndex
internal import WebServing

extension APIOperation {
  /// The most results at a time, and how far behind the first they may begin.
  private static let largestLimit = 50
  private static let largestOffset = 500
  /// The most bytes of a question.
  static let largestQuestion = 1_000
  /// So many suggestions are made, of so many pages.
  private static let suggestionCount = 8
  private static let suggestionPageCount = 64

  private static let question = APIParameter(
    "q", .text(bytes: 1...largestQuestion), isRequired: true, "What is searched for.")

  /// `GET /v1/search`.
  static func search(_ index: IndexSearch) -> APIOperation {
    APIOperation(
      "GET", "/v1/search", name: "search", summary: "Search the public index",
      parameters: [
        question,
        APIParameter("prefix", .flag, "Whether the last word is being typed and may go on."),
        APIParameter(
          "limit", .integer(1...largestLimit, default: 10), "The most results wanted."),
        APIParameter(
          "offset", .integer(0...largestOffset, default: 0),
          "How many results come before those wanted."),
        APIParameter(
          "language", .text(bytes: 2...35),
          "The language that the words are taken for, as a tag; en where it is missing."),
        APIParameter("explain", .flag, "Whether results say what their rank is made of."),
      ], answer: "What was found; no results where nothing was.",
      answerSchema: SearchAnswer.schema
    ) { request, parameters throws(APIProblem) in
      let language = parameters.text("language") ?? "en"
      guard isTag(language) else {
        throw .badParameter("language", "The parameter language is a tag, such as en or pt-BR.")
      }
      let question = Question(
        parameters.text("q") ?? "", language: language,
        isBeingTyped: parameters.flag("prefix"), offset: parameters.integer("offset"),
        limit: parameters.integer("limit"))
      return try index.answer(to: question).response(
        to: request, isExplained: parameters.flag("explain"))
    }
  }

  /// Whether a text has the form of a language's tag (RFC 5646, 2.1). Languages that nobody knows are taken as well.
  private static func isTag(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    func isLetter(_ byte: UInt8) -> Bool {
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
    func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
    guard let first = parts.first, first.count >= 2, first.allSatisfy(isLetter) else {
      return false
    }
    return parts.allSatisfy { part in
      (1...8).contains(part.count) && part.allSatisfy { isLetter($0) || isDigit($0) }
    }
  }

  /// `GET /v1/suggest`: titles of pages that have the words, as OpenSearch has suggestions.
  static func suggest(_ index: IndexSearch) -> APIOperation {
    APIOperation(
      "GET", "/v1/suggest", name: "suggest", summary: "Suggest pages for what is being typed",
      parameters: [question],
      answer: "What was asked, titles of pages, what they are, their addresses.",
      answerType: "application/x-suggestions+json",
      answerSchema: .tuple(
        "Suggestions (OpenSearch).",
        [
          .text("What was asked."),
          .array("Titles.", of: .text("A title.")),
          .array(
            "Sites.",
            of: .text("The host of each title; empty where all have one.")),
          .array("Addresses.", of: .text("The address of each title.", format: "uri")),
        ])
    ) { request, parameters throws(APIProblem) in
      let question = Question(
        parameters.text("q") ?? "", isBeingTyped: true, limit: suggestionPageCount)
      let words = QuestionWords(question)
      var titles: Set<String> = []
      let results = try index.answer(to: question).results.filter {
        // Who types expects what has the words to be offered, not what has them somewhere in its text.
        words.areAll(in: $0.page.title) && titles.insert($0.page.title).inserted
      }.prefix(suggestionCount)
      // What a page calls its site may be the name of another one.
      let sites = results.map(\.page.host)
      // One site for all tells nothing apart.
      let isOfOneSite = sites.count > 1 && Set(sites).count == 1
      let suggestions = JSONValue.array([
        .string(question.text), .array(results.map { .string($0.page.title) }),
        .array(sites.map { .string(isOfOneSite ? "" : $0) }),
        .array(results.map { .string($0.page.url) }),
      ])
      let body = Array(suggestions.text().utf8)
      return .cached(
        body, type: "application/x-suggestions+json", tag: EntityTag(of: body), for: request)
    }
  }
}
