/// What a document without a usable `Content-Type` is, by its beginning: the rules of the MIME Sniffing Standard
/// (section 7.1) for text, as far as the kinds of documents that are read here go.
package enum SniffedType: Hashable, Sendable {
  /// A page of HTML.
  case html
  /// A document in XML.
  case xml
  /// A text.
  case text
  /// Anything else: a picture, a recording, an archive, a program.
  case binary

  /// The bytes of a resource that are looked at, as the standard has it.
  package static let byteCount = 1_445

  /// Tells what a document is.
  ///
  /// - Parameters:
  ///   - bytes: The document, or its beginning.
  ///   - findsMarkup: Whether it may be HTML or XML; not where its server asks for no sniffing
  ///     (`X-Content-Type-Options: nosniff`).
  /// - Complexity: O(1): no more than ``byteCount`` bytes are read.
  package init(of bytes: some Sequence<UInt8>, findsMarkup: Bool = true) {
    let head = Array(bytes.prefix(Self.byteCount))
    if findsMarkup {
      let start = head.drop { Self.whitespace.contains($0) }
      if Self.htmlBeginnings.contains(where: { $0.matches(start) }) {
        self = .html
        return
      }
      if start.starts(with: "<?xml".utf8) {
        self = .xml
        return
      }
    }
    // A PDF document may have nothing but text at its beginning.
    if head.starts(with: "%PDF-".utf8) {
      self = .binary
    } else if Self.byteOrderMarks.contains(where: head.starts)
      || !head.contains(where: Self.isBinary)
    {
      self = .text
    } else {
      self = .binary
    }
  }

  /// The beginning of a page.
  private struct Beginning: Sendable {
    /// In small letters.
    let bytes: [UInt8]
    /// Whether a space or a `>` has to follow.
    let isTag: Bool

    init(_ text: StaticString, isTag: Bool = true) {
      bytes = text.withUTF8Buffer { Array($0) }
      self.isTag = isTag
    }

    func matches(_ start: ArraySlice<UInt8>) -> Bool {
      let own = start.prefix(bytes.count)
      guard own.count == bytes.count,
        zip(own, bytes).allSatisfy({ (0x41...0x5a ~= $0 ? $0 | 0x20 : $0) == $1 })
      else { return false }
      guard isTag else { return true }
      let next = start.dropFirst(bytes.count).first
      return next == 0x20 || next == UInt8(ascii: ">")
    }
  }

  /// A comment needs no space behind it, as in browsers.
  private static let htmlBeginnings = [
    Beginning("<!doctype html"), Beginning("<html"), Beginning("<head"), Beginning("<script"),
    Beginning("<iframe"), Beginning("<h1"), Beginning("<div"), Beginning("<font"),
    Beginning("<table"), Beginning("<a"), Beginning("<style"), Beginning("<title"),
    Beginning("<b"), Beginning("<body"), Beginning("<br"), Beginning("<p"),
    Beginning("<!--", isTag: false),
  ]

  private static let whitespace: Set<UInt8> = [0x09, 0x0a, 0x0c, 0x0d, 0x20]

  private static let byteOrderMarks: [[UInt8]] = [
    [0xfe, 0xff], [0xff, 0xfe], [0xef, 0xbb, 0xbf],
  ]

  /// Whether a byte stands in no text.
  private static func isBinary(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x00...0x08, 0x0b, 0x0e...0x1a, 0x1c...0x1f: true
    default: false
    }
  }
}
