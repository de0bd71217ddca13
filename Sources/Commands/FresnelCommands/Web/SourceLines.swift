internal import CommandKit
internal import FresnelText
internal import WebDocuments

/// The lines of a file, to show where something stands.
struct SourceLines {
  private let lines: [ArraySlice<UInt8>]

  /// Takes a file apart: what ends a line is LF, CR, or both in this order.
  init(_ bytes: [UInt8]) {
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

  /// The part of a line around a place, and in which column of it the place is, from 0.
  ///
  /// - Parameters:
  ///   - location: The place.
  ///   - columns: How wide the part may be.
  /// - Returns: `nil` where the file has no such line, or nothing stands on it.
  func excerpt(_ location: SourceLocation, columns: Int) -> (line: String, column: Int)? {
    guard lines.indices.contains(location.line - 1), columns >= 8 else { return nil }
    let scalars = String(decoding: lines[location.line - 1], as: UTF8.self).unicodeScalars
    let isShort = scalars.prefix(columns + 1).count <= columns
    let before = min(max(0, location.column - 1), isShort ? columns : columns / 3)
    // A file in one line is long: only what is shown is looked at.
    let from = scalars.dropFirst(max(0, location.column - 1 - before))
    guard !from.isEmpty else { return nil }
    let isCut = location.column - 1 > before
    let head = (isCut ? "…" : "") + withoutControls(String(from.prefix(before)))
    let rest = withoutControls(String(from.dropFirst(before).prefix(columns)))
    let line = truncated(head + rest, to: columns)
    return line.allSatisfy(\.isWhitespace) ? nil : (line, displayWidth(of: head))
  }
}
