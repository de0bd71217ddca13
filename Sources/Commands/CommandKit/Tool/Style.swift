/// Colours and weights for a terminal, or none.
package struct Style: Sendable {
  /// Whether anything is coloured.
  package let isActive: Bool

  /// The parameters of all sequences that a style writes, the one that ends it included.
  static let codes: Set<String> = ["0", "1", "2", "1;33", "36", "31", "32"]

  /// Colours, or none.
  package init(isActive: Bool) {
    self.isActive = isActive
  }

  /// What matters in a line, such as the title.
  package func strong(_ text: String) -> String { wrap(text, "1") }
  /// What a person may skip.
  package func faint(_ text: String) -> String { wrap(text, "2") }
  /// A matched part.
  package func match(_ text: String) -> String { wrap(text, "1;33") }
  /// What kind of thing something is.
  package func kind(_ text: String) -> String { wrap(text, "36") }
  /// A failure.
  package func failure(_ text: String) -> String { wrap(text, "31") }
  /// A success.
  package func success(_ text: String) -> String { wrap(text, "32") }

  private func wrap(_ text: String, _ code: String) -> String {
    isActive && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
