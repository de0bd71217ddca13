import FresnelStorage

/// Writes the stored lists of prefixes while the lists of the terms pass by in order.
///
/// The postings of a term go into the sets of the longest open prefix, and when a prefix is closed,
/// its sets go into the next shorter one's. Memory: for each length and group that is open at a time
/// four bits a document.
struct PrefixListWriter: ~Copyable {
  private struct OpenPrefix {
    let prefix: TermPrefix
    var content = PrefixContent()
    /// The latest list inside in each group, with what it was made from. When that is all there is,
    /// it is the prefix's own list too.
    var inner = InlineArray<6, (content: PrefixContent.Group, list: PostingListLocation)>(
      repeating: (PrefixContent.Group(), .empty))
  }

  private let needed: [TermPrefix]
  private var next = 0
  private let documentCount: Int
  /// The prefixes of the latest term, the shortest first.
  private var open: [OpenPrefix] = []
  /// The sets by place in `open` and group, made when first needed and empty when not in use.
  private var planes: [CertaintyPlanes?]
  private var encoder = PostingListEncoder()
  private var entries: [(prefix: TermPrefix, entry: TermEntry)] = []
  /// The bytes of the lists so far.
  private(set) var byteCount: UInt64 = 0

  /// Begins; `needed` are the prefixes that may need lists, of which some may turn out to need none.
  init(_ needed: [TermPrefix], documentCount: Int) {
    self.needed = needed
    self.documentCount = documentCount
    planes = Array(repeating: nil, count: TermPrefix.maximumLength * PostingGroup.count)
  }

  deinit {
    for planes in planes { planes?.deallocate() }
  }

  /// Closes the prefixes that a term, greater than the one before, does not begin with, and opens
  /// those that it does.
  mutating func begin(
    _ term: UnsafeBufferPointer<UInt8>, to sink: inout ByteSink
  ) throws(StorageError) {
    let key = TermPrefix.key(of: term)
    while !open.isEmpty, !open[open.count - 1].prefix.isPrefix(of: key) {
      try closeLongest(to: &sink)
    }
    while next < needed.count, needed[next].key <= key {
      // A prefix that is passed over has no terms any more.
      if needed[next].isPrefix(of: key) { open.append(OpenPrefix(prefix: needed[next])) }
      next += 1
    }
  }

  /// Where the postings of the term begun have to go in a group; `nil` when no prefix needs them.
  mutating func planes(for group: PostingGroup) -> CertaintyPlanes? {
    open.isEmpty ? nil : planes(open.count - 1, Int(group.rawValue))
  }

  /// Counts a list of the term begun.
  mutating func count(_ group: PostingGroup, _ list: PostingListLocation) {
    guard !open.isEmpty else { return }
    let longest = open.count - 1
    let content = PrefixContent.Group(terms: 1, postings: UInt64(list.count))
    open[longest].content.groups[Int(group.rawValue)].terms += content.terms
    open[longest].content.groups[Int(group.rawValue)].postings += content.postings
    open[longest].inner[Int(group.rawValue)] = (content, list)
  }

  /// Counts the term begun, which has lists.
  mutating func countTerm() {
    if !open.isEmpty { open[open.count - 1].content.terms += 1 }
  }

  /// Closes all prefixes, when no term is left.
  mutating func closeAll(to sink: inout ByteSink) throws(StorageError) {
    while !open.isEmpty { try closeLongest(to: &sink) }
  }

  /// Writes the dictionary of the prefixes, all of which must be closed.
  mutating func writeDictionary(
    to sink: inout ByteSink
  ) throws(StorageError) -> TermDictionaryLocation {
    entries.sort { $0.prefix < $1.prefix }
    var dictionary = TermDictionaryWriter(documentCount: documentCount, hasLongEntries: true)
    for (prefix, entry) in entries {
      prefix.bytes.withUnsafeBufferPointer { dictionary.add($0, entry) }
    }
    return try dictionary.finish(to: &sink, withInfixes: false)
  }

  private mutating func planes(_ depth: Int, _ group: Int) -> CertaintyPlanes {
    let place = depth * PostingGroup.count + group
    if let known = planes[place] { return known }
    let made = CertaintyPlanes.allocate(documentCount: documentCount)
    planes[place] = made
    return made
  }

  private mutating func closeLongest(to sink: inout ByteSink) throws(StorageError) {
    let closed = open.removeLast()
    let depth = open.count
    let needsLists = closed.content.needsLists(
      length: closed.prefix.length, documentCount: documentCount)
    if depth > 0 { open[depth - 1].content.add(closed.content) }
    var entry = TermEntry()
    for group in PostingGroup.allCases {
      let number = Int(group.rawValue)
      let content = closed.content.groups[number]
      guard content.terms > 0 else { continue }
      let documents = planes(depth, number)
      if depth > 0 { planes(depth - 1, number).formUnion(documents) }
      if !needsLists {
        documents.removeAll()
        if depth > 0 { open[depth - 1].inner[number] = closed.inner[number] }
        continue
      }
      if content == closed.inner[number].content {
        documents.removeAll()
        entry[group] = closed.inner[number].list
      } else {
        entry[group] = try write(documents, to: &sink)
      }
      if depth > 0 { open[depth - 1].inner[number] = (content, entry[group]) }
    }
    if needsLists { entries.append((closed.prefix, entry)) }
  }

  /// Writes a set as a list and empties it.
  private mutating func write(
    _ documents: CertaintyPlanes, to sink: inout ByteSink
  ) throws(StorageError) -> PostingListLocation {
    // Whoever looks for a prefix asks no more than whether a word begins with it.
    documents.drain { document, certainty in
      encoder.append(
        document,
        certainty: certainty >= Certainty.starts.rawValue
          ? Certainty.clean.rawValue : Certainty.inside.rawValue)
    }
    let start = sink.offset
    let list = try encoder.finish(to: &sink)
    byteCount += sink.offset - start
    return list
  }
}
