import FresnelModel
package import FresnelQuery
package import FresnelStorage

extension SegmentBuilder {
  /// Writes the segment.
  ///
  /// - Parameters:
  ///   - sink: Where to; it is finished too.
  ///   - fingerprint: What the segment says that its terms were made with; tests play other programs.
  ///   - formKinds: Which forms of the items the keys have; tests play programs that knew fewer.
  ///   - isTransient: Whether the segment will soon be merged with others: writing it takes less time then, and it
  ///     takes some more bytes.
  ///   - itemBlockByteCount: The length of item blocks before compression; `nil` for the usual one.
  /// - Returns: The image; `nil` for a file, which is opened by its path.
  /// - Throws: ``StorageError`` with code `tooLarge`, or that of the sink.
  package consuming func finish(
    to sink: consuming ByteSink, fingerprint: AnalyzerFingerprint = .current,
    formKinds: Set<ItemForms.Kind> = Set(ItemForms.Kind.allCases), isTransient: Bool = false,
    itemBlockByteCount: Int? = nil
  ) throws(StorageError) -> ByteSource? {
    var sink = sink
    let scopeNumbers = sortedScopeNumbers()
    let order = documents.order(scopeNumbers: scopeNumbers)
    var counts = [ScopeCounts](repeating: ScopeCounts(), count: scopeNumbers.count)
    for (document, scope) in documents.scopes.enumerated() {
      counts[Int(scope)].documents += 1
      counts[Int(scope)].bytes += UInt64(documents.items[document].byteCount)
    }

    var coding: DocumentCoding?
    if !sink.isMemory {
      coding = try self.coding(order, isTransient: isTransient)
      coding?.itemBlockByteCount = itemBlockByteCount
    }
    var sections = DocumentSectionsWriter(inMemory: sink.isMemory, coding: coding)
    for document in order {
      let place = Int(document)
      try sections.add(
        documents.items[place], scope: scopeNumbers[Int(documents.scopes[place])],
        staticScore: documents.staticScores[place], to: &sink)
    }
    let written = try sections.finish(to: &sink)
    let putOrderOffset = try writePutOrder(order, to: &sink)

    let postings = TermPostings(collector, documentOrder: order)
    let terms = try writeTerms(postings, documentCount: order.count, to: &sink)
    let keys = try writeKeys(
      postings, order: order, scopeNumbers: scopeNumbers, formKinds: formKinds, to: &sink)
    let positions = try writePositions(order, to: &sink)

    var segmentScopes: [SegmentScope?] = Array(repeating: nil, count: scopeNumbers.count)
    for (number, scope) in scopes.scopes.enumerated() where counts[number].documents > 0 {
      segmentScopes[Int(scopeNumbers[number])] = SegmentScope(
        scope: scope, documentCount: counts[number].documents,
        itemByteCount: counts[number].bytes)
    }
    let footer = SegmentFooter(
      fingerprint: fingerprint, certainties: .exact, scopes: segmentScopes.compactMap { $0 },
      documents: written, putOrderOffset: putOrderOffset,
      terms: terms, keys: keys, positions: positions)
    try footer.write(to: &sink)
    return try sink.finish()
  }

  /// Learns how to code the documents.
  private func coding(
    _ order: [UInt32], isTransient: Bool
  ) throws(StorageError) -> DocumentCoding {
    var sample = DocumentSample(documentCount: order.count)
    if isTransient, !sample.wantsItems { return DocumentCoding(effort: .least) }
    for document in sample.documents { try sample.add(documents.items[Int(order[document])]) }
    return sample.finish()
  }

  /// Writes for each item, as they were added, its document; returns where.
  private func writePutOrder(
    _ order: [UInt32], to sink: inout ByteSink
  ) throws(StorageError) -> UInt64 {
    var documents = [UInt32](repeating: 0, count: order.count)
    for (document, place) in order.enumerated() { documents[Int(place)] = UInt32(document) }
    var writer = PutOrderWriter(documentCount: order.count, at: sink)
    let offset = writer.offset
    for document in documents { try writer.append(document, to: &sink) }
    try writer.finish(to: &sink)
    return offset
  }

  private func writePositions(
    _ order: [UInt32], to sink: inout ByteSink
  ) throws(StorageError) -> PositionsLocation {
    var writer = PositionsWriter(at: sink)
    for document in order {
      try writer.add(collector.positions.record(Int(document)), to: &sink)
    }
    return try writer.finish(to: &sink)
  }

  private struct ScopeCounts {
    var documents: UInt32 = 0
    var bytes: UInt64 = 0
  }

  /// The segment's number of each scope: those that have documents first, ascending.
  private func sortedScopeNumbers() -> [UInt32] {
    var isUsed = [Bool](repeating: false, count: scopes.scopes.count)
    for scope in documents.scopes { isUsed[Int(scope)] = true }
    let order = scopes.scopes.indices.sorted { left, right in
      isUsed[left] != isUsed[right] ? isUsed[left] : scopes.scopes[left] < scopes.scopes[right]
    }
    var numbers = [UInt32](repeating: 0, count: order.count)
    for (number, scope) in order.enumerated() { numbers[scope] = UInt32(number) }
    return numbers
  }

