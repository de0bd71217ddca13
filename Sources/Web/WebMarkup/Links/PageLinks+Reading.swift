internal import StructuredData
internal import WebAddresses

extension PageLinks {
  /// Resolves everything that a page links to.
  static func read(_ page: PageElements, base: WebURL) -> PageLinks {
    var links = PageLinks()
    links.readAnchors(page, base)
    links.readElements(page.links, base)
    links.refresh = readRefresh(page.tags, base)
    return links
  }

  private mutating func readAnchors(_ page: PageElements, _ base: WebURL) {
    struct Key: Hashable {
      let href: String
      let placement: PageLink.Placement
      let isEndorsed: Bool
    }
    var seen = Set<Key>(minimumCapacity: page.anchors.count)
    for anchor in page.anchors {
      guard let url = Self.address(anchor.href, base) else { continue }
      let isEndorsed = !anchor.rel.contains { ["nofollow", "ugc", "sponsored"].contains($0) }
      let key = Key(href: url.href, placement: anchor.placement, isEndorsed: isEndorsed)
      guard seen.insert(key).inserted else { continue }
      pages.append(
        PageLink(
          url: url, text: anchor.text, placement: anchor.placement, isEndorsed: isEndorsed,
          rel: anchor.rel, location: anchor.location))
    }
    isCut = page.hasMoreAnchors
  }

  private mutating func readElements(_ elements: [LinkElement], _ base: WebURL) {
    for element in elements {
      guard let url = Self.address(element.href, base) else { continue }
      let type = mediaType(element.type)
      for rel in element.rel {
        switch rel {
        case "alternate" where Self.feedTypes.contains(type): feeds.append(url)
        case "alternate" where !element.language.isEmpty:
          languages.append(Language(language: HTMLText.trimmed(element.language), url: url))
        case "feed": feeds.append(url)
        case "sitemap": sitemaps.append(url)
        case "search" where type.isEmpty || type == "application/opensearchdescription+xml":
          searchDescriptions.append(url)
        case "apple-touch-icon", "apple-touch-icon-precomposed": icons.insert(url, at: 0)
        case "icon": icons.append(url)
        default: break
        }
      }
    }
    feeds.removeRepetitions()
    sitemaps.removeRepetitions()
    searchDescriptions.removeRepetitions()
    icons.removeRepetitions()
    languages.removeRepetitions()
  }

  /// Reads `http-equiv=refresh`: seconds, then `;` or `,`, then the address with or without `url=` and quotes.
  private static func readRefresh(_ tags: [PageTag], _ base: WebURL) -> Refresh? {
    for tag in tags where tag.tag.pragma == "refresh" {
      guard let value = tag.value else { continue }
      let digits = value.utf8.prefix(while: HTMLText.isDigit)
      guard !digits.isEmpty, let seconds = Int(String(Substring(digits))) else { continue }
      let rest = value.utf8.dropFirst(digits.count).drop {
        HTMLText.isSpace($0) || $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: ",")
          || $0 == UInt8(ascii: ".") || HTMLText.isDigit($0)
      }
      var text = HTMLText.trimmed(String(Substring(rest)))
      if text.prefix(3).lowercased() == "url" {
        let behind = HTMLText.trimmed(String(text.dropFirst(3)))
        if behind.hasPrefix("=") { text = HTMLText.trimmed(String(behind.dropFirst())) }
      }
      if let quote = text.first, quote == "\"" || quote == "'" {
        text = String(text.dropFirst().prefix { $0 != quote })
      }
      guard !text.isEmpty, let url = address(text, base) else { continue }
      return Refresh(seconds: seconds, url: url)
    }
    return nil
  }

  /// An address of the web without fragment, when it is short enough to be kept.
  private static func address(_ href: String, _ base: WebURL) -> WebURL? {
    guard href.utf8.count <= 4 * LinkLimits.address, let url = WebURL(href, base: base), url.isHTTP
    else { return nil }
    let bare = url.withoutFragment
    return bare.href.utf8.count <= LinkLimits.address ? bare : nil
  }

  /// A media type without its parameters, in lower case.
  private func mediaType(_ text: String) -> String {
    HTMLText.trimmed(String(text.prefix { $0 != ";" })).asciiLowercased
  }

  private static let feedTypes: Set<String> = [
    "application/rss+xml", "application/atom+xml", "application/feed+json", "text/rss+xml",
  ]
}

extension Array where Element: Hashable {
  /// Keeps the first of equal elements.
  mutating func removeRepetitions() {
    var seen = Set<Element>()
    removeAll { !seen.insert($0).inserted }
  }
}
