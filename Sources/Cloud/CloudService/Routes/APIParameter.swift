/// A parameter of an operation, in the query of its address.
package struct APIParameter: Sendable {
  /// What its value is.
  package enum Kind: Sendable {
    /// A text of so many bytes in UTF-8.
    case text(bytes: ClosedRange<Int>)
    /// One of some words.
    case choice([String])
    /// A whole number.
    case integer(ClosedRange<Int>, default: Int)
    /// 1 or 0; 0 where it is missing.
    case flag
  }

  /// The name.
  package var name: String
  /// What it means, in one sentence.
  package var summary: String
  /// What its value is.
  package var kind: Kind
  /// Whether there is no answer without it.
  package var isRequired: Bool

  /// Describes a parameter.
  package init(_ name: String, _ kind: Kind, isRequired: Bool = false, _ summary: String) {
    self.name = name
    self.kind = kind
    self.isRequired = isRequired
    self.summary = summary
  }
}
