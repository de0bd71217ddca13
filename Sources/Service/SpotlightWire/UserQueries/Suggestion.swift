/// A text that the person may go on with.
package struct Suggestion: Hashable, Sendable, WireValue {
  /// What a text goes on with.
  package enum Kind: UInt8, CaseIterable, Hashable, Sendable, WireValue {
    /// The rest of the word that is being typed.
    case completion = 0
    /// One more word.
    case nextWord = 1
    /// Another spelling.
    case correction = 2
    /// A filter.
    case filter = 3
    /// What was searched for before.
    case recent = 4
  }

  /// What it goes on with.
  package var kind: Kind
  /// The whole text that is to be searched for.
  package var text: String
  /// The parts of ``text`` that the person typed, as offsets into its UTF-8.
  package var typed: [Range<Int>]
  /// How good it is, greater being better.
  package var score: Double
  /// Names it in what the client tells of it.
  package var key: [UInt8]
  /// The filter that it stands for.
  package var token: QueryToken?

  /// Puts the parts together.
  package init(
    _ kind: Kind, text: String, typed: [Range<Int>] = [], score: Double = 0, key: [UInt8] = [],
    token: QueryToken? = nil
  ) {
    (self.kind, self.text, self.typed) = (kind, text, typed)
    (self.score, self.key, self.token) = (score, key, token)
  }

  /// Appends the parts.
  package func write(to writer: inout WireWriter) {
    writer.append(kind)
    writer.append(string: text)
    writer.append(list: typed.map(TextRange.init))
    writer.append(score)
    writer.append(bytes: key)
    writer.append(optional: token)
  }

  /// Reads the parts.
  package init(from reader: inout WireReader) throws(WireError) {
    kind = try reader.value()
    text = try reader.string()
    typed = try reader.list(of: TextRange.self).map(\.range)
    score = try reader.double()
    key = try reader.byteRun()
    token = try reader.optional()
  }
}
