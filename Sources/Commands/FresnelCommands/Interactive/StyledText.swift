internal import CommandKit
internal import FresnelText

/// A line of text whose parts look different.
struct StyledText: Equatable, Sendable {
  /// How a part looks.
  enum Look: String, Sendable {
    /// As the terminal writes.
    case plain = ""
    /// What matters most.
    case strong = "1"
    /// What may be skipped.
    case faint = "2"
    /// A matched part.
    case match = "1;33"
    /// What kind of thing it is.
    case kind = "36"
    /// Something went wrong.
    case failure = "31"
  }

  /// A part.
  struct Span: Equatable, Sendable {
    /// The text, without control characters.
    var text: String
    /// How it looks.
    var look: Look
  }

  /// The parts in order.
  private(set) var spans: [Span] = []

  /// A line without parts.
  init() {}

  /// A line of one look.
  init(_ text: String, _ look: Look = .plain) {
    append(text, look)
  }

  /// A line whose matched ranges, in UTF-8 offsets, stand out.
  ///
  /// Ranges that lie outside the text, overlap an earlier one or cut a character are left out.
  init(_ text: String, _ look: Look, matches: [Range<Int>]) {
    let utf8 = text.utf8
    var position = 0
    for range in matches.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      guard range.lowerBound >= position, range.upperBound <= utf8.count, !range.isEmpty,
        let before = Self.slice(text, position..<range.lowerBound),
        let matched = Self.slice(text, range)
      else { continue }
      append(before, look)
      append(matched, .match)
      position = range.upperBound
    }
    append(Self.slice(text, position..<utf8.count) ?? "", look)
  }

  private static func slice(_ text: String, _ range: Range<Int>) -> String? {
    let utf8 = text.utf8
    let start = utf8.index(utf8.startIndex, offsetBy: range.lowerBound)
    let end = utf8.index(utf8.startIndex, offsetBy: range.upperBound)
    return String(utf8[start..<end])
  }

  /// Adds a part.
  mutating func append(_ text: String, _ look: Look = .plain) {
    let text = withoutControls(text)
    if !text.isEmpty { spans.append(Span(text: text, look: look)) }
  }

  /// Adds the parts of another line.
  mutating func append(_ other: StyledText) {
    spans += other.spans
  }

  /// The text without looks.
  var text: String { spans.map(\.text).joined() }
  /// The columns that the line takes.
  var columns: Int { spans.reduce(0) { $0 + displayWidth(of: $1.text) } }

  /// The line cut to a width; a cut line ends in an ellipsis.
  func truncated(to limit: Int) -> StyledText {
    guard columns > limit else { return self }
    guard limit > 0 else { return StyledText() }
    var result = StyledText()
    var room = limit - 1
    for span in spans {
      let width = displayWidth(of: span.text)
      if width <= room {
        result.spans.append(span)
        room -= width
        continue
      }
      var part = ""
      for character in span.text {
        let width = displayWidth(of: String(character))
        if width > room { break }
        part.append(character)
        room -= width
      }
      result.append(part + "…", span.look)
      break
    }
    return result
  }

  /// The line as a terminal shows it.
  ///
  /// - Parameters:
  ///   - isSelected: Whether the line stands out as a whole.
  ///   - usesColor: Whether looks are drawn at all; selection always is.
  /// - Returns: The text with escape sequences.
  func terminalText(isSelected: Bool = false, usesColor: Bool = true) -> String {
    var result = ""
    for span in spans {
      var codes = usesColor ? span.look.rawValue : ""
      if isSelected { codes = codes.isEmpty ? "7" : "7;" + codes }
      result += codes.isEmpty ? span.text : "\u{1B}[\(codes)m\(span.text)\u{1B}[0m"
    }
    return result
  }
}
