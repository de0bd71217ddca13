public import FresnelModel
public import WebAddresses

/// A page as it is shown among results.
public struct ResultCard: Hashable, Sendable {
  /// When something was published, or when it happens.
  public struct Dates: Hashable, Sendable {
    /// When it was published.
    public internal(set) var published: Timestamp?
    /// When it begins.
    public internal(set) var start: Timestamp?
    /// When it ends.
    public internal(set) var end: Timestamp?
    /// The day of each, or only the month or year, as the page names it: `2026-12-05` for what begins there at
    /// seven in the evening, whatever day that is in UTC.
    public internal(set) var publishedDay: String?
    /// The day on which it begins.
    public internal(set) var startDay: String?
    /// The day on which it ends.
    public internal(set) var endDay: String?

    /// Whether there is none.
    public var isEmpty: Bool { published == nil && start == nil && end == nil }
  }

  /// The title; whoever shows it cuts it.
  public let title: String
  /// The description, of 300 characters at most; `nil` where there is none, or the page doesn't allow one.
  public let description: String?
  /// The address of the picture; `nil` where there is none, or the page doesn't allow one.
  public let image: WebURL?
  /// The icon of the site; `nil` where the page names none.
  public let icon: WebURL?
  /// What people think of it; `nil` where nobody says.
  public let rating: StarRating?
  /// What it costs; `nil` where the page doesn't say.
  public let price: CardPrice?
  /// When it was published, or when it happens.
  public let dates: Dates
  /// What it is, how long it takes, how much comes of it, and whether it can be had.
  public let details: CardDetails
  /// The buttons, in order.
  public let actions: [CardAction]
  /// The address that opens it in an app; `nil` where it opens in the browser.
  public let deepLink: DeepLink?
  /// Whether only readers who pay can read it.
  public let isPaywalled: Bool
  /// The address of the page.
  public let url: WebURL
}
