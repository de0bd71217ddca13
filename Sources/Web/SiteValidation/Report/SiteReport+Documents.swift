internal import CrawlRules
internal import SiteAssociations
package import WebAddresses
internal import WebDocuments
internal import WebMarkup

extension SiteReport {
  /// A report about documents that were not fetched: the files of a site, or what somebody pasted.
  ///
  /// Pages are compared with the rules for crawlers and the association file of their site, where these are among the
  /// documents.
  ///
  /// - Parameters:
  ///   - documents: The documents.
  ///   - apps: The apps that the site is compared with.
  ///   - tests: Addresses to try on the association file.
  package init(
    documents: [SiteDocument], apps: [SiteApp] = [], tests: [WebURL] = []
  ) {
    var documents = documents
    RepeatedTitles.report(in: &documents)
    let access = Self.decideAccess(&documents)
    let comparison = Self.comparison(documents, apps, tests)
    var siteApps: SiteApps?
    if let comparison {
      let (result, findings) = comparison.result()
      siteApps = result
      if let place = documents.firstIndex(where: { $0.kind == .association }) {
        documents[place].add(findings)
      }
    }
    self.init(documents: documents, access: access, apps: siteApps)
  }

  /// Adds to pages what the robots.txt of their origin says of them.
  ///
  /// - Returns: What it says of the only page; `nil` where there are more, or no robots.txt.
  private static func decideAccess(_ documents: inout [SiteDocument]) -> SiteAccess? {
    var files: [String: (file: RobotsFile, rules: RobotsRules, url: WebURL)] = [:]
    for document in documents {
      if case .robots(let file) = document.reading {
        files[document.url.origin] = (file, file.rules(), document.url)
      }
    }
    guard !files.isEmpty else { return nil }
    var access: [SiteAccess] = []
    for index in documents.indices {
      guard let page = documents[index].page, let robots = files[page.url.origin] else { continue }
      let decision = robots.rules.decision(for: page.url)
      documents[index].add(
        [decision.finding(for: page.url), page.directives.finding(behind: decision)]
          .compactMap(\.self).map(\.withoutLocation))
      if access.count < 2 {
        access.append(SiteAccess(robots.file, at: robots.url, page: page.url))
      }
    }
    return access.count == 1 ? access[0] : nil
  }

  private static func comparison(
    _ documents: [SiteDocument], _ apps: [SiteApp], _ tests: [WebURL]
  ) -> SiteAppsComparison? {
    let pages = documents.compactMap(\.page)
    var associations: [String: SiteAssociation] = [:]
    var first: WebURL?
    var assetLinks: (links: AssetLinks?, url: WebURL)?
    for document in documents {
      switch document.reading {
      case .association(let association):
        first = first ?? document.url
        if let host = document.url.host { associations[host] = association }
      case .assetLinks(let links): assetLinks = assetLinks ?? (links, document.url)
      default: break
      }
    }
    guard let place = first ?? assetLinks?.url else { return nil }
    return SiteAppsComparison(
      host: place.host ?? "", file: first, associations: associations,
      assetLinks: assetLinks?.links, apps: apps, page: pages.count == 1 ? pages[0] : nil,
      tests: tests)
  }
}

extension Diagnostic {
  /// The finding without its place, which is in another document than the one that the finding is about.
  var withoutLocation: Diagnostic {
    Diagnostic(rule, message, subject: subject, severity: severity)
  }
}
