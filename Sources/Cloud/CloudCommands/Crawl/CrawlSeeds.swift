internal import AppDirectory
internal import CommandKit
internal import FresnelApps
internal import FresnelPlatform
internal import SiteAssociations
internal import WebAddresses
internal import WebFetching

/// An address at which a crawl begins.
struct CrawlSeed: Hashable, Sendable {
  /// The address.
  let url: WebURL
  /// Whether its site vouches for an app that names it.
  let isTrusted: Bool
}

/// The addresses at which a crawl begins.
struct CrawlSeeds: Sendable {
  /// The addresses, each once.
  private(set) var all: [CrawlSeed] = []
  private var known: [String: Int] = [:]

  /// The most bytes of a file of sites.
  private static let listLimit = 64 << 20

  /// Takes the sites of a command line and of files.
  ///
  /// - Throws: `CommandError` for a word of the command line that is no site, `SystemError` for a file that can't be read.
  init(sites: [String], lists: [String], in context: CommandContext) throws {
    for site in sites {
      guard let url = Self.address(site) else {
        throw CommandError.usage(
          "\"\(withoutControls(site))\" is no site",
          advice: "write a host such as example.org, or an address such as https://example.org/")
      }
      add(url)
    }
    for path in lists {
      let bytes = try FileSystem.contents(of: path, maximumByteCount: Self.listLimit)
      let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
      for (number, line) in lines.enumerated() {
        let text = String(decoding: line, as: UTF8.self)
        // A fragment begins in the middle of a word and says nothing about a site anyway.
        let word = Self.trimmed(text.prefix { $0 != "#" })
        guard !word.isEmpty else { continue }
        if let url = Self.address(word) {
          add(url)
        } else {
          context.warn(
            "line \(number + 1) of \(withoutControls(path)) is no site: "
              + withoutControls(String(word.prefix(200)))
          )
        }
      }
    }
  }

  /// Adds the sites that the installed apps name.
  mutating func addApps(of context: CommandContext) {
    let base = context.directories
    let catalog = AppRegistry(directories: AppRegistry.directories(of: base)).catalog
    let links = LinkStore(of: base)
    let now = Int64(WallClock.secondsSince1970)
    for manifest in catalog.entries.map(\.manifest) {
      let identity = ApplicationIdentity(
        bundleIdentifier: manifest.identifier, prefix: manifest.teamIdentifier)
      let vouching = Set(
        manifest.associatedDomains.compactMap { AssociatedDomain($0.text) }
          .filter { $0.service == .applinks }.prefix(AssociatedDomains.entryLimit)
          .filter { entry in
            links.copy(of: LinkSite(host: entry.fileHost, port: entry.port))?
              .association(now: now)?.lists(identity, for: .applinks) ?? false
          }.map(\.fileHost))
      for domain in manifest.associatedDomains {
        let host = domain.host.hasPrefix("*.") ? String(domain.host.dropFirst(2)) : domain.host
        let port = domain.port.map { ":\($0)" } ?? ""
        guard let url = WebURL("https://\(host)\(port)/"), url.host != nil else { continue }
        add(url, isTrusted: vouching.contains(host))
      }
      for address in [manifest.marketingURL, manifest.supportURL].compactMap(\.self) {
        guard let url = WebURL(address), url.isHTTP, let host = url.host else { continue }
        add(url, isTrusted: vouching.contains(host))
      }
    }
  }

  /// Adds the sites of the apps in the directory, where there is one.
  ///
  /// - Throws: `AppDirectoryError` for one that can't be read.
  mutating func addApps(of data: CloudData) throws {
    guard FileSystem.exists(data.apps) else { return }
    let directory = try AppDirectory(path: data.apps, creating: false)
    for seed in try directory.seeds(now: Int64(WallClock.secondsSince1970)) {
      add(seed.url, isTrusted: seed.isVouched)
    }
  }

  private mutating func add(_ url: WebURL, isTrusted: Bool = false) {
    if let place = known[url.href] {
      if isTrusted { all[place] = CrawlSeed(url: url, isTrusted: true) }
    } else {
      known[url.href] = all.count
      all.append(CrawlSeed(url: url, isTrusted: isTrusted))
    }
  }

  /// A text without the white space around it.
  private static func trimmed(_ text: Substring) -> String {
    var text = text
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }

  /// The address that a word stands for: a host alone is one of https.
  private static func address(_ word: String) -> WebURL? {
    let text = word.contains("://") ? word : "https://\(word)"
    // A colon before a path is that of a scheme that is misspelt, and no port.
    if !word.contains("://"), word.prefix(while: { $0 != "/" }).last == ":" { return nil }
    guard let url = WebURL(text), url.isHTTP, let host = url.host, isName(host) else { return nil }
    return url
  }

  /// Whether a host can be somebody's: patterns and names with an empty label are nobody's.
  private static func isName(_ host: String) -> Bool {
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    // A dot at the end says that the name is whole.
    let named = labels.last?.isEmpty == true ? labels.dropLast() : labels[...]
    return !named.isEmpty && named.allSatisfy { !$0.isEmpty } && !host.contains("*")
  }
}
