/// How much a link of a page counts: a reader follows some links more likely than others.
package enum LinkWeight {
  /// Where on its page a link stands.
  package enum Place: UInt8, Sendable {
    /// In what the page is about.
    case content = 0
    /// In what all pages of a site have: navigation, header, footer, aside.
    case boilerplate = 1
  }

  /// The weight of a link.
  ///
  /// - Parameters:
  ///   - place: Where it stands.
  ///   - isSameSite: Whether it stays within its registrable domain.
  ///   - isEndorsed: Whether it has none of `nofollow`, `ugc` and `sponsored`, nor has its page.
  /// - Returns: The weight; 0 for a link that is no vote.
  package static func of(_ place: Place, isSameSite: Bool, isEndorsed: Bool) -> Double {
    guard isEndorsed else { return 0 }
    return (place == .content ? 1 : 0.25) * (isSameSite ? 0.5 : 1)
  }
}
