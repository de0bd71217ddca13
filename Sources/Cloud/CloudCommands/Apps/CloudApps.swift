internal import AppDirectory
internal import CommandKit
internal import FresnelPlatform
internal import SiteAssociations
internal import WebAddresses

/// The directory of apps that commands work with.
struct CloudApps {
  /// The directory.
  let directory: AppDirectory
  /// The time, in seconds since 1970.
  let now = Int64(WallClock.secondsSince1970)

  /// Options of commands that ask sites.
  enum Options {
    /// Whether sites may be anywhere.
    static let local = Option.flag(
      "local", "Let sites be on this machine or its network, for trying things out")
    /// Whom to trust.
    static let certificate = Option.text(
      "certificate", "FILE", "With --local, trust the certificates in FILE (PEM)",
      completion: .files)
  }

  /// Opens the directory, and makes it.
  init(writing data: CloudData) throws {
    try FileSystem.createDirectory(data.directory)
    directory = try AppDirectory(path: data.apps)
  }

  /// Opens the directory to look into it.
  ///
  /// - Throws: `CommandError` when there is none.
  init(reading data: CloudData) throws {
    guard FileSystem.exists(data.apps) else {
      throw CommandError(
        .incomplete, "there is no directory of apps in \(withoutControls(data.directory))",
        advice: "fresnel-cloud app add and fresnel-cloud app import make one")
    }
    directory = try AppDirectory(path: data.apps, creating: false)
  }

  /// Whether an address opens in an app because its site and the app vouch for each other, as far as the directory knows
  /// now; `nil` where it can't be read, so that what was known counts.
  static func provenLinks(of data: CloudData) -> (@Sendable (WebURL) -> Bool)? {
    guard FileSystem.exists(data.apps),
      let directory = try? AppDirectory(path: data.apps, creating: false),
      let proven = try? ProvenLinks(
        of: directory, now: Int64(WallClock.secondsSince1970))
    else { return nil }
    return { proven.app(opening: $0) != nil }
  }

  /// The app that a word names: by an identifier of any kind, or by a host of a site of it.
  func app(_ word: String) throws -> ListedApp {
    if let app = try directory.app(named: word) { return app }
    if let app = try directory.apps(ofSite: word).first { return app }
    throw Self.unknown(word)
  }

  /// Says that a word names no app.
  static func unknown(_ word: String) -> CommandError {
    CommandError(
      .incomplete, "no app is known by \"\(withoutControls(word))\"",
      advice: "fresnel-cloud app list has them all")
  }

  /// Says how a server of one's own is asked: as devices do, over https, which it seldom has a public certificate for.
  static func adviseCertificate(in context: CommandContext) {
    context.warn(
      "sites are asked over https, as devices do; --certificate FILE trusts the certificate of a server of your own"
    )
  }

  /// Asks the sites of apps whether they vouch for them, several at once, and keeps what they answer.
  ///
  /// - Parameters:
  ///   - apps: The apps.
  ///   - onlyDue: Whether only those are asked whose turn it is.
  ///   - isLocal: Whether sites may be on this machine or its network.
  ///   - certificates: A file of certificates that are trusted then.
  /// - Throws: `AppDirectoryError` when an answer can't be kept.
  func verify(
    _ apps: [ListedApp], onlyDue: Bool = false, isLocal: Bool, certificates: String?
  ) throws {
    var sites: [LinkSite] = []
    var known: [String: LinkCopy] = [:]
    for site in apps.flatMap({ $0.sites(isLocal: isLocal) }) where !sites.contains(site) {
      known[site.name] = try directory.copy(of: site)
      if !onlyDue || known[site.name]?.isDue(now: now) != false { sites.append(site) }
    }
    let verifier = LinkVerifier(
      userAgent: "Fresnel/\(SoftwareVersion.text) (verification of links)",
      certificates: certificates)
    try verifier.verify(sites, now: now, last: { known[$0.name] }) { copy in
      try directory.keep(copy)
    }
  }
}
