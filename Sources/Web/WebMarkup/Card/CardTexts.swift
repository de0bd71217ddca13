internal import StructuredData
internal import WebAddresses
internal import WebDocuments

/// The title and the description of a card.
struct CardTexts {
  /// What was found on the page.
  let page: PageElements
  /// What plain HTML says.
  let metadata: PageMetadata
  /// What Open Graph says.
  let openGraph: OpenGraph
  /// What Twitter tags say.
  let twitter: TwitterCard
  /// The thing that the page is about; `nil` where there is none.
  let main: ItemView?

  /// The most characters of a title that are shown everywhere.
  private static let titleLength = 90
  /// The most characters of a title that are kept: nobody writes more.
  private static let titleLimit = 1_000
  /// The most characters of a description.
  static let descriptionLength = 300

  /// The title: `og:title`, `title`, the name of the thing, the first heading, else the address.
  func title(_ url: WebURL, _ diagnostics: inout [Diagnostic]) -> String {
    let own = shown(openGraph.title) ?? shown(metadata.title)
    if own == nil {
      diagnostics.append(
        Diagnostic(.titleMissing, "The page has neither og:title nor a title in its head."))
    }
    let whole = own ?? main?.name ?? page.heading ?? Self.address(url)
    let title = String(whole.prefix(Self.titleLimit))
    if title.count > Self.titleLength {
      diagnostics.append(
        Diagnostic(
          .titleOver90, "The title has \(title.count) characters.",
          at: (openGraph.title ?? metadata.title)?.location,
          subject: "title"))
    }
    return title
  }

  /// The description: `og:description`, `description`, `twitter:description`, that of the thing, else the first
  /// text of the content.
  func description(title: String, _ diagnostics: inout [Diagnostic]) -> String? {
    let own =
      shown(openGraph.description) ?? shown(metadata.description)
      ?? shown(twitter.description) ?? main?.text("description")
    if own == nil {
      diagnostics.append(
        Diagnostic(
          .descriptionMissing, "The page has no description, neither in a tag nor in its data."))
    }
    guard let text = own ?? page.firstLongText ?? page.onlyParagraph else { return nil }
    if text.lowercased() == title.lowercased() {
      diagnostics.append(
        Diagnostic(.descriptionRepeatsTitle, "The description is the title once more."))
    }
    if own != nil, text.count > Self.descriptionLength {
      diagnostics.append(
        Diagnostic(.descriptionLong, "The description has \(text.count) characters."))
    }
    return Self.cut(text, to: Self.descriptionLength)
  }

  /// Reports words that are there for machines only.
  func reportStuffing(title: String, _ diagnostics: inout [Diagnostic]) {
    let keywords = metadata.keywords.map { $0.text.lowercased() }
    if keywords.count > Self.keywordCount {
      diagnostics.append(
        Diagnostic(
          .keywordsStuffed, "The page has \(keywords.count) keywords.", subject: "meta[keywords]"))
      return
    }
    let everything = (title + " " + keywords.joined(separator: " ")).lowercased()
    // Too short to have a word of four letters too often: so are most.
    guard everything.utf8.count >= 5 * (Self.repetitions + 1) - 1 else { return }
    var counts: [Substring: Int] = [:]
    for word in Self.words(of: everything) where word.count > 3 { counts[word, default: 0] += 1 }
    let most = counts.filter { $0.value > Self.repetitions }.min { $0.key < $1.key }
    guard let most else { return }
    diagnostics.append(
      Diagnostic(
        .keywordsStuffed,
        "Title and keywords have the word \(quoted(String(most.key))) \(most.value) times.",
        subject: "meta[keywords]"))
  }

  /// The runs of letters and digits of a text in small letters.
  private static func words(of text: String) -> [Substring] {
    // Nearly all texts are ASCII's, whose letters need not be put together from their parts.
    if text.utf8.allSatisfy({ $0 < 0x80 }) {
      return text.utf8.split { byte in
        !(UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
          && !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      }.map { Substring($0) }
    }
    return text.split { !$0.isLetter && !$0.isNumber }
  }

  /// The most keywords, and the most times of one word, that nobody takes for stuffing.
  private static let keywordCount = 20
  private static let repetitions = 4

  /// A text cut to a length at the end of a word.
  static func cut(_ text: String, to length: Int) -> String {
    guard text.count > length else { return text }
    let head = text.prefix(max(0, length - 1))
    let end = head.lastIndex(of: " ").flatMap {
      head.distance(from: head.startIndex, to: $0) > length / 2 ? $0 : nil
    }
    return head[..<(end ?? head.endIndex)] + "…"
  }

  /// Host and path of an address.
  private static func address(_ url: WebURL) -> String {
    let path = url.path == "/" ? "" : url.path
    return (url.host ?? "") + path
  }

  /// A text for people; `nil` when nothing is left of it.
  private func shown(_ value: MetaValue?) -> String? {
    guard let value else { return nil }
    let folded = foldingSpace(value.text)
    return folded.isEmpty ? nil : folded
  }
}