  private func writeTerms(
    _ postings: borrowing TermPostings, documentCount: Int, to sink: inout ByteSink
  ) throws(StorageError) -> TermListWriter.Written {
    var census = PrefixCensus(documentCount: documentCount)
    for rank in postings.order.indices {
      census.add(collector.terms.term(postings.order[rank]), counts: postings.counts(rank))
    }
    var writer = TermListWriter(documentCount: documentCount, prefixes: census.finish())
    for rank in postings.order.indices {
      let term = collector.terms.term(postings.order[rank])
      // The empty term marks irregular documents.
      if term.isEmpty { continue }
      try writer.beginTerm(term, to: &sink)
      try writeLists(postings, rank, to: &writer, &sink)
      writer.endTerm(term)
    }
    return try writer.finish(to: &sink, withInfixes: !sink.isMemory)
  }

  private func writeKeys(
    _ postings: borrowing TermPostings, order: [UInt32], scopeNumbers: [UInt32],
    formKinds: Set<ItemForms.Kind>, to sink: inout ByteSink
  ) throws(StorageError) -> TermListWriter.Written {
    var lists =
      keyLists.lists(documentOrder: order, scopeNumbers: scopeNumbers)
      + collector.doubts.lists(documentOrder: order) + irregularLists(postings)
      + collector.pieces.lists(documentOrder: order)
    if !formKinds.isEmpty {
      lists.append(
        KeyLists.List(
          key: SegmentKeys.formMarker(of: formKinds), group: SegmentKeys.listGroup,
          documents: Array(0..<UInt32(order.count))))
    }
    lists.sort { left, right in
      if left.key != right.key { return left.key.lexicographicallyPrecedes(right.key) }
      return left.group.rawValue < right.group.rawValue
    }
    let forms = TermPostings(formKeys, documentOrder: order)
    var writer = TermListWriter(documentCount: order.count, prefixes: [])
    var next = 0
    let firstBytes = formKinds.map(SegmentKeys.firstByte)
    for rank in forms.order.indices {
      let form = formKeys.keys.term(forms.order[rank])
      guard let first = form.first, firstBytes.contains(first) else { continue }
      while next < lists.count, lists[next].key.lexicographicallyPrecedes(form) {
        next = try writeKey(lists, from: next, to: &writer, &sink)
      }
      try writer.beginTerm(form, to: &sink)
      try writeLists(forms, rank, certainty: SegmentKeys.certainty, to: &writer, &sink)
      writer.endTerm(form)
    }
    while next < lists.count { next = try writeKey(lists, from: next, to: &writer, &sink) }
    return try writer.finish(to: &sink, withInfixes: false)
  }

  /// Writes the lists of one key, which stand side by side.
  ///
  /// - Returns: Where those of the next one begin.
  private func writeKey(
    _ lists: [KeyLists.List], from start: Int, to writer: inout TermListWriter,
    _ sink: inout ByteSink
  ) throws(StorageError) -> Int {
    let key = lists[start].key
    var next = start
    try key.withUnsafeBufferPointer { bytes throws(StorageError) in
      try writer.beginTerm(bytes, to: &sink)
      while next < lists.count, lists[next].key == key {
        writer.beginList(lists[next].group)
        for document in lists[next].documents {
          writer.append(document, certainty: SegmentKeys.certainty)
        }
        try writer.endList(lists[next].group, to: &sink)
        next += 1
      }
      writer.endTerm(bytes)
    }
    return next
  }

  /// The lists of the irregular documents, which the empty term marks.
  private func irregularLists(_ postings: borrowing TermPostings) -> [KeyLists.List] {
    guard let first = postings.order.first, collector.terms.term(first).isEmpty else { return [] }
    var lists: [KeyLists.List] = []
    for group in PostingGroup.allCases {
      var documents: [UInt32] = []
      for posting in postings.range(0) where postings.occurrences(posting).contains(group) {
        documents.append(postings.document(posting))
      }
      if !documents.isEmpty {
        for key in [SegmentKeys.irregular, SegmentKeys.listedIrregular] {
          lists.append(KeyLists.List(key: key, group: group, documents: documents))
        }
      }
    }
    return lists
  }

  /// Writes the lists of a term or a key, one for each group; without a certainty each posting has its own.
  @inline(__always)
  private func writeLists(
    _ postings: borrowing TermPostings, _ rank: Int, certainty: UInt8? = nil,
    to writer: inout TermListWriter, _ sink: inout ByteSink
  ) throws(StorageError) {
    let range = postings.range(rank)
    var united: UInt16 = 0
    for posting in range { united |= postings.occurrences(posting).bits }
    for group in PostingGroup.allCases where united & 1 << UInt16(group.rawValue) != 0 {
      writer.beginList(group)
      for posting in range {
        let found = postings.occurrences(posting)
        guard found.contains(group) else { continue }
        writer.append(
          postings.document(posting), certainty: certainty ?? found.certainty(in: group))
      }
      try writer.endList(group, to: &sink)
    }
  }
}
