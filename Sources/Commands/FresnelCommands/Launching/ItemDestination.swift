internal import FresnelLaunching
internal import FresnelModel

/// What an item leads to by what it says itself, where no app is handed it.
enum ItemDestination: Equatable, Sendable {
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
  init(of item: Item, app: String) {
    let attributes = item.attributes
    switch app {
    case ImportSource.applications.app:
      // By its name alone: an item's path could lead to a desktop file that nobody installed.
      let suffix = ".desktop"
      self =
        item.uniqueIdentifier.hasSuffix(suffix)
        ? .application(String(item.uniqueIdentifier.dropLast(suffix.count))) : .details
    case ImportSource.manuals.app:
      guard let name = attributes.text(.title),
        let section = attributes.text(ManualPage.sectionKey), Self.isPage(name, section)
      else {
        self = .details
        return
      }
      self = .manual(section: section, name: name)
    case ImportSource.packages.app: self = .details
    default: self = Self.link(item).map { .url($0) } ?? .details
    }
  }

  private static func link(_ item: Item) -> String? {
    if let url = item.attributes.text(.url) ?? item.attributes.text(.contentURL) { return url }
    if let path = item.attributes.text(.path), path.hasPrefix("/") { return fileURL(path: path) }
    let identifier = item.uniqueIdentifier
    // An identifier is a URL only with "://": apps have others with a colon.
    guard let scheme = LinkURL.scheme(of: identifier),
      identifier.dropFirst(scheme.count).hasPrefix("://")
    else { return nil }
    return identifier
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
