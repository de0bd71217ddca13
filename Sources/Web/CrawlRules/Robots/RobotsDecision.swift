/// Whether robots.txt lets a crawler have an address, and what decides that.
public struct RobotsDecision: Hashable, Sendable {
  /// Whether the crawler may fetch it.
  public let isAllowed: Bool
  /// The name whose group applies: the crawler's, or `*`; `nil` where no group does.
  public let agent: String?
  /// The rule that decides; `nil` where none fits, which allows it, and where comparing was given up, which doesn't.
  public let rule: RobotsRule?
}
