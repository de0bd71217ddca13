internal import CommandKit

/// What is said of input that holds no JSON, with a command that turns it into some.
enum UnreadableInput {
  /// So many lines without JSON at the beginning of a file make it one that holds none.
  static let lineCount = 20

  /// What is said of a folder.
  static func directory(_ path: String) -> String {
    "\(withoutControls(path)) is a folder, and fresnel index reads JSON; for the texts in it write: "
      + "find \(shellWord(path)) -name '*.txt' -exec jq -Rsc '\(program)' {} ';' | fresnel index -"
  }

  /// What is said of a file without JSON.
  ///
  /// - Parameters:
  ///   - path: The file, or `-` for standard input.
  ///   - mayHaveMore: Whether only the first lines were looked at.
  /// - Returns: A sentence without a full stop.
  static func text(_ path: String, mayHaveMore: Bool) -> String {
    let name = path == "-" ? "standard input" : withoutControls(path)
    let extent = "\(name) holds no JSON" + (mayHaveMore ? " in its first \(lineCount) lines" : "")
    let file = path == "-" ? "FILE" : shellWord(path)
    return "\(extent), which is what fresnel index reads; for a text write: "
      + "jq -Rsc '\(program)' \(file) | fresnel index -"
  }

  /// Makes an item of a file's text.
  private static let program =
    "{id: input_filename, title: (input_filename | split(\"/\") | last), textContent: .}"
}
