public import WebAddresses

/// What robots.txt means for its site, and for how long: it may be missing or out of reach as well.
///
/// The rules are those of the first host and port that was asked, whichever host it was found at.
public struct RobotsPolicy: Sendable {
  /// What is let in.
  public enum Access: Sendable {
    /// What the file says.
    case rules(RobotsFile)
    /// Everything: there is no file.
    case everything
    /// Nothing: whether there is a file isn't known.
    case nothing
  }

  /// What is let in.
  public let access: Access
  /// Whether the file was out of reach, so that ``access`` is what is safe or what was known before.
  public let isUnreachable: Bool
  /// How long this holds; then the file is fetched again.
  public let lifetime: Duration

  /// How long an answer holds at most, and where the site says nothing: a day.
  public static let maximumLifetime = Duration.seconds(24 * 3600)
  /// How long an answer holds at least, so that no site is asked for its file all the time.
  public static let minimumLifetime = Duration.seconds(600)
  /// How soon a file that was out of reach is fetched again, at the earliest.
  public static let minimumRetry = Duration.seconds(300)
  /// How long a file may be out of reach until the site counts as one without a file.
  public static let unreachableLimit = Duration.seconds(30 * 24 * 3600)

  /// Decides what an outcome means (RFC 9309, 2.3 and 2.4).
  ///
  /// - Parameters:
  ///   - outcome: What came of fetching the file.
  ///   - read: The file in the outcome's body, where it was read already.
  ///   - previous: The last file that was read for the site. It goes on applying while the file is out of reach.
  ///   - unreachableFor: How long the file has been out of reach; zero at the first time.
  public init(
    after outcome: RobotsOutcome, read: RobotsFile? = nil,
    previous: @autoclosure () -> RobotsFile? = nil, unreachableFor: Duration = .zero
  ) {
    switch outcome {
    case .answer(let status, let body, let maximumAge, _) where 200..<300 ~= status:
      access = .rules(read ?? RobotsFile(body))
      isUnreachable = false
      lifetime = min(
        max(maximumAge ?? Self.maximumLifetime, Self.minimumLifetime), Self.maximumLifetime)
    case .answer(let status, _, _, _) where 300..<500 ~= status && status != 429:
      // There is no file, or none for us.
      access = .everything
      isUnreachable = false
      lifetime = Self.maximumLifetime
    case .tooManyRedirects:
      access = .everything
      isUnreachable = false
      lifetime = Self.maximumLifetime
    case .answer, .noAnswer:
      isUnreachable = true
      if let previous = previous() {
        access = .rules(previous)
      } else {
        access = unreachableFor >= Self.unreachableLimit ? .everything : .nothing
      }
      var wished = Duration.zero
      if case .answer(_, _, _, let retryAfter?) = outcome { wished = retryAfter }
      // As long again as it has been, so that a site that stays away is asked ever more rarely.
      lifetime = min(max(unreachableFor, wished, Self.minimumRetry), Self.maximumLifetime)
    }
  }

  /// Decides whether an address may be fetched. For many addresses, ask ``RobotsFile/rules(for:)`` once and these.
  ///
  /// - Parameters:
  ///   - url: An address of the site.
  ///   - agents: Names of the crawler, the first choice first.
  /// - Returns: The decision; it has neither group nor rule where no file decides.
  /// - Complexity: O(*r*) in the number of rules for the crawler, besides what the decision takes.
  public func decision(
    for url: WebURL, agents: [String] = RobotsFile.agents
  ) -> RobotsDecision {
    switch access {
    case .rules(let file): file.rules(for: agents).decision(for: url)
    case .everything: RobotsDecision(isAllowed: true, agent: nil, rule: nil)
    case .nothing:
      RobotsDecision(isAllowed: url.path == "/robots.txt", agent: nil, rule: nil)
    }
  }
}
