/// A rule of robots.txt: a line that allows or disallows paths.
public struct RobotsRule: Hashable, Sendable {
  /// Whether the rule allows what it fits.
  public let isAllowing: Bool
  /// The pattern as it is written. `*` stands for any run of characters and `$` at the end for the end of the
  /// address; otherwise it fits everything that begins with it.
  public let pattern: String
  /// The line, from 1.
  public let line: Int
}
