internal import SiteAssociations
internal import WebAddresses

extension ListedApp {
  /// The most characters of a name.
  package static let maximumNameLength = 200
  /// The most bytes of an address.
  package static let maximumAddressLength = 2_048
  /// The most schemes of an app.
  package static let maximumSchemeCount = 64
  /// The most other names in catalogues.
  package static let maximumFormerCount = 32

  /// What keeps the app out of the directory, in one sentence; `nil` when nothing does.
  package var fault: String? {
    if bundleIdentifier == nil, appStreamID == nil, storeIDs.isEmpty {
      return "An app needs an identifier: of its manifest, in AppStream, or in a store."
    }
    if name.isEmpty { return "The app has no name." }
    if name.count > Self.maximumNameLength {
      return "The name has more than \(Self.maximumNameLength) characters."
    }
    if let bundleIdentifier, !Self.isBundleIdentifier(bundleIdentifier) {
      return
        "\"\(bundleIdentifier)\" can't name an app: letters, digits, hyphens and underscores do, "
        + "with single dots between them."
    }
    if let teamIdentifier, !Self.isTeamIdentifier(teamIdentifier) {
      return "\"\(teamIdentifier)\" is no prefix of ten letters and digits."
    }
    for (store, id) in storeIDs where !store.names(id) {
      return "\"\(id)\" can't be the name of an app in \(store.rawValue)."
    }
    for url in [icon, supportURL, marketingURL].compactMap(\.self) {
      if !url.isHTTP || url.href.utf8.count > Self.maximumAddressLength {
        return "The addresses of an app are http or https ones of at most "
          + "\(Self.maximumAddressLength) bytes."
      }
    }
    if domains.count > AssociatedDomains.entryLimit {
      return "An app names \(AssociatedDomains.entryLimit) sites at most."
    }
    if let domain = domains.first(where: Self.isTooWide) {
      return "\(domain.host) stands for the sites of everybody: name one of them."
    }
    if let scheme = schemes.first(where: { !Self.isScheme($0) }) {
      return
        "\"\(scheme)\" is no scheme of an app's own: it begins with a small letter, and goes on "
        + "with small letters, digits, +, - and dots."
    }
    if schemes.count > Self.maximumSchemeCount {
      return "An app has \(Self.maximumSchemeCount) schemes at most."
    }
    return formerIDs.count > Self.maximumFormerCount
      ? "An app has \(Self.maximumFormerCount) former names at most." : nil
  }

  /// Whether an entry is about all hosts below a public suffix such as `com` or `co.uk`, which no app has to itself.
  static func isTooWide(_ domain: AssociatedDomain) -> Bool {
    domain.host.hasPrefix("*.") && WebURL.registrableDomain(of: domain.fileHost) == nil
  }

  /// Whether a text can be the identifier of a manifest.
  static func isBundleIdentifier(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return text.utf8.count <= 200 && text.utf8.first != UInt8(ascii: "-")
      && parts.allSatisfy { part in
        !part.isEmpty
          && part.allSatisfy {
            isLetterOrDigit($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
          }
      }
  }

  /// Whether a text can be a prefix that sites write before the identifier.
  static func isTeamIdentifier(_ text: String) -> Bool {
    text.utf8.count == 10 && text.utf8.allSatisfy(isLetterOrDigit)
  }

  /// Whether a text can be a scheme of an app's own: those that browsers open are none.
  package static func isScheme(_ text: String) -> Bool {
    let bytes = text.utf8
    let small = UInt8(ascii: "a")...UInt8(ascii: "z")
    guard let first = bytes.first, small.contains(first), bytes.count <= 64 else { return false }
    return bytes.allSatisfy { byte in
      small.contains(byte) || isLetterOrDigit(byte) && byte < UInt8(ascii: "A")
        || "+-.".utf8.contains(byte)
    } && !commonSchemes.contains(text)
  }

  private static let commonSchemes: Set<String> = [
    "about", "blob", "data", "file", "ftp", "http", "https", "javascript", "mailto", "view-source",
    "ws", "wss",
  ]

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
