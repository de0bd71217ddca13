internal import SiteAssociations
internal import WebAddresses
internal import WebDocuments
internal import WebMarkup

/// Compares a site with apps, from both sides.
struct SiteAppsComparison {
  /// The host that the page is on, or the file is of.
  let host: String
  /// Where the host's file is; `nil` where there is none.
  let file: WebURL?
  /// What the files of hosts say, by host.
  let associations: [String: SiteAssociation]
  /// What the site's `assetlinks.json` states; `nil` where there is none.
  let assetLinks: AssetLinks?
  /// The apps that are known.
  let apps: [SiteApp]
  /// The page; `nil` where there is none.
  let page: PageReading?
  /// The addresses to try.
  let tests: [WebURL]
  /// Compares addresses with the files, all within one budget.
  private let matcher: AssociationMatcher
  /// By what the file of an app's entry is known among ``associations``.
  private let fileKey: @Sendable (AssociatedDomain) -> String

  init(
    host: String, file: WebURL?, associations: [String: SiteAssociation], assetLinks: AssetLinks?,
    apps: [SiteApp], page: PageReading?, tests: [WebURL],
    stepLimit: Int = MatchingWork.validationLimit,
    fileKey: @escaping @Sendable (AssociatedDomain) -> String = { $0.fileHost }
  ) {
    self.fileKey = fileKey
    self.host = host
    self.file = file
    self.associations = associations
    self.assetLinks = assetLinks
    self.apps = apps
    self.page = page
    self.tests = tests
    matcher = AssociationMatcher(associations, stepLimit: stepLimit)
  }

  private var association: SiteAssociation? { associations[host] }

  /// How they go together, and what was found on the way.
  func result() -> (apps: SiteApps, diagnostics: [Diagnostic]) {
    var diagnostics: [Diagnostic] = []
    var members: [SiteApps.Member] = []
    let named = apps.filter(\.isNamed)
    for app in named.isEmpty ? apps.filter(isRelated) : named {
      guard members.count < SiteApps.memberLimit else { break }
      members.append(member(app, &diagnostics))
    }
    // With an app that was asked for, others are of no interest.
    if named.isEmpty { members += unknownMembers(besides: apps, room: members.count) }
    diagnostics += linkDiagnostics(members, hasNamed: !named.isEmpty)
    if let finding = Self.notCompared(members) { diagnostics.append(finding) }
    return (
      SiteApps(
        host: host, file: file, isUsable: association != nil, members: members,
        androidApps: androidApps),
      diagnostics
    )
  }

  /// The apps whose sides have something to do with each other: the site names the app, or the app the site.
  private func isRelated(_ app: SiteApp) -> Bool {
    AssociationService.allCases.contains { service in
      app.domains?.entry(for: host, service: service) != nil
        || association?.lists(app.identity, for: service) == true
    }
  }

  private func member(_ app: SiteApp, _ diagnostics: inout [Diagnostic]) -> SiteApps.Member {
    // What the app names the site for decides; links, where it doesn't.
    let entries = AssociationService.allCases.compactMap {
      app.domains?.entry(for: host, service: $0)
    }
    let file = associations[entries.first.map(fileKey) ?? host]
    let services = AssociationService.allCases.filter {
      file?.lists(app.identity, for: $0) == true
    }
    let service = entries.first?.service ?? services.first ?? .applinks
    var standing: SiteApps.Standing
    var entry: AssociatedDomain?
    if let domains = app.domains {
      if app.isNamed { diagnostics += domains.diagnostics }
      let verdict = AssociationVerdict(
        app: app.identity, domains: domains, host: host, service: service
      ) { _ in file }
      entry = verdict.entry
      standing =
        switch verdict.reason {
        case nil: .verified
        case .entitlementMissing?: .entitlementMissing
        case .appNotListed?: .appNotListed
        case .fileUnusable?: .fileUnusable
        }
      // That the file can't be used has been said of the file.
      if standing != .fileUnusable { diagnostics += verdict.diagnostics }
    } else if association == nil {
      standing = .fileUnusable
    } else if services.isEmpty {
      standing = .appNotListed
      diagnostics.append(
        Diagnostic(
          .associationAppNotListed,
          "The file of \(Diagnostic.excerpt(host)) does not name \(app.identity)."))
    } else {
      standing = .siteOnly
    }
    return SiteApps.Member(
      identity: app.identity,
      identifier: listedIdentifier(app.identity) ?? app.identity.description, name: app.name,
      services: services, entry: entry, standing: standing,
      links: links(of: app.identity, entry: entry))
  }

  /// The apps that the file names and nobody here knows.
  private func unknownMembers(besides known: [SiteApp], room count: Int) -> [SiteApps.Member] {
    var members: [SiteApps.Member] = []
    for identifier in listed {
      guard count + members.count < SiteApps.memberLimit else { break }
      guard !known.contains(where: { $0.identity.isNamed(by: identifier) }) else { continue }
      let identity = ApplicationIdentity(identifier)
      let services = AssociationService.allCases.filter {
        association?.applications[$0, default: []].contains(identifier) == true
      }
      members.append(
        SiteApps.Member(
          identity: identity, identifier: identifier, name: nil, services: services, entry: nil,
          standing: .siteOnly,
          links: links(of: identity, entry: nil)))
    }
    return members
  }

