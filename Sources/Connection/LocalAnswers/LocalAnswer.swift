/// What a text asks that needs no index: a sum, a conversion of units, a question of the calendar.
///
/// It is there only where the whole text is such a question. Texts that are searched for as they stand, such as `2024`,
/// `3.11`, `24/7` or a number of a telephone, are none.
package struct LocalAnswer: Hashable, Sendable {
  /// What kind of question it was.
  package enum Kind: Hashable, Sendable {
    /// Numbers were to be added, multiplied and so on.
    case sum
    /// An amount was to be told in another unit.
    case conversion
    /// A day was asked for, or how far one is away.
    case date
  }

  /// What kind of question it was.
  package let kind: Kind
  /// The answer, as a person copies it.
  package let text: String
  /// The question as it was understood.
  package let question: String

  /// The most bytes of a text that is looked at.
  package static let maximumLength = 256

  init(_ kind: Kind, _ text: String, to question: String) {
    (self.kind, self.text, self.question) = (kind, text, question)
  }

  /// Answers a text; `nil` where it is no such question, or has no answer, such as a division by zero.
  ///
  /// - Parameters:
  ///   - text: The whole text.
  ///   - context: Where and when it is asked.
  /// - Complexity: O(*n*) in the characters; a text of more than ``maximumLength`` bytes is not looked at.
  package init?(to text: String, in context: AnswerContext) {
    guard text.utf8.count <= Self.maximumLength else { return nil }
    if let sum = Self.sum(text, context.numbers) ?? Self.conversion(text, context.numbers) {
      self = sum
    } else if let date = DateQuestion(text, today: context.today)?.answer {
      self = date
    } else {
      return nil
    }
  }
}

/// Where and when a question is asked: what its numbers and days mean depends on that.
package struct AnswerContext: Sendable {
  /// How numbers are written.
  package var numbers: NumberStyle
  /// The day on which it is asked; called only for questions of the calendar.
  package var today: @Sendable () -> CivilDay

  /// Puts the parts together.
  package init(numbers: NumberStyle, today: @escaping @Sendable () -> CivilDay) {
    (self.numbers, self.today) = (numbers, today)
  }
}
