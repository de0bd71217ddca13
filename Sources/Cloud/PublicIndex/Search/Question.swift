/// What somebody asks the public index.
package struct Question: Hashable, Sendable {
  /// The words.
  package var text: String
  /// The language that they are taken for, as a tag.
  package var language: String
  /// Whether the last word may go on: it is being typed.
  package var isBeingTyped: Bool
  /// How many results come before those wanted.
  package var offset: Int
  /// How many results are wanted.
  package var limit: Int

  /// Makes a question.
  package init(
    _ text: String, language: String = "en", isBeingTyped: Bool = false, offset: Int = 0,
    limit: Int = 10
  ) {
    self.text = text
    self.language = language
    self.isBeingTyped = isBeingTyped
    self.offset = offset
    self.limit = limit
  }
}
