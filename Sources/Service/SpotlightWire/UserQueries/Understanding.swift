/// How the service understood a user query where it found a hit: by which reading, and what stood for each
/// piece of the text. Clients highlight hits by it.
package struct Understanding: Hashable, Sendable, WireValue {
  /// What stood for a part of the text.
  package struct Term: Hashable, Sendable, WireValue {
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

    /// Appends the parts.
    package func write(to writer: inout WireWriter) {
      writer.append(range: range)
      writer.append(string: text)
      writer.append(traits.rawValue)
      writer.append(editCount)
    }

    /// Reads the parts.
    package init(from reader: inout WireReader) throws(WireError) {
      range = try reader.range()
      text = try reader.string()
      traits = try reader.flags(.all)
      editCount = try reader.integer()
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

  private struct Flags: OptionSet {
    let rawValue: UInt8
    static let isLimited = Flags(rawValue: 1)
    static let isCorrected = Flags(rawValue: 2)
    static let all: Flags = [.isLimited, .isCorrected]
  }

  /// Appends the parts.
  package func write(to writer: inout WireWriter) {
    var flags: Flags = isLimited ? .isLimited : []
    if correctedText != nil { flags.insert(.isCorrected) }
    writer.append(reading)
    writer.append(flags.rawValue)
    writer.append(list: terms)
    if let correctedText { writer.append(string: correctedText) }
  }

  /// Reads the parts.
  package init(from reader: inout WireReader) throws(WireError) {
    reading = try reader.value()
    let flags = try reader.flags(Flags.all)
    isLimited = flags.contains(.isLimited)
    terms = try reader.list()
    correctedText = flags.contains(.isCorrected) ? try reader.string() : nil
  }
}
