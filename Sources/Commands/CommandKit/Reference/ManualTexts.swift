/// What the manual page of a tool says besides its commands.
package struct ManualTexts: Sendable {
  /// What stands behind the name, in a few words.
  package let summary: String
  /// Paragraphs about the tool, separated by blank lines.
  package let description: String
  /// The environment variables that the tool reads.
  package let environment: [(name: String, meaning: String)]
  /// The files that it reads and writes.
  package let files: [(path: String, meaning: String)]
  /// Other pages, each with its section.
  package let seeAlso: [(page: String, section: Int)]

  /// Makes the texts.
  package init(
    summary: String, description: String, environment: [(name: String, meaning: String)],
    files: [(path: String, meaning: String)], seeAlso: [(page: String, section: Int)]
  ) {
    self.summary = summary
    self.description = description
    self.environment = environment
    self.files = files
    self.seeAlso = seeAlso
  }
}
