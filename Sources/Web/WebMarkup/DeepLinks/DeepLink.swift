/// The address that opens a page's content in an app.
public struct DeepLink: Hashable, Sendable {
  /// Where it was read, the preferred one first.
  public enum Source: String, Hashable, Sendable, CaseIterable {
    /// A link of the web that the site and the app agreed on.
    case universalLink = "universal-link"
    /// A Smart App Banner.
    case banner
    /// App Links tags.
    case appLinks = "app-links"
    /// Twitter tags.
    case twitter
    /// A `link` with `rel=alternate`.
    case alternate
  }

  /// Where it was read.
  public let source: Source
  /// The address.
  public let url: String
  /// What names the app in its store; `nil` where that source doesn't say.
  public let storeID: String?
  /// The name of the app; `nil` where that source doesn't say.
  public let appName: String?
}
