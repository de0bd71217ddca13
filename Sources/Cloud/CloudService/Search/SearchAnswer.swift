internal import FresnelModel
internal import PublicIndex
internal import WebServing

/// What a question gets.
struct SearchAnswer: Sendable {
  let question: Question
  let results: [SearchResult]
  /// Whether there are more results behind these.
  let hasMore: Bool
  /// How many results there are, those of other parts included.
  let count: Int
  /// Whether pages may be missing, as part of the index could not be read.
  let isPartial: Bool
  let siteSearch: SiteSearch?
  /// How long it took to find, or to look up.
  var seconds: Double
  /// What each feature counts for.
  let weights: RankingFeatures

  /// The answer for programs.
  func response(to request: HTTPRequest, isExplained: Bool) -> HTTPResponse {
    // How long it took is no part of what is compared, so that the two parts are written one by one and then joined.
    var compared = Array("{\"results\":[".utf8)
    for (place, result) in results.enumerated() {
      if place > 0 { compared.append(UInt8(ascii: ",")) }
      result.append(to: &compared, isExplained: isExplained)
    }
    compared.append(UInt8(ascii: "]"))
    let rest = JSONValue.present([
      "partial": isPartial ? .boolean(true) : nil,
      "site_search": siteSearch?.json, "weights": isExplained ? weights.json : nil,
    ]).text()
    if rest != "{}" { compared.append(UInt8(ascii: ",")) }
    compared += rest.utf8.dropFirst()
    var body = Array(
      JSONValue.object([
        JSONMember("query", .string(question.text)),
        JSONMember("took_ms", .double((seconds * 100_000).rounded() / 100)),
      ]).text().utf8.dropLast())
    body.append(UInt8(ascii: ","))
    body += compared.dropFirst()
    return .cached(
      body, type: "application/json", tag: EntityTag(of: compared), for: request)
  }

  /// The form of answers.
  static let schema = JSONSchema.object(
    "What was found.",
    [
      .required("query", .text("What was asked.")),
      .required("took_ms", .number("How long it took to find, in milliseconds.")),
      .required("results", .array("Pages, best first.", of: .searchResult)),
      .optional(
        "partial",
        .boolean(
          "True where pages may be missing, as part of the index could not be read; missing otherwise."
        )),
      .optional(
        "site_search",
        .object(
          "The search of a site, for the first result that begins one.",
          [
            .required(
              "site", .text("The name of the site where its domain bears it out, else its host.")),
            .required("template", .text("The address of its results, with a variable in braces.")),
            .required(
              "url", .text("The address of its results for what was asked.", format: "uri")),
          ])),
      .optional("weights", .features),
    ])
}

extension SiteSearch {
  fileprivate var json: JSONValue {
    .present([
      "site": .string(site), "template": .string(template), "url": .string(url),
    ])
  }
}
