/// One directive of a page, such as `noindex` or `max-snippet: 20`.
enum Directive: Hashable {
  case noindex, nofollow, nosnippet, none, noImage
  /// The most characters of a description; `nil` where there is no limit.
  case maximumSnippet(Int?)
  case unavailableAfter(WebDate)
  /// One that is allowed and changes nothing here.
  case neutral

  /// Reads a directive; `nil` when there is none such, or its value means nothing.
  ///
  /// - Parameters:
  ///   - name: The name in small letters.
  ///   - value: What stands behind its colon.
  init?(name: String, value: String?) {
    guard let value else {
      guard let flag = Self.flags[name] else { return nil }
      self = flag
      return
    }
    switch name {
    case "max-snippet":
      guard let count = Int(value), count >= -1 else { return nil }
      self = count == 0 ? .nosnippet : .maximumSnippet(count < 0 ? nil : count)
    case "max-image-preview":
      let size = value.lowercased()
      guard ["none", "standard", "large"].contains(size) else { return nil }
      self = size == "none" ? .noImage : .neutral
    case "max-video-preview":
      guard Int(value) != nil else { return nil }
      self = .neutral
    case "unavailable_after":
      let date =
        WebDate(w3c: value, isZoneNeeded: false) ?? WebDate(mail: value, isZoneNeeded: false)
      guard let date else { return nil }
      self = .unavailableAfter(date)
    default: return nil
    }
  }

  /// Those that need a value.
  static let valued: Set<String> = [
    "max-snippet", "max-image-preview", "max-video-preview", "unavailable_after",
  ]

  /// Whether a name is that of a directive, also of one that means nothing here: those with a limit are named alike.
  ///
  /// - Parameter name: The name in small letters.
  /// - Returns: Whether it is.
  static func isDirective(_ name: String) -> Bool {
    flags[name] != nil || valued.contains(name) || name.hasPrefix("max-")
  }

  /// Those without a value. Many only other search engines know.
  static let flags: [String: Directive] = [
    "noindex": .noindex, "nofollow": .nofollow, "nosnippet": .nosnippet, "none": .none,
    "noimageindex": .noImage, "all": .neutral, "index": .neutral, "follow": .neutral,
    "noarchive": .neutral, "nocache": .neutral, "archive": .neutral, "snippet": .neutral,
    "notranslate": .neutral, "noodp": .neutral, "noydir": .neutral,
    "nositelinkssearchbox": .neutral, "indexifembedded": .neutral,
  ]
}
