package import WebDocuments

/// The lines of a document, to show where something stands.
package struct SourceLines: Sendable {
  /// The part of a line around a place.
  package struct Excerpt: Hashable, Sendable {
    /// What stands before the place, with an ellipsis where it is cut.
    package let before: String
    /// What stands at the place and behind it, with an ellipsis where it is cut.
    package let after: String
  }

  private let lines: [ArraySlice<UInt8>]

  /// Takes a document apart: what ends a line is LF, CR, or both in this order.
  package init(_ bytes: [UInt8]) {
    var lines: [ArraySlice<UInt8>] = []
    var start = 0
    var index = 0
    while index < bytes.count {
      if bytes[index] == 0x0a || bytes[index] == 0x0d {
        lines.append(bytes[start..<index])
        if bytes[index] == 0x0d, index + 1 < bytes.count, bytes[index + 1] == 0x0a { index += 1 }
        start = index + 1
      }
      index += 1
    }
    lines.append(bytes[start...])
    self.lines = lines
  }

  /// The part of a line around a place. Control characters, tabs among them, are spaces in it;
  /// those that turn the direction of writing are replaced.
  ///
  /// - Parameters:
  ///   - location: The place.
  ///   - length: How many characters (Unicode scalars) the part may have; 8 at least.
  /// - Returns: `nil` where the document has no such line, or nothing stands on it.
  package func excerpt(_ location: SourceLocation, length: Int) -> Excerpt? {
    guard lines.indices.contains(location.line - 1), length >= 8 else { return nil }
    let scalars = String(decoding: lines[location.line - 1], as: UTF8.self).unicodeScalars
    let isShort = scalars.prefix(length + 1).count <= length
    let before = min(max(0, location.column - 1), isShort ? length : length / 3)
    // A document in one line is long: only what is shown is looked at.
    let from = scalars.dropFirst(max(0, location.column - 1 - before))
    guard !from.isEmpty else { return nil }
    let isCut = location.column - 1 > before
    let head = (isCut ? "…" : "") + Self.shown(from.prefix(before))
    let rest = from.dropFirst(before)
    let room = max(0, length - before)
    let tail = Self.shown(rest.prefix(room)) + (rest.dropFirst(room).isEmpty ? "" : "…")
    guard !(head + tail).allSatisfy(\.isWhitespace) else { return nil }
    return Excerpt(before: head, after: tail)
  }

  private static func shown(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    var result = String.UnicodeScalarView()
    for scalar in scalars {
      let isControl = scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
      result.append(isControl ? " " : Diagnostic.turnsDirection(scalar) ? "\u{FFFD}" : scalar)
    }
    return String(result)
  }
}
