/// Makes a piece of a page of texts and pieces that are written one below the other.
@resultBuilder
package enum HTMLBuilder {
  /// A text, which is escaped.
  package static func buildExpression(_ text: String) -> HTML { HTML(text) }
  /// A text that may not be there.
  package static func buildExpression(_ text: String?) -> HTML { text.map { HTML($0) } ?? HTML() }
  /// A piece.
  package static func buildExpression(_ piece: HTML) -> HTML { piece }
  /// A piece that may not be there.
  package static func buildExpression(_ piece: HTML?) -> HTML { piece ?? HTML() }
  /// Pieces one after the other.
  package static func buildBlock(_ pieces: HTML...) -> HTML { .joined(pieces) }
  /// Pieces of a loop.
  package static func buildArray(_ pieces: [HTML]) -> HTML { .joined(pieces) }
  /// What is there under a condition.
  package static func buildOptional(_ piece: HTML?) -> HTML { piece ?? HTML() }
  /// The first of two.
  package static func buildEither(first piece: HTML) -> HTML { piece }
  /// The second of two.
  package static func buildEither(second piece: HTML) -> HTML { piece }
}
