package import WebAddresses

/// What pages of a site have in common that are likely to be made by one template: the shape of their address, and the
/// main type of what they tell of.
package struct PageTemplate: Hashable, Sendable {
  /// The path with `*` for what differs from page to page, such as `/recipes/*`.
  package let shape: String
  /// The type of what the page is about, such as `Recipe`; `nil` where it tells of nothing.
  package let type: String?

  /// The template of a page.
  ///
  /// - Parameters:
  ///   - url: The address.
  ///   - type: The type of what the page is about.
  package init(_ url: WebURL, type: String?) {
    shape = Self.shape(of: url)
    self.type = type
  }

  /// The template in words, which also name it in a file of findings that are known.
  package var name: String { type.map { "\(shape) (\($0))" } ?? shape }

  /// The most characters of a segment that is no name of a page.
  private static let longestSegment = 24

  /// The shape of an address: the last segment of its path differs from page to page, and so do segments that look as
  /// if they named one thing of many. It depends on the address alone, so that a site's pages keep their templates
  /// when others are added.
  package static func shape(of url: WebURL) -> String {
    var segments = url.path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    let isFolder = segments.last?.isEmpty ?? true
    if isFolder { segments = segments.dropLast() }
    var shapes = segments.map { namesOne($0) ? "*" : String($0) }
    if let last = segments.last { shapes[shapes.count - 1] = "*\(suffix(of: last))" }
    let path = "/" + shapes.joined(separator: "/") + (isFolder && !shapes.isEmpty ? "/" : "")
    let names = Set(url.queryItems.map { String($0.name.prefix(longestSegment)) }).sorted()
    return names.isEmpty ? path : "\(path)?\(names.joined(separator: "&"))"
  }

  /// Whether a segment looks as if it named one thing of many: a number, a date, a title.
  private static func namesOne(_ segment: Substring) -> Bool {
    segment.utf8.count > longestSegment || segment.utf8.contains(UInt8(ascii: "%"))
      || segment.utf8.contains { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
      || segment.utf8.count { $0 == UInt8(ascii: "-") } > 1
  }

  /// What tells the kind of file of a last segment, such as `.html`.
  private static func suffix(of segment: Substring) -> String {
    guard let dot = segment.lastIndex(of: "."), dot > segment.startIndex else { return "" }
    let suffix = segment[dot...]
    let isPlain = suffix.utf8.dropFirst().allSatisfy {
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20
    }
    return isPlain && (2...6).contains(suffix.utf8.count) ? suffix.lowercased() : ""
  }
}
