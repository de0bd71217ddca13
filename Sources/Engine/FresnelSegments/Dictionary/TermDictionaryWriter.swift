package import FresnelStorage

/// Writes a ``TermDictionary``.
///
/// What was added is kept encoded in memory until the end, about 9 bytes for a term.
package struct TermDictionaryWriter: ~Copyable {
  /// The longest term in bytes: what the format can tell. Longer keys have to be cut by whoever makes
  /// them.
  package static let maximumTermLength = 270

  private var terms: TermBlocksWriter

  /// Makes a writer.
  ///
  /// - Parameters:
  ///   - documentCount: A number above that of every document in the lists.
  ///   - hasLongEntries: Whether most terms have a list for each group, so that passing over their entries
  ///     is what a look-up costs.
  package init(documentCount: Int, hasLongEntries: Bool = false) {
    terms = TermBlocksWriter(
      documentCount: documentCount,
      runCapacity: hasLongEntries
        ? TermBlockFormat.longEntryRunCapacity : TermBlockFormat.runCapacity)
  }

  /// Adds a term.
  ///
  /// Entries are smallest when the terms' lists were written in the order of the terms, and those of
  /// one term in the order of the groups.
  ///
  /// - Parameters:
  ///   - term: At most ``maximumTermLength`` bytes, greater in byte order than the term before.
  ///   - entry: Its lists.
  package mutating func add(_ term: UnsafeBufferPointer<UInt8>, _ entry: TermEntry) {
    terms.add(UnsafeRawBufferPointer(term), entry)
  }

  /// Writes the dictionary.
  ///
  /// - Parameters:
  ///   - sink: Where to.
  ///   - withInfixes: Whether to write an index for ``TermDictionary/forEach(containing:atEnd:_:)`` too,
  ///     if there are enough terms for it to be of use.
  /// - Returns: Where the dictionary is.
  /// - Throws: ``StorageError`` with code `tooLarge` above 2^32 − 1 terms, and whatever the sink throws.
  package consuming func finish(
    to sink: inout ByteSink, withInfixes: Bool
  ) throws(StorageError) -> TermDictionaryLocation {
    terms.closeBlock()
    guard withInfixes, terms.runCount >= GramCollector.minimumRunCount else {
      return TermDictionaryLocation(terms: try terms.finish(to: &sink))
    }
    let grams = GramCollector(terms)
    let location = try terms.finish(to: &sink)
    return TermDictionaryLocation(terms: location, grams: try grams.write(to: &sink))
  }
}
