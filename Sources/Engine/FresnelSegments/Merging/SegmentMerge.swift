import FresnelModel
package import FresnelStorage

/// Merges segments into one, leaving out documents that are deleted or have expired.
///
/// Documents of equal rank in the parts' order keep it, so numbers of a part map to ascending new
/// ones and posting lists are joined without sorting. The parts are read in order; memory is some
/// bytes for each document, never the postings. It may run on any thread while the parts are searched.
package struct SegmentMerge: Sendable {
  /// A segment to merge.
  package struct Part: Sendable {
    /// The segment.
    package let segment: Segment
    /// The documents that are not deleted.
    package let live: LiveDocuments
    /// What the merged segment has of documents instead of what this one has.
    package let patches: DocumentPatches

    /// Makes a part.
    package init(
      _ segment: Segment, live: LiveDocuments, patches: DocumentPatches = DocumentPatches()
    ) {
      self.segment = segment
      self.live = live
      self.patches = patches
    }
  }

  /// What came of a merge.
  package struct Result: Sendable {
    /// The segment's bytes when they are in memory; `nil` when they are in a file.
    package let image: ByteSource?
    /// The number of documents; with none there is no need to keep the segment.
    package let documentCount: Int
    /// For each part the new number of each document; `nil` through ``newNumber(of:inPart:)``.
    private let newNumbers: [[UInt32]]

    fileprivate init(image: ByteSource?, documentCount: Int, newNumbers: [[UInt32]]) {
      self.image = image
      self.documentCount = documentCount
      self.newNumbers = newNumbers
    }

    /// What merging segments without a document left comes to, for which nothing has to be written.
    package static func empty(_ parts: [Segment]) -> Result {
      Result(
        image: nil, documentCount: 0,
        newNumbers: parts.map {
          [UInt32](repeating: PostingMerge.dropped, count: $0.documentCount)
        })
    }

    /// The new number of a part's document; `nil` when it was left out.
    package func newNumber(of document: UInt32, inPart part: Int) -> UInt32? {
      let number = newNumbers[part][Int(document)]
      return number == PostingMerge.dropped ? nil : number
    }
  }

  private let parts: [Part]
  private let now: Double
  private let isTransient: Bool
  private let itemBlockByteCount: Int?

  /// Prepares a merge.
  ///
  /// - Parameters:
  ///   - parts: The segments, in the order in which their items were put. No two live documents of
  ///     them have the same scope and identifier.
  ///   - now: Documents that expire then or before are left out; seconds since 2001.
  ///   - isTransient: Whether the segment will soon be merged with others: writing it takes less time then, and it
  ///     takes some more bytes.
  ///   - itemBlockByteCount: The length of item blocks before compression; `nil` for the usual one.
  package init(
    _ parts: [Part], now: Double, isTransient: Bool = false, itemBlockByteCount: Int? = nil
  ) {
    self.parts = parts
    self.now = now
    self.isTransient = isTransient
    self.itemBlockByteCount = itemBlockByteCount
  }

  /// Writes the merged segment.
  ///
  /// - Parameters:
  ///   - sink: Where to; it is finished too.
  ///   - goesOn: Called every few hundred microseconds. It may wait, so that the merge takes less of
  ///     a processor, and it returns whether to go on.
  /// - Returns: What came of it; `nil` when it was told to stop, and what was written is worth nothing.
  /// - Throws: ``StorageError`` with code `corrupted` and the path of the part that is damaged, `full`
  ///   or another one of the sink.
  package func write(
    to sink: consuming ByteSink, goesOn: (MergeProgress) -> Bool = { _ in true }
  ) throws(StorageError) -> Result? {
    var sink = sink
    let segments = parts.map(\.segment)
    let scopes = MergedScopes(segments)
    let total = UInt64(parts.reduce(0) { $0 + $1.live.count })
    guard
      let order = try MergedOrder(
        parts, scopes, now: now,
        goesOn: { goesOn(MergeProgress(step: .ordering, done: UInt64($0), total: total)) })
    else { return nil }
    let scopeNumbers = MergedScopes.finalNumbers(documentCounts: order.documentCounts)

    guard let sections = try writeDocuments(order, scopes, scopeNumbers, to: &sink, goesOn)
    else { return nil }
    let putOrderOffset = try writePutOrder(order, to: &sink)
    var postings = PostingMerge(
      segments, newNumbers: order.newNumbers, documentCount: order.documentCount)
    guard let terms = try writeTerms(&postings, order, to: &sink, goesOn),
      let keys = try writeKeys(&postings, order, scopes, scopeNumbers, to: &sink)
    else { return nil }
    guard let positions = try writePositions(order, to: &sink, goesOn) else { return nil }

    var segmentScopes: [SegmentScope] = []
    for (number, scope) in scopes.union.enumerated() where order.documentCounts[number] > 0 {
      segmentScopes.append(
        SegmentScope(
          scope: scope, documentCount: order.documentCounts[number],
          itemByteCount: order.itemByteCounts[number]))
    }
    // Terms of different rules do not mix: the whole is no better than its oldest part.
    let fingerprint =
      segments.map(\.footer.fingerprint).first { $0 != .current } ?? .current
    let footer = SegmentFooter(
      fingerprint: fingerprint,
      certainties: .joined(segments.lazy.map(\.footer.certainties)), scopes: segmentScopes,
      documents: sections,
      putOrderOffset: putOrderOffset, terms: terms,
      keys: keys, positions: positions)
    try footer.write(to: &sink)
    let image = try sink.finish()
    return Result(
      image: image, documentCount: order.documentCount, newNumbers: order.newNumbers)
  }

  private func writeDocuments(
    _ order: MergedOrder, _ scopes: MergedScopes, _ scopeNumbers: [UInt32],
    to sink: inout ByteSink, _ goesOn: (MergeProgress) -> Bool
  ) throws(StorageError) -> DocumentSectionsWriter.Written? {
    var coding: DocumentCoding?
    if !sink.isMemory {
      coding = try self.coding(order)
      coding?.itemBlockByteCount = itemBlockByteCount
    }
    var sections = DocumentSectionsWriter(inMemory: sink.isMemory, coding: coding)
    var readers = PartReaders(parts, newNumbers: order.newNumbers)
    for (number, part) in order.parts.enumerated() {
      let document = try readers.next(part: Int(part))
      let scope = scopeNumbers[Int(scopes.unionNumbers[Int(part)][Int(document.scope)])]
      try sections.add(
        document.item, scope: scope, staticScore: document.staticScore, to: &sink)
      if number % Self.documentsBetweenLooks == 0 {
        let progress = MergeProgress(
          step: .documents, done: UInt64(number), total: UInt64(order.documentCount))
        if !goesOn(progress) { return nil }
      }
    }
    return try sections.finish(to: &sink)
  }

  /// Learns how to code the documents that stay.
  private func coding(_ order: MergedOrder) throws(StorageError) -> DocumentCoding {
    var sample = DocumentSample(documentCount: order.documentCount)
    // What the merge with others will choose anew is not chosen for the time until then.
    if isTransient, !sample.wantsItems { return DocumentCoding(effort: .least) }
    var isWanted = [Bool](repeating: false, count: order.documentCount)
    for document in sample.documents { isWanted[document] = true }
    for (part, newNumbers) in zip(parts, order.newNumbers) {
      let documents = part.segment.documents
      var items = ItemReader(documents)
      for (document, number) in newNumbers.enumerated()
      where number != PostingMerge.dropped && isWanted[Int(number)] {
        let document = UInt32(document)
        try sample.add(
          sample.wantsItems ? items.item(document) : documents.rowItem(document))
      }
    }
    return sample.finish()
  }

  /// Writes the put orders of the parts one after the other, without what is left out; returns where.
  private func writePutOrder(
    _ order: MergedOrder, to sink: inout ByteSink
  ) throws(StorageError) -> UInt64 {
    var writer = PutOrderWriter(documentCount: order.documentCount, at: sink)
    let offset = writer.offset
    for (part, newNumbers) in zip(parts, order.newNumbers) {
      var documents = PutOrder(part.segment)
      while let document = try documents.next() {
        let number = newNumbers[Int(document)]
        if number != PostingMerge.dropped { try writer.append(number, to: &sink) }
      }
    }
    try writer.finish(to: &sink)
    return offset
  }

  /// Copies what the parts have of positions, in the new order.
  private func writePositions(
    _ order: MergedOrder, to sink: inout ByteSink, _ goesOn: (MergeProgress) -> Bool
  ) throws(StorageError) -> PositionsLocation? {
    var writer = PositionsWriter(at: sink)
    var readers = MergedPositions(parts.map(\.segment), newNumbers: order.newNumbers)
    for (number, part) in order.parts.enumerated() {
      try writer.add(try readers.next(part: Int(part)), to: &sink)
      if number % Self.documentsBetweenLooks == 0 {
        let progress = MergeProgress(
          step: .positions, done: UInt64(number), total: UInt64(order.documentCount))
        if !goesOn(progress) { return nil }
      }
    }
    return try writer.finish(to: &sink)
  }

  private static let documentsBetweenLooks = 128

  private func writeTerms(
    _ postings: inout PostingMerge, _ order: MergedOrder, to sink: inout ByteSink,
    _ goesOn: (MergeProgress) -> Bool
  ) throws(StorageError) -> TermListWriter.Written? {
    let dictionaries = parts.map(\.segment.terms)
    guard let prefixes = try neededPrefixes(dictionaries, order, goesOn) else { return nil }
    var writer = TermListWriter(documentCount: order.documentCount, prefixes: prefixes)
    var walk = TermWalk(dictionaries)
    let total = parts.reduce(0) { $0 &+ $1.segment.footer.postingCount }
    var progress = MergeProgress(step: .postings, done: 0, total: total)
    var nextLook: UInt64 = 0
    while try walk.next() {
      try writer.beginTerm(walk.term, to: &sink)
      progress.done += UInt64(try postings.writeLists(of: walk, to: &writer, &sink))
      writer.endTerm(walk.term)
      if progress.done >= nextLook {
        if !goesOn(progress) { return nil }
        nextLook = progress.done + Self.postingsBetweenLooks
      }
    }
    return try writer.finish(to: &sink, withInfixes: !sink.isMemory)
  }

  private static let postingsBetweenLooks: UInt64 = 1 << 15

  /// The prefixes that may need lists, judged by all postings, those of documents left out included.
  private func neededPrefixes(
    _ dictionaries: [TermDictionary], _ order: MergedOrder, _ goesOn: (MergeProgress) -> Bool
  ) throws(StorageError) -> [TermPrefix]? {
    var census = PrefixCensus(documentCount: order.documentCount)
    var walk = TermWalk(dictionaries)
    let total = dictionaries.reduce(0) { $0 &+ UInt64($1.count) }
    var progress = MergeProgress(step: .counting, done: 0, total: total)
    while try walk.next() {
      var counts = InlineArray<6, UInt32>(repeating: 0)
      for place in 0..<walk.matchCount {
        let entry = walk.entry(ofMatch: place)
        for group in PostingGroup.allCases { counts[Int(group.rawValue)] &+= entry[group].count }
      }
      census.add(walk.term, counts: counts)
      progress.done += UInt64(walk.matchCount)
      if progress.done % 2048 < UInt64(walk.matchCount), !goesOn(progress) { return nil }
    }
    return census.finish()
  }

  private func writeKeys(
    _ postings: inout PostingMerge, _ order: MergedOrder, _ scopes: MergedScopes,
    _ scopeNumbers: [UInt32], to sink: inout ByteSink
  ) throws(StorageError) -> TermListWriter.Written? {
    var writer = TermListWriter(documentCount: order.documentCount, prefixes: [])
    var walk = TermWalk(parts.map(\.segment.keys), scopeNumbers: scopes.unionNumbers)
    while try walk.next() {
      var key = Array(walk.term)
      SegmentKeys.mapScope(in: &key, scopeNumbers)
      try key.withUnsafeBufferPointer { key throws(StorageError) in
        try writer.beginTerm(key, to: &sink)
        _ = try postings.writeLists(of: walk, to: &writer, &sink)
        writer.endTerm(key)
      }
    }
    return try writer.finish(to: &sink, withInfixes: false)
  }
}
