package import FresnelModel
package import FresnelQuery
internal import SpotlightWire

/// Chooses the second line of a row: what tells more than its name and, where it can, why the item was found.
///
/// It is the description if that shows the match, or if the name does. Else it is the part of the item's other texts
/// that shows the match, which begins with ``mark`` where it is not their beginning; then the description, then the
/// beginning of the text. Only so much of a text is looked at, so that a list stays fast however long its items are.
package struct RowSnippets: Sendable {
  private let highlighter: MatchHighlighter?
  private let length: Int

  /// Stands before a snippet that is not the beginning of its text.
  package static let mark = "…"
  /// What a row of a list shows at least of an item.
  package static let rowKeys: [AttributeKey] = [
    .builtIn(.displayName), .builtIn(.contentType), .builtIn(.title), .builtIn(.contentDescription),
    .builtIn(.kind),
  ]
  /// The bytes of a text that are looked at.
  private static let examinedByteCount = 4000
  /// What is shown before a match, in characters.
  private static let leadLength = 24

  /// Chooses the lines of what a query found.
  ///
  /// - Parameters:
  ///   - query: The query; `nil` for a list of items that nothing was looked for in.
  ///   - length: The most characters of a line.
  package init(_ query: CompiledQuery?, length: Int) {
    highlighter = query.map(MatchHighlighter.init)
    self.length = length
  }

  /// Chooses the lines that a request asks for; `nil` where it asks for none.
  ///
  /// A query longer than what a person types is not highlighted: that takes a look at each text for each clause.
  ///
  /// - Throws: `QueryError` for a query that is no valid tree.
  init?(
    for request: SearchRequest, _ query: Query, _ context: EvaluationContext
  ) throws(QueryError) {
    guard request.snippetLength > 0 else { return nil }
    let byteCount = request.filters.reduce(request.text.utf8.count) { $0 + $1.utf8.count }
    let isShort = byteCount <= WireLimits.typedByteCount
    self.init(
      isShort ? try CompiledQuery(query, context: context) : nil,
      length: Int(request.snippetLength))
  }

  /// The second line of an item's row.
  ///
  /// - Parameters:
  ///   - row: The item, or as much of it as a list needs.
  ///   - whole: Reads the whole item; called at most once, and only where the row does not do.
  /// - Returns: The line, without line breaks; empty where there is nothing to say.
  package func snippet(of row: EncodedItem, whole: () -> EncodedItem?) -> String {
    let heading = row.heading ?? row.uniqueIdentifier
    let isNamed = highlighter.map { !$0.ranges(in: heading).isEmpty } ?? true
    if let line = line(of: row, isEnough: isNamed) { return line }
    let item = whole() ?? row
    // Rows lack long descriptions.
    if row.shownText(.contentDescription) == nil, let line = line(of: item, isEnough: isNamed) {
      return line
    }
    if !isNamed, let excerpt = excerpt(of: item) { return excerpt }
    let text = item.shownText(.contentDescription) ?? item.shownText(.textContent) ?? ""
    return String(oneLine(text).prefix(length))
  }

  /// The description; `nil` where there is none, or where it does not show why the item was found and that is not
  /// enough.
  private func line(of item: EncodedItem, isEnough: Bool) -> String? {
    guard let text = item.shownText(.contentDescription) else { return nil }
    let line = oneLine(text)
    guard isEnough || highlighter?.ranges(in: line).isEmpty == false else { return nil }
    return String(line.prefix(length))
  }

  /// The first part of the item's other texts that the query matches.
  private func excerpt(of item: EncodedItem) -> String? {
    guard let highlighter else { return nil }
    for id in [AttributeID.alternateNames, .keywords, .textContent] {
      guard let text = item.shownText(id) else { continue }
      let start = oneLine(text)
      guard let match = highlighter.ranges(in: start).first else { continue }
      let index = start.utf8.index(start.startIndex, offsetBy: match.lowerBound)
      let lead = start[..<index].suffix(Self.leadLength)
      let mark = lead.count < Self.leadLength ? "" : Self.mark
      return String((mark + lead + start[index...].prefix(length)).prefix(length))
    }
    return nil
  }

  /// The beginning of a text, in one line: line breaks become spaces.
  ///
  /// Works on bytes, since it is called for each row at each keystroke.
  private func oneLine(_ text: String) -> String {
    var text = text
    return text.withUTF8 { bytes in
      var end = min(bytes.count, Self.examinedByteCount)
      // Not in the middle of a character's bytes.
      while end < bytes.count, end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
      let start = UnsafeBufferPointer(rebasing: bytes[..<end])
      var line: [UInt8] = []
      var position = 0
      var wordStart = 0
      while position < end {
        let breakLength = Self.lineBreakLength(in: start, at: position)
        if breakLength == 0 {
          position += 1
          continue
        }
        if line.isEmpty { line.reserveCapacity(end) }
        Self.append(start[wordStart..<position], to: &line)
        position += breakLength
        wordStart = position
      }
      if wordStart == 0 { return String(decoding: start, as: UTF8.self) }
      Self.append(start[wordStart...], to: &line)
      return String(decoding: line, as: UTF8.self)
    }
  }

  private static func append(_ part: Slice<UnsafeBufferPointer<UInt8>>, to line: inout [UInt8]) {
    if part.isEmpty { return }
    if !line.isEmpty { line.append(UInt8(ascii: " ")) }
    line.append(contentsOf: part)
  }

  /// The bytes of the line break at an offset, by Unicode's list of them; 0 where there is none.
  private static func lineBreakLength(
    in bytes: UnsafeBufferPointer<UInt8>, at offset: Int
  ) -> Int {
    switch bytes[offset] {
    case 0x0A...0x0D: 1
    case 0xC2 where offset + 1 < bytes.count && bytes[offset + 1] == 0x85: 2
    case 0xE2
    where offset + 2 < bytes.count && bytes[offset + 1] == 0x80
      && bytes[offset + 2] & 0xFE == 0xA8:
      3
    default: 0
    }
  }
}

extension EncodedItem {
  /// What a list calls the item: its display name, or else its title.
  package var heading: String? { shownText(.displayName) ?? shownText(.title) }

  /// The text of an attribute as a list shows it: in one language, and several in one line.
  package func shownText(_ id: AttributeID) -> String? {
    value(for: .builtIn(id)).flatMap(Self.shownText)
  }

  private static func shownText(of value: AttributeValue) -> String? {
    switch value {
    case .string(let text), .url(let text): text
    case .localizedString(let texts): texts.min { $0.key < $1.key }?.value
    case .array(let values): values.compactMap(shownText).joined(separator: ", ")
    default: nil
    }
  }
}
