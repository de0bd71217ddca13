internal import FresnelLaunching
package import FresnelModel

/// What an item leads to by what it says itself, where no app is handed it.
package enum ItemDestination: Equatable, Sendable {
  /// An installed application, by the identifier of its desktop file.
  case application(String)
  /// A page of the manual.
  case manual(section: String, name: String)
  /// A URL, which the plans for URLs decide about.
  case url(String)
  /// Nothing that could be opened.
  case details

  /// Finds out where an item leads.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - app: The app that the item belongs to.
  package init(of item: Item, app: String) {
    let attributes = item.attributes
    switch app {
    case ImportedItems.applications:
      // By its name alone: an item's path could lead to a desktop file that nobody installed.
      let suffix = ".desktop"
      self =
        item.uniqueIdentifier.hasSuffix(suffix)
        ? .application(String(item.uniqueIdentifier.dropLast(suffix.count))) : .details
    case ImportedItems.manuals:
      guard let name = Self.text(attributes[.title]),
        let section = Self.text(attributes[.custom(ImportedItems.sectionKey)]),
        Self.isPage(name, section)
      else {
        self = .details
        return
      }
      self = .manual(section: section, name: name)
    case ImportedItems.packages: self = .details
    default: self = Self.link(item).map { .url($0) } ?? .details
    }
  }

  private static func link(_ item: Item) -> String? {
    let attributes = item.attributes
    if let url = text(attributes[.url]) ?? text(attributes[.contentURL]) { return url }
    if let path = text(attributes[.path]), path.hasPrefix("/") { return LinkURL.url(ofPath: path) }
    let identifier = item.uniqueIdentifier
    // An identifier is a URL only with "://": apps have others with a colon.
    guard let scheme = LinkURL.scheme(of: identifier),
      identifier.dropFirst(scheme.count).hasPrefix("://")
    else { return nil }
    return identifier
  }

  private static func text(_ value: AttributeValue?) -> String? {
    switch value {
    case .string(let text)?, .url(let text)?: text
    default: nil
    }
  }

  /// Whether `man` takes the words for a page: neither for options nor for files.
  private static func isPage(_ name: String, _ section: String) -> Bool {
    let isSection = section.utf8.allSatisfy {
      switch $0 {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "A")...UInt8(ascii: "Z"):
        true
      default: false
      }
    }
    return isSection && !section.isEmpty && !name.isEmpty && !name.hasPrefix("-")
      && name.unicodeScalars.allSatisfy { $0.value > 0x20 && $0 != "/" && $0.value != 0x7F }
  }
}
