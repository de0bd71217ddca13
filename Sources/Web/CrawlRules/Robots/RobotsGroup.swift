/// A group of robots.txt: the crawlers that it is for, and the rules for them.
public struct RobotsGroup: Hashable, Sendable {
  /// The names of crawlers, as far as they are names: letters, `-` and `_`; or `*`.
  public internal(set) var agents: [String] = []
  /// The line of the group's first name, from 1.
  public let line: Int
  /// The rules in their order, empty ones left out.
  public internal(set) var rules: [RobotsRule] = []
  /// The seconds that should pass between two requests, as the file says.
  public internal(set) var crawlDelay: Double?

  init(line: Int) { self.line = line }

  /// Whether the group names a crawler, in whatever case.
  func names(_ agent: String) -> Bool {
    agents.contains { $0.utf8.elementsEqual(agent.utf8) { Self.small($0) == Self.small($1) } }
  }

  private static func small(_ byte: UInt8) -> UInt8 {
    byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
  }
}
