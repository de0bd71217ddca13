import FresnelPlatform

/// The postings of a segment under construction, sorted by term and document.
struct TermPostings: ~Copyable {
  /// The numbers of the terms in byte order.
  let order: [UInt32]
  /// Where the postings of each term start, by place in `order`; one more entry than terms.
  let starts: [UInt32]
  private let documents: UnsafeMutablePointer<UInt32>
  private let occurrences: UnsafeMutablePointer<Occurrences>
  /// How many there is room for in both: a power of two, so that freed memory fits the next.
  private let capacity: Int

  /// Sorts what a collector has; `documentOrder` has the collector's numbers of the documents in the
  /// order of their new ones.
  init(_ collector: borrowing PostingCollector, documentOrder: [UInt32]) {
    self.init(
      of: collector.terms, collector.postingTerms, collector.occurrences,
      documentStarts: collector.documentStarts, documentOrder: documentOrder)
  }

  /// Sorts the keys of forms in the same way.
  init(_ forms: borrowing FormKeys, documentOrder: [UInt32]) {
    self.init(
      of: forms.keys, forms.postingKeys, forms.occurrences,
      documentStarts: forms.documentStarts, documentOrder: documentOrder)
  }

  private init(
    of terms: borrowing TermTable, _ postingTerms: borrowing GrowableBuffer<UInt32>,
    _ unsorted: borrowing GrowableBuffer<Occurrences>,
    documentStarts: borrowing GrowableBuffer<Int>, documentOrder: [UInt32]
  ) {
    order = terms.sortedNumbers()
    let postingCount = postingTerms.count
    var ranks = [UInt32](repeating: 0, count: order.count)
    for (rank, number) in order.enumerated() { ranks[Int(number)] = UInt32(rank) }
    var starts = [UInt32](repeating: 0, count: order.count + 1)
    for posting in 0..<postingCount {
      starts[Int(ranks[Int(postingTerms[posting])]) + 1] += 1
    }
    for index in starts.indices.dropFirst() { starts[index] += starts[index - 1] }
    self.starts = starts
    capacity = 1 << (Int.bitWidth - (max(postingCount, 16) - 1).leadingZeroBitCount)
    documents = BufferMemory.allocate(byteCount: capacity * MemoryLayout<UInt32>.stride)
      .bindMemory(to: UInt32.self, capacity: capacity)
    occurrences = BufferMemory.allocate(byteCount: capacity * MemoryLayout<Occurrences>.stride)
      .bindMemory(to: Occurrences.self, capacity: capacity)
    // A counting sort: new numbers ascend, so those of each term do.
    var next = starts
    for (number, document) in documentOrder.enumerated() {
      let place = Int(document)
      let end =
        place + 1 < documentStarts.count ? documentStarts[place + 1] : postingCount
      for posting in documentStarts[place]..<end {
        let rank = Int(ranks[Int(postingTerms[posting])])
        let target = Int(next[rank])
        next[rank] += 1
        (documents + target).initialize(to: UInt32(truncatingIfNeeded: number))
        (occurrences + target).initialize(to: unsorted[posting])
      }
    }
  }

  deinit {
    BufferMemory.deallocate(documents, byteCount: capacity * MemoryLayout<UInt32>.stride)
    BufferMemory.deallocate(occurrences, byteCount: capacity * MemoryLayout<Occurrences>.stride)
  }

  /// The postings of a term by its place in `order`.
  func range(_ rank: Int) -> Range<Int> { Int(starts[rank])..<Int(starts[rank + 1]) }

  @inline(__always)
  func document(_ posting: Int) -> UInt32 { documents[posting] }

  @inline(__always)
  func occurrences(_ posting: Int) -> Occurrences { occurrences[posting] }

  /// The number of postings of a term in each group.
  func counts(_ rank: Int) -> InlineArray<6, UInt32> {
    var counts = InlineArray<6, UInt32>(repeating: 0)
    for posting in range(rank) {
      let bits = occurrences[posting].bits
      for group in 0..<PostingGroup.count { counts[group] &+= UInt32(bits &>> UInt16(group) & 1) }
    }
    return counts
  }
}
