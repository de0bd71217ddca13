internal import FresnelModel
internal import WebAddresses

/// A server's answer, read from bytes that may be anything.
package struct WebAnswer: Hashable, Sendable {
  /// The results that can be shown, best first.
  package let results: [WebResult]

  /// How many results are read; more were not asked for.
  private static let resultLimit = 50
  /// The most characters of a title, and of other short texts.
  private static let shortLimit = 200
  /// The most characters of a description.
  private static let longLimit = 600
  /// The most bytes of an address.
  private static let addressLimit = 4096

  /// Reads an answer. Members that this version does not know are passed over; those that it knows have to be of
  /// their kind.
  ///
  /// - Throws: ``WebSearchError`` with ``WebSearchError/Code/answer``.
  package init(reading bytes: [UInt8]) throws(WebSearchError) {
    let root: JSONValue
    do throws(JSONError) {
      root = try JSONValue.parse(bytes)
    } catch {
      throw Self.bad("it is no JSON")
    }
    guard case .array(let values)? = root["results"] else { throw Self.bad("it has no results") }
    var results: [WebResult] = []
    for value in values.prefix(Self.resultLimit) {
      if let result = try Self.result(value) { results.append(result) }
    }
    self.results = results
  }

  /// One result; `nil` for one that has no title, or whose address is not one of a page.
  private static func result(_ value: JSONValue) throws(WebSearchError) -> WebResult? {
    guard case .object = value else { throw bad("a result is no object") }
    guard let address = try text("url", of: value) else { throw bad("a result has no url") }
    let title = try line("title", of: value, shortLimit)
    let summary = try line("description", of: value, longLimit)
    let site = try line("site", of: value, shortLimit)
    let type = try line("type", of: value, shortLimit)
    let date = try line("date", of: value, shortLimit)
    let rating = try rating(of: value)
    let deepLink = try deepLink(of: value)
    guard let title, let url = page(address) else { return nil }
    return WebResult(
      url: url, title: title, summary: summary, site: site, type: type, date: date,
      rating: rating, deepLink: deepLink)
  }

  /// The address of a page of the web, without the names of users that could make it look like another's.
  private static func page(_ address: String) -> WebURL? {
    guard address.utf8.count <= addressLimit, let url = WebURL(address), url.isHTTP,
      url.href.utf8.count <= addressLimit, url.host?.isEmpty == false, url.username.isEmpty,
      url.password.isEmpty
    else { return nil }
    return url
  }

  private static func deepLink(of value: JSONValue) throws(WebSearchError) -> String? {
    guard let link = value["deep_link"] else { return nil }
    guard case .object = link else { throw bad("deep_link is no object") }
    return try text("url", of: link).flatMap { $0.utf8.count <= addressLimit ? $0 : nil }
  }

  private static func rating(of value: JSONValue) throws(WebSearchError) -> WebResult.Rating? {
    guard let rating = value["rating"] else { return nil }
    guard case .object = rating, let value = try number("value", of: rating) else {
      throw bad("a rating has no value")
    }
    let best = try number("best", of: rating) ?? 5
    let count = try number("count", of: rating)
    guard best > 0, best <= 1_000_000, value >= 0, value <= best else { return nil }
    return WebResult.Rating(
      value: value, best: best,
      count: count.flatMap { Int(exactly: $0.rounded()) }.map { max(0, $0) })
  }

  // MARK: - Members

  private static func text(
    _ name: String, of value: JSONValue
  ) throws(WebSearchError) -> String? {
    switch value[name] {
    case nil: return nil
    case .string(let text): return text
    default: throw bad("\(name) is no text")
    }
  }

  private static func number(
    _ name: String, of value: JSONValue
  ) throws(WebSearchError) -> Double? {
    switch value[name] {
    case nil: return nil
    case .integer(let number): return Double(number)
    case .double(let number): return number
    default: throw bad("\(name) is no number")
    }
  }

  /// A text as one line that fits a list; `nil` when nothing can be seen of it.
  private static func line(
    _ name: String, of value: JSONValue, _ limit: Int
  ) throws(WebSearchError) -> String? {
    guard let text = try text(name, of: value) else { return nil }
    var scalars = String.UnicodeScalarView()
    // A character may be made of any number of marks.
    for scalar in text.unicodeScalars.prefix(4 * limit) {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: scalars.append(" ")
      // What turns the direction could show an address or a host as another one.
      case .format where !joiners.contains(scalar): break
      default: scalars.append(scalar)
      }
    }
    let words = String(scalars).split(whereSeparator: \.isWhitespace)
    let line = String(words.joined(separator: " ").prefix(limit))
    return line.isEmpty ? nil : line
  }

  /// Without these many scripts and emoji are spelt wrong.
  private static let joiners: Set<Unicode.Scalar> = ["\u{200C}", "\u{200D}"]

  private static func bad(_ why: String) -> WebSearchError {
    WebSearchError(.answer, "The answer cannot be understood: \(why).")
  }
}
