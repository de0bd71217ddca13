/// The address that a document's relative addresses are relative to.
///
/// They are resolved as RFC 3986, 5.2 says and are otherwise left as they were written, since a name of RDF is its
/// text: an absolute address is not touched, and nothing is escaped.
package struct BaseIRI: Sendable {
  /// The most bytes of a base that relative addresses are resolved against; a longer one would be copied into each.
  static let greatestLength = 4096

  /// The address, without a fragment.
  package let text: String
  private let scheme: Substring
  private let authority: Substring?
  private let path: Substring
  private let query: Substring?

  /// Takes an address apart.
  ///
  /// - Parameter text: An absolute address. Where it isn't one, or is longer than 4,096 bytes, relative addresses
  ///   stay relative.
  package init(_ text: String) {
    let parts = IRIParts(text.utf8.count <= Self.greatestLength ? text[...] : "")
    scheme = parts.scheme ?? ""
    authority = parts.authority
    path = parts.path
    query = parts.query
    self.text = parts.fragment == nil ? text : String(text.prefix(upTo: parts.endOfQuery))
  }

  /// The base of a document that names one itself, as HTML's `base` does.
  ///
  /// - Parameters:
  ///   - reference: What the document says, if anything.
  ///   - document: The address of the document.
  package init(_ reference: String?, of document: String) {
    let own = BaseIRI(document)
    guard let reference, reference.utf8.count <= Self.greatestLength else {
      self = own
      return
    }
    let resolved = own.resolve(reference)
    self = IRIParts.hasScheme(resolved) ? BaseIRI(resolved) : own
  }

  /// The address that a reference means.
  ///
  /// - Parameter reference: What was written; white space around it doesn't count.
  /// - Returns: The reference itself when it is absolute, or when there is no base to resolve it against.
  /// - Complexity: O(*n*) in the length of the reference, and of the base unless the reference is absolute.
  package func resolve(_ reference: String) -> String {
    let reference = reference.trimmingHTMLSpace()
    guard !scheme.isEmpty, !IRIParts.hasScheme(reference) else { return String(reference) }
    let parts = IRIParts(reference)
    var result = scheme + ":"
    func append(authority: Substring?, path: Substring, query: Substring?) {
      if let authority { result += "//" + authority }
      result += path
      if let query { result += "?" + query }
      if let fragment = parts.fragment { result += "#" + fragment }
    }
    if let authority = parts.authority {
      append(authority: authority, path: Self.removingDots(parts.path), query: parts.query)
    } else if parts.path.isEmpty {
      append(authority: authority, path: path, query: parts.query ?? query)
    } else if parts.path.utf8.first == UInt8(ascii: "/") {
      append(authority: authority, path: Self.removingDots(parts.path), query: parts.query)
    } else {
      let folder =
        path.isEmpty && authority != nil
        ? "/" : path.lastIndex(of: "/").map { path[...$0] } ?? ""
      append(
        authority: authority, path: Self.removingDots(folder + parts.path), query: parts.query)
    }
    return String(result)
  }

  /// Whether a segment of a path begins with a dot, as `.` and `..` do.
  private static func mayHaveDotSegments(_ path: Substring) -> Bool {
    var isAtStart = true
    for byte in path.utf8 {
      if isAtStart, byte == UInt8(ascii: ".") { return true }
      isAtStart = byte == UInt8(ascii: "/")
    }
    return false
  }

  /// A path without `.` and `..` (RFC 3986, 5.2.4).
  private static func removingDots(_ path: Substring) -> Substring {
    guard mayHaveDotSegments(path) else { return path }
    let isAbsolute = path.utf8.first == UInt8(ascii: "/")
    var kept: [Substring] = []
    var segments = path.split(separator: "/", omittingEmptySubsequences: false)[...]
    if isAbsolute { segments = segments.dropFirst() }
    for (index, segment) in zip(segments.indices, segments) {
      let isLast = index == segments.endIndex - 1
      switch segment {
      case ".":
        if isLast { kept.append("") }
      case "..":
        _ = kept.popLast()
        if isLast { kept.append("") }
      default:
        kept.append(segment)
      }
    }
    return Substring((isAbsolute ? "/" : "") + kept.joined(separator: "/"))
  }
}
