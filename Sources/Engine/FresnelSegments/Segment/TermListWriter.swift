import FresnelStorage

/// Writes posting lists term by term, the lists of prefixes on the way, and the dictionaries of both.
struct TermListWriter: ~Copyable {
  /// What was written.
  struct Written {
    let terms: TermDictionaryLocation
    let prefixes: TermDictionaryLocation
    let termCount: UInt64
    let postingCount: UInt64
    /// The bytes of the terms' lists, of the prefixes' lists, and of the dictionaries.
    let listByteCount: UInt64
    let prefixListByteCount: UInt64
    let dictionaryByteCount: UInt64
  }

  private var encoder = PostingListEncoder()
  private var dictionary: TermDictionaryWriter
  private var prefixLists: PrefixListWriter
  private var entry = TermEntry()
  private var termCount: UInt64 = 0
  private var postingCount: UInt64 = 0
  private var listByteCount: UInt64 = 0
  /// The list being written: its length, and where its postings go besides.
  private var listCount = 0
  private var planes: CertaintyPlanes?

  /// Begins a dictionary; `prefixes` are those that may need lists.
  init(documentCount: Int, prefixes: [TermPrefix]) {
    dictionary = TermDictionaryWriter(documentCount: documentCount)
    prefixLists = PrefixListWriter(prefixes, documentCount: documentCount)
  }

  /// Begins a term, greater than the one before.
  mutating func beginTerm(
    _ term: UnsafeBufferPointer<UInt8>, to sink: inout ByteSink
  ) throws(StorageError) {
    entry = TermEntry()
    try prefixLists.begin(term, to: &sink)
  }

  /// Begins the term's list of a group; groups come in their order.
  mutating func beginList(_ group: PostingGroup) {
    listCount = 0
    planes = prefixLists.planes(for: group)
  }

  /// Adds a posting, with a greater document than the one before.
  @inline(__always)
  mutating func append(_ document: UInt32, certainty: UInt8) {
    encoder.append(document, certainty: certainty)
    planes?.insert(document, certainty: certainty)
    listCount &+= 1
  }

  /// Ends the list begun; one without postings is none.
  mutating func endList(_ group: PostingGroup, to sink: inout ByteSink) throws(StorageError) {
    guard listCount > 0 else { return }
    let start = sink.offset
    entry[group] = try encoder.finish(to: &sink)
    listByteCount += sink.offset - start
    prefixLists.count(group, entry[group])
    postingCount += UInt64(listCount)
  }

  /// Ends the term begun; one without lists is left out.
  mutating func endTerm(_ term: UnsafeBufferPointer<UInt8>) {
    guard entry.groups != 0 else { return }
    prefixLists.countTerm()
    dictionary.add(term, entry)
    termCount += 1
  }

  /// Writes the dictionaries.
  consuming func finish(
    to sink: inout ByteSink, withInfixes: Bool
  ) throws(StorageError) -> Written {
    try prefixLists.closeAll(to: &sink)
    let start = sink.offset
    let prefixes = try prefixLists.writeDictionary(to: &sink)
    let terms = try dictionary.finish(to: &sink, withInfixes: withInfixes)
    return Written(
      terms: terms, prefixes: prefixes, termCount: termCount, postingCount: postingCount,
      listByteCount: listByteCount, prefixListByteCount: prefixLists.byteCount,
      dictionaryByteCount: sink.offset - start)
  }
}
