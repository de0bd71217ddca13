package import WebAddresses

/// A picture or a recording of a page's card, and whether it could be had.
package struct SiteResource: Sendable {
  /// What it is for.
  package enum Role: String, Hashable, Sendable {
    /// The picture of the card.
    case image
    /// What a button of the card plays.
    case media
  }

  /// What came of asking for it.
  package enum Outcome: Hashable, Sendable {
    /// It is there.
    case found
    /// It can't be had, in a sentence.
    case unreachable(String)
  }

  /// What it is for.
  package let role: Role
  /// Its address.
  package let url: WebURL
  /// What came of asking for it.
  package let outcome: Outcome
  /// Its media type, as its server says.
  package let contentType: String?
  /// Its width and height in pixels, as its beginning says; `nil` where that isn't known.
  package let size: PictureSize?
  /// Whether robots.txt of its host keeps crawlers from it.
  package let isBlockedByRobots: Bool
}
