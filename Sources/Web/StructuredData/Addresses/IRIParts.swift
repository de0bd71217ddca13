/// The parts of an address or of a reference to one, as RFC 3986, appendix B takes it apart.
struct IRIParts {
  /// What stands before the first colon, when that is a scheme.
  let scheme: Substring?
  /// What stands behind `//`.
  let authority: Substring?
  let path: Substring
  /// What stands behind `?`.
  let query: Substring?
  /// What stands behind `#`.
  let fragment: Substring?
  /// Where the fragment with its `#` begins, or the text ends.
  let endOfQuery: Substring.Index

  /// - Complexity: O(*n*) in the length of the text.
  init(_ text: Substring) {
    let bytes = text.utf8
    var rest = text
    if let colon = Self.endOfScheme(text) {
      scheme = text[..<colon]
      rest = text[bytes.index(after: colon)...]
    } else {
      scheme = nil
    }
    endOfQuery = rest.utf8.firstIndex(of: UInt8(ascii: "#")) ?? rest.endIndex
    fragment = endOfQuery == rest.endIndex ? nil : rest[bytes.index(after: endOfQuery)...]
    rest = rest[..<endOfQuery]
    if let mark = rest.utf8.firstIndex(of: UInt8(ascii: "?")) {
      query = rest[bytes.index(after: mark)...]
      rest = rest[..<mark]
    } else {
      query = nil
    }
    if rest.utf8.starts(with: "//".utf8) {
      let behind = rest[rest.utf8.index(rest.startIndex, offsetBy: 2)...]
      let slash = behind.utf8.firstIndex(of: UInt8(ascii: "/")) ?? behind.endIndex
      authority = behind[..<slash]
      path = behind[slash...]
    } else {
      authority = nil
      path = rest
    }
  }

  /// Whether a text begins with a scheme: a letter, then letters, digits, `+`, `-` and `.` up to a colon.
  static func hasScheme(_ text: some StringProtocol) -> Bool {
    endOfScheme(Substring(text)) != nil
  }

  /// Where the colon behind the scheme is.
  private static func endOfScheme(_ text: Substring) -> Substring.Index? {
    var index = text.utf8.startIndex
    while index < text.utf8.endIndex {
      let byte = text.utf8[index]
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): break
      case UInt8(ascii: ":"): return index == text.utf8.startIndex ? nil : index
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
        UInt8(ascii: "."):
        if index == text.utf8.startIndex { return nil }
      default: return nil
      }
      text.utf8.formIndex(after: &index)
    }
    return nil
  }
}
