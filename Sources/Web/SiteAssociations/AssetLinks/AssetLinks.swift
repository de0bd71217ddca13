/// What a site's `assetlinks.json` states: which other sites and Android apps it vouches for, and for what.
public struct AssetLinks: Hashable, Sendable {
  /// Who a statement is about.
  public enum Target: Hashable, Sendable {
    /// An app, by its package and the SHA-256 hashes of its certificates, 32 bytes each.
    case androidApp(package: String, fingerprints: [[UInt8]])
    /// A site, by its origin.
    case site(String)
  }

  /// That the site vouches for somebody.
  public struct Statement: Hashable, Sendable {
    /// What for, such as `delegate_permission/common.handle_all_urls`.
    public let relations: [String]
    /// For whom.
    public let target: Target
  }

  /// The relation of an app that opens the site's links.
  public static let handlesAllURLs = "delegate_permission/common.handle_all_urls"
  /// Where a site serves the file.
  public static let path = "/.well-known/assetlinks.json"

  /// The statements in the order of the file.
  public let statements: [Statement]
  /// The addresses of other files that statements are to be taken from; https only.
  public let includes: [String]

  /// Whether the file vouches for an Android app that opens the site's links.
  ///
  /// - Parameters:
  ///   - package: The app's package.
  ///   - fingerprint: The SHA-256 hash of its certificate; `nil` for any.
  /// - Returns: Whether a statement says so.
  public func opensLinks(package: String, fingerprint: [UInt8]? = nil) -> Bool {
    statements.contains { statement in
      guard statement.relations.contains(Self.handlesAllURLs),
        case .androidApp(package, let fingerprints) = statement.target
      else { return false }
      return fingerprint.map(fingerprints.contains) ?? true
    }
  }
}
