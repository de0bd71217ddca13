internal import CrawlRules
internal import FresnelModel
internal import WebAddresses

extension SiteHop {
  /// The address and what its server answered, as an object.
  var json: JSONValue {
    .members([
      "url": .string(url.href), "outcome": .string(word), "target": .text(target?.href),
      "problem": .text(problem), "status": .count(status), "version": .text(version),
      "contentType": .text(contentType), "bytes": status == nil ? .null : .count(byteCount),
      "milliseconds": .milliseconds(answering), "robots": robots?.json ?? .null,
    ])
  }

  private var word: String {
    switch outcome {
    case .page: "page"
    case .redirection: "redirection"
    case .refresh: "refresh"
    case .refused: "refused"
    case .failure: "failure"
    }
  }

  private var problem: String? {
    if case .failure(let problem) = outcome { problem } else { nil }
  }
}

extension SiteAccess {
  /// What robots.txt says, as an object.
  var json: JSONValue {
    let (state, problem): (String, String?) =
      switch self.state {
      case .read: ("read", nil)
      case .absent: ("absent", nil)
      case .unreachable(let problem): ("unreachable", problem)
      }
    return .members([
      "robots": .string(robots.href), "state": .string(state), "problem": .text(problem),
      "url": .string(url.href), "agents": .texts(agents), "decision": decision.json,
      "crawlDelay": crawlDelay.map { .double($0) } ?? .null,
      "sitemaps": .texts(sitemaps.map(\.href)),
    ])
  }
}

extension RobotsDecision {
  /// The decision as an object.
  fileprivate var json: JSONValue {
    .members([
      "allowed": .boolean(isAllowed), "agent": .text(agent),
      "rule": .text(rule.map { "\($0.isAllowing ? "allow" : "disallow"): \($0.pattern)" }),
      "line": .count(rule?.line),
    ])
  }
}

extension SiteResource {
  /// The picture or recording as an object.
  var json: JSONValue {
    let problem: String? = if case .unreachable(let problem) = outcome { problem } else { nil }
    return .members([
      "role": .string(role.rawValue), "url": .string(url.href),
      "found": .boolean(outcome == .found), "problem": .text(problem),
      "contentType": .text(contentType), "width": .count(size?.width),
      "height": .count(size?.height),
      "blockedByRobots": isBlockedByRobots ? .boolean(true) : .null,
    ])
  }
}
