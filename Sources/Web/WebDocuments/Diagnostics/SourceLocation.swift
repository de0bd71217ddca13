/// A place in a text that was read.
public struct SourceLocation: Hashable, Comparable, Sendable {
  /// The line, from 1.
  public let line: Int
  /// The column in characters (Unicode scalars), from 1.
  public let column: Int

  /// Names a place.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// Whether a place comes before another one.
  public static func < (first: SourceLocation, second: SourceLocation) -> Bool {
    (first.line, first.column) < (second.line, second.column)
  }
}
