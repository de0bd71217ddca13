import FresnelStorage

/// Writes the stored lists of prefixes while the lists of the terms pass by in order.
///
/// The postings of a term go into the sets of the longest open prefix, and when a prefix is closed,
/// its sets go into the next shorter one's. Memory: for each length and group that is open at a time
/// four bits a document.
struct PrefixListWriter: ~Copyable {
  /// What a list was made from; of a prefix and a longer one with equal figures the lists are equal.
  private struct Content: Equatable {
    var terms: UInt32 = 0
    var postings: UInt64 = 0
  }

  private struct OpenPrefix {
    let prefix: TermPrefix
    let groups: UInt8
    var contents = InlineArray<6, Content>(repeating: Content())
    /// The latest list of a longer prefix in each group.
    var inner = InlineArray<6, (content: Content, list: PostingListLocation)>(
      repeating: (Content(), .empty))
  }

  private let needed: [PrefixCensus.NeededPrefix]
  private var next = 0
  private let documentCount: Int
  /// The prefixes of the latest term, the shortest first.
  private var open: [OpenPrefix] = []
  /// The sets by place in `open` and group, made when first needed and empty when not in use.
  private var planes: [CertaintyPlanes?]
  private var encoder = PostingListEncoder()
  /// The bytes of the lists so far.
  private(set) var byteCount: UInt64 = 0
  private var entries: [(prefix: TermPrefix, entry: TermEntry)] = []

  /// Begins; `needed` are the prefixes that may need lists, of which some may turn out to need none.
  init(_ needed: [PrefixCensus.NeededPrefix], documentCount: Int) {
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
    while next < needed.count, needed[next].prefix.key <= key {
      // Terms of a prefix that is passed over are not there any more.
      if needed[next].prefix.isPrefix(of: key) {
        open.append(OpenPrefix(prefix: needed[next].prefix, groups: needed[next].groups))
      }
      next += 1
    }
  }

  /// Where the postings of the term begun have to go in a group; `nil` when no prefix needs them.
  mutating func planes(for group: PostingGroup) -> CertaintyPlanes? {
    guard let depth = depth(for: group) else { return nil }
    return planes(depth, Int(group.rawValue))
  }

  /// Counts a list of the term begun.
  mutating func count(_ group: PostingGroup, postingCount: Int) {
    guard let depth = depth(for: group) else { return }
    open[depth].contents[Int(group.rawValue)].terms += 1
    open[depth].contents[Int(group.rawValue)].postings += UInt64(postingCount)
  }

  /// The place of the longest open prefix that needs a list in a group.
  private func depth(for group: PostingGroup) -> Int? {
    var depth = open.count - 1
    while depth >= 0, open[depth].groups & 1 << group.rawValue == 0 { depth -= 1 }
    return depth >= 0 ? depth : nil
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
    var dictionary = TermDictionaryWriter(documentCount: documentCount)
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
    var entry = TermEntry()
    for group in PostingGroup.allCases where closed.groups & 1 << group.rawValue != 0 {
      let number = Int(group.rawValue)
      let content = closed.contents[number]
      guard content.terms > 0 else { continue }
      let documents = planes(depth, number)
      let isInner = depth > 0 && open[depth - 1].groups & 1 << group.rawValue != 0
      if isInner {
        planes(depth - 1, number).formUnion(documents)
        open[depth - 1].contents[number].terms += content.terms
        open[depth - 1].contents[number].postings += content.postings
      }
      let list: PostingListLocation
      if content == closed.inner[number].content {
        documents.removeAll()
        list = closed.inner[number].list
      } else {
        documents.drain { encoder.append($0, certainty: $1) }
        let start = sink.offset
        list = try encoder.finish(to: &sink)
        byteCount += sink.offset - start
      }
      entry[group] = list
      if isInner { open[depth - 1].inner[number] = (content, list) }
    }
    if entry.groups != 0 { entries.append((closed.prefix, entry)) }
  }
}
