/// What one `.gitignore` file says, by gitignore(5) of Git 2.39.
///
/// The last rule that matches a path decides; rules of files in deeper directories come before those of directories
/// above, and in a directory that is ignored nothing can be taken back: both is up to who walks the tree. Names are
/// bytes, and upper and lower case differ.
///
/// A rule needs at most as many steps as its bytes times those of the path, whatever it says, and all rules for a path
/// at most ``maximumStepCount``. A path that needs more is taken for one that no rule matches.
package struct GitIgnore: Sendable {
  /// How many bytes of a file are read; a line that goes on behind them is left out.
  package static let maximumByteCount = 64 << 10
  /// How many lines of a file are read.
  package static let maximumLineCount = 1000

  /// How many comparisons of a byte are made for a path, about a millisecond's worth.
  package static let maximumStepCount = 1 << 18

  /// What a file says of a path.
  package enum Verdict: Sendable {
    /// It is ignored.
    case ignored
    /// It is not, whatever earlier rules and directories above say.
    case included
  }

  struct Rule: Sendable {
    let isNegated: Bool
    /// Whether only directories match.
    let isOfDirectories: Bool
    /// Whether the name alone is compared, in whatever directory it is.
    let isOfNames: Bool
    let pattern: GitPattern
  }

  /// In the order of the file.
  private let rules: [Rule]

  /// Whether it says nothing.
  package var isEmpty: Bool { rules.isEmpty }

  /// Reads a file.
  ///
  /// - Parameter bytes: The content, or its beginning with at least one byte more than ``maximumByteCount``.
  package init(_ bytes: [UInt8]) {
    var content = bytes.prefix(Self.maximumByteCount)
    if bytes.count > Self.maximumByteCount {
      content = content[..<((content.lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1)]
    }
    if content.starts(with: [0xEF, 0xBB, 0xBF]) { content = content.dropFirst(3) }
    rules = content.split(
      separator: UInt8(ascii: "\n"), maxSplits: Self.maximumLineCount,
      omittingEmptySubsequences: false
    ).prefix(Self.maximumLineCount).compactMap { Rule(line: $0) }
  }

  /// What the file says of a path.
  ///
  /// - Parameters:
  ///   - path: The names that lead to it from the file's directory, at least one.
  ///   - isDirectory: Whether a directory is there; a link to one is none.
  ///   - steps: How many more steps may be made for the path, which those made are taken from.
  /// - Returns: The verdict; `nil` when no rule matches.
  package func verdict(
    on path: some Collection<[UInt8]>, isDirectory: Bool, steps: inout Int
  ) -> Verdict? {
    let names = Array(path)
    guard let name = names.last else { return nil }
    for rule in rules.reversed() where isDirectory || !rule.isOfDirectories {
      let isMatch = rule.pattern.matches(rule.isOfNames ? [name] : names, steps: &steps)
      if steps == 0 { return nil }
      if isMatch { return rule.isNegated ? .included : .ignored }
    }
    return nil
  }
}

extension GitIgnore.Rule {
  /// Reads a line; `nil` when it is empty, a comment, or can match nothing.
  fileprivate init?(line: some Collection<UInt8>) {
    var rest = Array(line)[...]
    if rest.last == UInt8(ascii: "\r") { rest.removeLast() }
    // Git reads lines as C does.
    rest = rest.prefix { $0 != 0 }
    if rest.first == UInt8(ascii: "#") { return nil }
    rest = Self.withoutTrailingSpaces(rest)
    isNegated = rest.first == UInt8(ascii: "!")
    if isNegated { rest = rest.dropFirst() }
    isOfDirectories = rest.last == UInt8(ascii: "/")
    if isOfDirectories { rest.removeLast() }
    isOfNames = !rest.contains(UInt8(ascii: "/"))
    if rest.first == UInt8(ascii: "/") { rest = rest.dropFirst() }
    guard !rest.isEmpty, let pattern = GitPattern(rest) else { return nil }
    self.pattern = pattern
  }

  /// A space at the end counts only behind a backslash.
  private static func withoutTrailingSpaces(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var end = line.startIndex
    var index = line.startIndex
    while index < line.endIndex {
      if line[index] == UInt8(ascii: "\\") {
        index = min(index + 2, line.endIndex)
        end = index
      } else {
        if line[index] != UInt8(ascii: " ") { end = index + 1 }
        index += 1
      }
    }
    return line[..<end]
  }
}
