internal import StructuredData
internal import WebDocuments

extension DeepLinks {
  /// The kinds of device whose addresses count on Linux: its own, then those whose addresses an app of another
  /// system may have declared here as well.
  static let linuxPlatforms: [AppLinks.Platform] = [.linux, .iOS, .iPhone, .iPad]

  /// Reads everything that leads into an app.
  ///
  /// - Parameters:
  ///   - page: What was found on the page.
  ///   - twitter: What Twitter tags say.
  ///   - universalLink: What the association says of the page.
  ///   - universalURL: The address that it covers, where it does.
  ///   - diagnostics: Takes what is wrong, and what was chosen.
  /// - Returns: What was found.
  static func read(
    _ page: PageElements, _ twitter: TwitterCard, universalLink: UniversalLink,
    universalURL: String?, _ diagnostics: inout [Diagnostic]
  ) -> DeepLinks {
    let banner = SmartAppBanner.read(page.tags, &diagnostics)
    let appLinks = AppLinks.read(page.tags, &diagnostics)
    TwitterApps.report(twitter, &diagnostics)
    let alternates = AlternateAppLink.read(page.links)
    reportTagsInBody(page.tags, &diagnostics)
    for link in page.scriptLinks {
      diagnostics.append(
        Diagnostic(
          .scriptDeepLink, "A script seems to go to \(quoted(link.url)).", at: link.location,
          subject: "script"))
    }
    let links = DeepLinks(
      banner: banner, appLinks: appLinks, alternates: alternates,
      universalLink: universalLink, scriptLinks: page.scriptLinks.map(\.url),
      candidates: DeepLinkChoice(platforms: linuxPlatforms).candidates(
        universalURL: universalLink == .verified ? universalURL : nil, banner, appLinks, twitter,
        alternates),
      twitterID: TwitterApps.all(of: twitter).lazy.compactMap(\.app.id?.text).first)
    links.reportChoice(&diagnostics)
    StoreIdentifiers(links, twitter).report(&diagnostics)
    return links
  }

  private static func reportTagsInBody(_ tags: [PageTag], _ diagnostics: inout [Diagnostic]) {
    let inBody = tags.filter { tag in
      !tag.isInHead
        && tag.keys.contains {
          $0 == SmartAppBanner.tagName || $0.hasPrefix("al:") || $0.hasPrefix("twitter:app:")
        }
    }
    guard let first = inBody.first, let name = first.keys.first else { return }
    let others = inBody.count > 1 ? ", as do \(inBody.count - 1) more tags for apps" : ""
    diagnostics.append(
      Diagnostic(
        .metaInBody, "\(quoted(name)) stands in body\(others); it is read all the same.",
        at: first.location, subject: name))
  }

  private func reportChoice(_ diagnostics: inout [Diagnostic]) {
    guard let chosen else {
      let app = storeID.map { ": it names app \(quoted($0)) only" } ?? ""
      let site =
        universalLink == .siteOnly
        ? " The site's association file does, for an app that names the site." : ""
      // A site without an app is not blamed for having none.
      let isMissed = storeID != nil || !appLinks.entries.isEmpty || universalLink == .notMatched
      diagnostics.append(
        Diagnostic(
          .deepLinkMissing,
          "No tag of the page says how an app opens this content\(app).\(site)",
          severity: isMissed && universalLink != .siteOnly ? .warning : .notice))
      return
    }
    let others = candidates.dropFirst().filter { $0.url != chosen.url }
    let before = Set(others.map(\.source)).subtracting([chosen.source])
    let names = DeepLink.Source.allCases.filter(before.contains).map(\.title)
    let reason = names.isEmpty ? "" : ", before \(names.joined(separator: " and "))"
    let excluded =
      universalLink == .excluded ? " The site keeps the page itself from its app." : ""
    diagnostics.append(
      Diagnostic(
        .deepLinkChosen,
        "The deep link is \(quoted(chosen.url)), from \(chosen.source.title)\(reason).\(excluded)"))
  }
}

extension DeepLink.Source {
  /// What a sentence calls it.
  public var title: String {
    switch self {
    case .universalLink: "the site's association with its app"
    case .banner: "the Smart App Banner"
    case .appLinks: "App Links"
    case .twitter: "Twitter tags"
    case .alternate: "an alternate link"
    }
  }
}
