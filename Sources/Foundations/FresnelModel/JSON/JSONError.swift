/// Where and why a text is not JSON.
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The line, from 1.
  public let line: Int
  /// The column in characters (Unicode scalars), from 1.
  public let column: Int
  /// The offset in bytes, from 0.
  public let offset: Int
  /// What was wrong, without the place.
  public let reason: String

  /// One sentence with the place.
  public var description: String { "Line \(line), column \(column): \(reason)." }
}
