/// Colours and weights for a terminal, or none.
struct Style: Sendable {
  /// Whether anything is coloured.
  let isActive: Bool

  /// What matters in a line, such as the title.
  func strong(_ text: String) -> String { wrap(text, "1") }
  /// What a person may skip.
  func faint(_ text: String) -> String { wrap(text, "2") }
  /// A matched part.
  func match(_ text: String) -> String { wrap(text, "1;33") }
  /// What kind of thing something is.
  func kind(_ text: String) -> String { wrap(text, "36") }
  /// A failure.
  func failure(_ text: String) -> String { wrap(text, "31") }
  /// A success.
  func success(_ text: String) -> String { wrap(text, "32") }

  private func wrap(_ text: String, _ code: String) -> String {
    isActive && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
