public import WebAddresses

/// The rules of robots.txt for one crawler.
public struct RobotsRules: Sendable {
  /// The name whose groups apply: the crawler's, or `*`; `nil` where none does.
  public let agent: String?
  /// Whether the crawler has a name that the file could have had a group for, and doesn't.
  let isFallback: Bool
  /// The line of the first of these groups, from 1.
  public let groupLine: Int?
  /// The seconds that should pass between two requests as the groups say, at most ``maximumCrawlDelay``; `nil`
  /// when they say nothing.
  ///
  /// Not in RFC 9309; it is a floor for our own delay.
  public let crawlDelay: Double?
  /// The rules in the order in which they count: the first that fits decides.
  private let rules: [RobotsRule]
  /// Their patterns.
  private let matcher: RobotsMatcher

  /// The most seconds of ``crawlDelay``.
  public static let maximumCrawlDelay = 30.0

  /// Joins groups.
  init(of groups: [RobotsGroup], for agent: String?, isFallback: Bool) {
    self.agent = agent
    self.isFallback = isFallback
    groupLine = groups.first?.line
    crawlDelay = groups.compactMap(\.crawlDelay).max().map { min($0, Self.maximumCrawlDelay) }
    var rules: [(pattern: RobotsPattern, rule: RobotsRule)] = []
    for rule in groups.lazy.flatMap(\.rules) {
      rules.append((RobotsPattern(rule.pattern.utf8), rule))
      if rule.isAllowing, let folder = Self.folder(ofIndex: rule.pattern) {
        rules.append((RobotsPattern(folder), rule))
      }
    }
    // The longest decides, and of equally long ones one that allows.
    rules.sort {
      ($0.pattern.length, $0.rule.isAllowing ? 1 : 0, $1.rule.line)
        > ($1.pattern.length, $1.rule.isAllowing ? 1 : 0, $0.rule.line)
    }
    self.rules = rules.map(\.rule)
    matcher = RobotsMatcher(rules.map(\.pattern))
  }

  /// How much memory the rules take, in some tens of bytes.
  package var weight: Int { rules.count + matcher.weight }

  /// Decides whether an address may be fetched. `/robots.txt` always may.
  ///
  /// - Parameter url: An address of the site that the file is from.
  /// - Returns: The decision and the rule behind it.
  /// - Complexity: O(*p* + *b*) in the length of the path and that of all patterns, at worst; O(*p*) where none has a
  ///   wildcard. Where very many patterns end alike all along the path, it is given up, which forbids the address.
  public func decision(for url: WebURL) -> RobotsDecision {
    var work = 0
    return decision(for: url, work: &work)
  }

  /// Decides whether an address may be fetched, and counts what that takes.
  ///
  /// - Parameters:
  ///   - url: An address of the site that the file is from.
  ///   - work: Is raised by the steps that were taken, each some tens of nanoseconds at most.
  /// - Returns: The decision and the rule behind it.
  package func decision(for url: WebURL, work: inout Int) -> RobotsDecision {
    if url.path == "/robots.txt" {
      return RobotsDecision(isAllowed: true, agent: agent, rule: nil)
    }
    return decision(for: RobotsPath(url), work: &work)
  }

  /// Whether a path may be fetched.
  func decision(for path: RobotsPath) -> RobotsDecision {
    var work = 0
    return decision(for: path, work: &work)
  }

  private func decision(for path: RobotsPath, work: inout Int) -> RobotsDecision {
    switch matcher.first(fitting: path, work: &work) {
    case .first(let place):
      RobotsDecision(isAllowed: rules[place].isAllowing, agent: agent, rule: rules[place])
    case .nothing: RobotsDecision(isAllowed: true, agent: agent, rule: nil)
    // The rule that was not found may be one that forbids.
    case .unknown: RobotsDecision(isAllowed: false, agent: agent, rule: nil)
    }
  }

  /// The pattern of the folder, and of it alone, whose index page a pattern names.
  private static func folder(ofIndex pattern: String) -> [UInt8]? {
    let bytes = Array(pattern.utf8)
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")),
      bytes[slash...].starts(with: "/index.htm".utf8)
    else { return nil }
    return bytes[...slash] + [UInt8(ascii: "$")]
  }
}
