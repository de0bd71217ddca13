internal import CommandKit
internal import FresnelApps
internal import FresnelPlatform
internal import SiteAssociations
internal import VerifiedLinks
internal import WebAddresses

/// The claims of apps to links, and what is known of the sites, that the commands about links work with.
struct LinkWorld {
  /// The claims of all apps.
  let claims: [LinkClaim]
  /// What is known of sites.
  let store: LinkStore
  /// What the person chose.
  let preferences: LinkPreferences
  /// The desktop's program for links.
  let handler: LinkHandler
  /// The time, in seconds since 1970.
  let now: Int64
  private let apps: AppWorld
  private var catalog: AppCatalog { apps.registry.catalog }
  private let fetchWorker: String?

  /// Reads the manifests of a person and of the system.
  init(_ context: CommandContext) {
    let base = context.directories
    apps = AppWorld(context)
    claims = apps.registry.catalog.entries.flatMap { LinkClaim.all(of: $0.manifest) }
    store = LinkStore(of: base)
    preferences = LinkPreferences(of: base)
    handler = LinkHandler(of: base, environment: context.environment)
    now = Int64(WallClock.secondsSince1970)
    fetchWorker = context.fetchWorker
  }

  /// A link, or a failure that says what to write.
  static func link(_ text: String) throws(CommandError) -> WebURL {
    guard let url = WebURL(text), url.isHTTP else {
      throw .usage(
        "\"\(withoutControls(text))\" is no web link",
        advice: "write it as https://example.com/page")
    }
    return url
  }

  /// Whether a word of a command line is a link, and nothing else.
  static func isLink(_ text: String) -> Bool {
    let scheme = text.prefix { $0 != ":" }.lowercased()
    return ["http", "https"].contains(scheme) && WebURL(text) != nil
  }

  /// The app with a manifest that a person means by a name.
  ///
  /// - Throws: ``CommandError`` with status ``ExitStatus/incomplete`` where no manifest registers it.
  func app(named name: String) throws(CommandError) -> String {
    guard let app = apps.registeredApp(named: name) else { throw apps.unregistered(name) }
    return app
  }

  /// Whether a claim's site is to be asked: after a while, and when the app's manifest changed since.
  func isDue(_ claim: LinkClaim) -> Bool {
    guard let copy = store.copy(of: claim.site), !copy.isDue(now: now) else { return true }
    let manifest = catalog.entry(claim.app).flatMap { try? FileSystem.status(of: $0.file.path) }
    return manifest.map { $0.modifiedSecondsSince1970 > Double(copy.checked) + 1 } ?? false
  }

  /// What a person calls an app.
  func name(of app: String) -> String {
    withoutControls(catalog.entry(app)?.manifest.name ?? app)
  }

  /// Who opens a link.
  func decision(_ url: WebURL) -> LinkDecision {
    LinkDecision(url, claims: claims, preferences: preferences.all(), now: now) {
      store.copy(of: $0)
    }
  }

  /// The app that is there and opens a link that was noted for it.
  func app(opening link: NotedLink) -> String? {
    catalog.entries.map(\.manifest).first { link.opens(in: $0, decision) }?.identifier
  }

  /// Asks sites for their files, several at once, and keeps what they answer.
  ///
  /// - Parameters:
  ///   - sites: The sites.
  ///   - certificates: A file of certificates that sites under development are trusted by.
  /// - Throws: `SystemError` when an answer can't be kept.
  func verify(_ sites: [LinkSite], certificates: String? = nil) throws {
    let verifier = LinkVerifier(
      userAgent: "Fresnel/\(FresnelVersion.current) (verification of links)",
      certificates: certificates, worker: fetchWorker)
    try verifier.verify(sites, now: now, last: { store.copy(of: $0) }) { copy in
      try store.keep(copy)
    }
  }
}
