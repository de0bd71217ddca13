internal import WebDocuments

extension DeepLinks {
  /// The kinds of device whose addresses count on Linux: its own, then those whose addresses an app of another
  /// system may have declared here as well.
  static let linuxPlatforms: [AppLinks.Platform] = [.linux, .iOS, .iPhone, .iPad]

  /// Reads everything that leads into an app.
  ///
  /// - Parameters:
  ///   - page: What was found on the page.
  ///   - universalLink: What the association says of the page.
  ///   - universalURL: The address that it covers, where it does.
  ///   - diagnostics: Takes what is wrong, and what was chosen.
  /// - Returns: What was found.
  static func read(
    _ page: PageElements, universalLink: UniversalLink, universalURL: String?,
    _ diagnostics: inout [Diagnostic]
  ) -> DeepLinks {
    let banner = SmartAppBanner.read(page.metas, &diagnostics)
    let appLinks = AppLinks.read(page.metas, &diagnostics)
    let twitter = TwitterAppTags.read(page.metas, &diagnostics)
    let alternates = AlternateAppLink.read(page.links)
    reportTagsInBody(page.metas, &diagnostics)
    for link in page.scriptLinks {
      diagnostics.append(
        Diagnostic(
          .scriptDeepLink, "A script seems to go to \(quoted(link.url)).", at: link.location,
          subject: "script"))
    }
    let links = DeepLinks(
      banner: banner, appLinks: appLinks, twitterApp: twitter, alternates: alternates,
      universalLink: universalLink, scriptLinks: page.scriptLinks.map(\.url),
      candidates: DeepLinkChoice(platforms: linuxPlatforms).candidates(
        universalURL: universalLink == .verified ? universalURL : nil, banner, appLinks, twitter,
        alternates))
    links.reportChoice(&diagnostics)
    StoreIdentifiers(links).report(&diagnostics)
    return links
  }

  private static func reportTagsInBody(_ metas: [MetaTag], _ diagnostics: inout [Diagnostic]) {
    let inBody = metas.filter { meta in
      !meta.isInHead && meta.attribute != .httpEquivalent
        && meta.keys.contains {
          $0 == SmartAppBanner.tagName || $0.hasPrefix("al:") || $0.hasPrefix("twitter:app:")
        }
    }
    guard let first = inBody.first else { return }
    let others = inBody.count > 1 ? ", as do \(inBody.count - 1) more tags for apps" : ""
    diagnostics.append(
      Diagnostic(
        .metaInBody, "\(quoted(first.name)) stands in body\(others); it is read all the same.",
        at: first.location, subject: first.name))
  }

  private func reportChoice(_ diagnostics: inout [Diagnostic]) {
    guard let chosen else {
      let app = storeID.map { ": it names app \(quoted($0)) only" } ?? ""
      diagnostics.append(
        Diagnostic(.deepLinkMissing, "No tag of the page says how an app opens this content\(app).")
      )
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