  /// The identifiers that the file names, each once, those for links first.
  private var listed: [String] {
    var seen = Set<String>()
    return AssociationService.allCases.flatMap { association?.applications[$0] ?? [] }
      .filter { seen.insert($0).inserted }
  }

  private func listedIdentifier(_ identity: ApplicationIdentity) -> String? {
    listed.first { identity.isNamed(by: $0) }
  }

  /// What becomes of the page's address and of those to try.
  private func links(
    of app: ApplicationIdentity, entry: AssociatedDomain?
  ) -> [SiteApps.Link] {
    let pages = page.map { [(url: $0.url, isTest: false)] } ?? []
    let tries = tests.prefix(SiteApps.testLimit).map { (url: $0, isTest: true) }
    return (pages + tries).compactMap { url, isTest in
      let domain = entry?.host ?? host
      return matcher.match(url, app: app, domain: domain, fileOf: entry.map(fileKey) ?? host)
        .map { SiteApps.Link(url: url, isTest: isTest, match: $0) }
    }
  }

  /// Says which apps and addresses were not compared, for want of room.
  private static func notCompared(_ members: [SiteApps.Member]) -> Diagnostic? {
    let all = members.flatMap { member in member.links.map { (member.identifier, $0) } }
    let left = all.filter { $0.1.match.obstacle == .notTried }
    guard let (app, link) = left.first else { return nil }
    return Diagnostic(
      .associationNotCompared,
      "Comparing the rules costs so much that \(left.count) of \(all.count) pairs of app and "
        + "address were not tried, the first of them \(Diagnostic.excerpt(app)) with "
        + "\(Diagnostic.excerpt(link.url.href)).", subject: "applinks.details")
  }

  /// What is said of addresses. Of one that some app opens, nothing is said on account of the others; of the page's
  /// own only where an app was asked for.
  private func linkDiagnostics(
    _ members: [SiteApps.Member], hasNamed: Bool
  ) -> [Diagnostic] {
    var opened = Set<WebURL>()
    for link in members.flatMap(\.links) where link.match.outcome == .match {
      opened.insert(link.url)
    }
    var diagnostics: [Diagnostic] = []
    for member in members {
      for link in member.links where link.isTest || hasNamed {
        guard ![.appNotListed, .notTried].contains(link.match.obstacle) else { continue }
        let counts = link.match.outcome == .match || !opened.contains(link.url)
        if counts { diagnostics += link.match.diagnostics }
      }
    }
    return diagnostics
  }

  private var androidApps: [SiteApps.AndroidApp] {
    var packages: [String] = []
    for statement in assetLinks?.statements ?? [] {
      if case .androidApp(let package, _) = statement.target { packages.append(package) }
    }
    let named = page.map(Self.packages) ?? []
    var seen = Set<String>()
    return (named + packages).filter { seen.insert($0).inserted }.prefix(SiteApps.memberLimit)
      .map { package in
        SiteApps.AndroidApp(
          package: package, isListed: assetLinks?.opensLinks(package: package) ?? false,
          isNamedByPage: named.contains(package))
      }
  }

  /// The apps for Android that a page names.
  static func packages(of page: PageReading) -> [String] {
    (page.deepLinks.appLinks.entries[.android] ?? []).compactMap(\.package)
      + [page.twitterCard.googlePlay.id?.text].compactMap(\.self)
  }
}

extension SiteAppsComparison {
  /// What the apps that are verified make of an address.
  ///
  /// - Parameters:
  ///   - url: The address.
  ///   - apps: What came of the comparison.
  /// - Returns: `siteOnly` or `unchecked` where the manifest of no app is known.
  func universalLink(_ url: WebURL, _ apps: SiteApps) -> UniversalLink {
    let known = apps.members.filter { $0.standing != .siteOnly }
    guard !known.isEmpty else {
      let isOpened = apps.members.contains { member in
        matcher.match(url, app: member.identity, domain: host, fileOf: host)?.outcome == .match
      }
      return isOpened ? .siteOnly : .unchecked
    }
    var verdict = UniversalLink.notMatched
    for member in known where member.standing == .verified {
      guard let entry = member.entry,
        let match = matcher.match(
          url, app: member.identity, domain: entry.host, fileOf: fileKey(entry))
      else { continue }
      switch match.outcome {
      case .match: return .verified
      case .exclude: verdict = .excluded
      // Nobody knows what an address is that was not tried.
      case .noMatch where match.obstacle == .notTried && verdict == .notMatched:
        verdict = .unchecked
      case .noMatch: break
      }
    }
    return verdict
  }
}
