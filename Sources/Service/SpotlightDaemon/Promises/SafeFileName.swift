/// Names for files that an app chooses and that this software makes: they can lead nowhere else.
enum SafeFileName {
  /// The most bytes of a name on common file systems.
  static let maximumByteCount = 255

  /// Makes a harmless name of one that somebody else gave: its last component, without control
  /// characters and without dots at its beginning, cut before its extension when it is too long.
  ///
  /// - Parameter name: Any text.
  /// - Returns: A name of 1 to 255 bytes that is no path and does not hide the file.
  static func of(_ name: String) -> String {
    let last = name.split(separator: "/", omittingEmptySubsequences: true).last ?? ""
    var scalars = String.UnicodeScalarView()
    for scalar in last.unicodeScalars {
      switch scalar.properties.generalCategory {
      // Also marks that turn the direction of text, with which an extension can be disguised.
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: break
      case _ where scalar == "." && scalars.isEmpty: break
      case .spaceSeparator where scalars.isEmpty: break
      default: scalars.append(scalar)
      }
    }
    let safe = String(scalars)
    if safe.isEmpty { return "item" }
    guard safe.utf8.count > maximumByteCount else { return safe }
    // An extension longer than this is none.
    let dot = safe.lastIndex(of: ".").flatMap { safe[$0...].utf8.count <= 16 ? $0 : nil }
    let end = dot.map { String(safe[$0...]) } ?? ""
    var stem = dot.map { safe[..<$0] } ?? safe[...]
    while stem.utf8.count + end.utf8.count > maximumByteCount { stem.removeLast() }
    return String(stem) + end
  }
}
