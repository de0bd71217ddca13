/// How the service understood a user query where it found a hit: by which reading, and what stood for each
/// piece of the text. Clients highlight hits by it.
package struct Understanding: Hashable, Sendable {
  /// What stood for a part of the text.
  package struct Term: Hashable, Sendable {
    /// How it stood for that.
    package struct Traits: OptionSet, Hashable, Sendable {
      /// The bits.
      package let rawValue: UInt8

      /// Makes a set of its bits.
      package init(rawValue: UInt8) { self.rawValue = rawValue }

      /// The term may go on in the item.
      package static let isPrefix = Traits(rawValue: 1)
      /// The item need not have the term.
      package static let isLeftOut = Traits(rawValue: 2)
      /// The term is a code, whose signs may be missing in the item.
      package static let isCode = Traits(rawValue: 4)
      /// Those that there are.
      package static let all: Traits = [.isPrefix, .isLeftOut, .isCode]
    }

    /// The part of the text that was sent, as offsets into its UTF-8.
    package var range: Range<Int>
    /// What was looked for.
    package var text: String
    /// How it stood for the part.
    package var traits: Traits
    /// How many letters of the part were changed.
    package var editCount: UInt8

    /// Puts the parts together.
    package init(range: Range<Int>, text: String, traits: Traits = [], editCount: UInt8 = 0) {
      (self.range, self.text, self.traits, self.editCount) = (range, text, traits, editCount)
    }
  }

  /// The reading.
  package var reading: Reading
  /// Whether a bound on the work kept the reading from finding all that it could have.
  package var isLimited: Bool
  /// What stood for the parts of the text.
  package var terms: [Term]
  /// The text as it was corrected; `nil` where nothing was.
  package var correctedText: String?

  /// Puts the parts together.
  package init(
    reading: Reading, isLimited: Bool = false, terms: [Term] = [], correctedText: String? = nil
  ) {
    (self.reading, self.isLimited, self.terms) = (reading, isLimited, terms)
    self.correctedText = correctedText
  }

  /// How many letters were changed in all.
  package var editCount: Int { terms.reduce(0) { $0 + Int($1.editCount) } }
}
