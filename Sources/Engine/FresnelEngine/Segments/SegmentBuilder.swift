import FresnelModel
import FresnelSegments

/// Builds a segment from items, one after the other.
struct SegmentBuilder: ~Copyable {
  private var collector = PostingCollector()
  private var columns = DocumentColumns()
  private var domainNumbers: [String: UInt32] = [:]

  init() {}

  /// Adds an item; the items of a segment get ascending document numbers.
  mutating func add(_ item: EncodedItem, scope: UInt32) {
    collector.beginDocument()
    let score = ItemAnalyzer.add(item, to: &collector)
    columns.append(
      item, scope: scope, staticScore: score, domainNumber: domainNumber(item.domainIdentifier))
  }

  private mutating func domainNumber(_ domain: String?) -> UInt32 {
    guard let domain else { return 0 }
    if let known = domainNumbers[domain] { return known }
    let number = UInt32(columns.domains.count)
    columns.domains.append(Array(domain.utf8))
    domainNumbers[domain] = number
    return number
  }

  /// The segment.
  consuming func finish() -> MemorySegment {
    let order = collector.terms.sortedNumbers()
    let dictionary = collector.terms.dictionary(order)
    var ranks = [UInt32](repeating: 0, count: order.count)
    for (rank, number) in order.enumerated() { ranks[Int(number)] = UInt32(rank) }
    return MemorySegment(
      documents: columns, dictionary: dictionary,
      titlePostings: collector.postingLists(ranks: ranks, inTitle: true),
      otherPostings: collector.postingLists(ranks: ranks, inTitle: false))
  }
}

extension DocumentColumns {
  mutating func append(
    _ item: EncodedItem, scope: UInt32, staticScore: UInt32, domainNumber: UInt32
  ) {
    items.append(item)
    scopes.append(scope)
    staticScores.append(staticScore)
    let expiration = item.expiration?.secondsSinceReferenceDate ?? .infinity
    expirations.append(expiration)
    earliestExpiration = min(earliestExpiration, expiration)
    domainNumbers.append(domainNumber)
    identifierBytes.append(contentsOf: item.uniqueIdentifier.utf8)
    identifierStarts.append(identifierBytes.count)
  }
}

extension TermTable {
  /// The terms in the given order.
  borrowing func dictionary(_ order: [UInt32]) -> TermDictionary {
    var bytes: [UInt8] = []
    var starts: [UInt32] = []
    starts.reserveCapacity(order.count + 1)
    bytes.reserveCapacity(arena.count * 6)
    for number in order {
      starts.append(UInt32(bytes.count))
      let entry = entries[Int(number)]
      // A term's bytes lie in memory as they were loaded, whatever the byte order of the machine.
      bytes.append(
        contentsOf: UnsafeRawBufferPointer(
          start: arena.base + Int(entry.offset), count: Int(entry.length)))
    }
    starts.append(UInt32(bytes.count))
    return TermDictionary(bytes: bytes, starts: starts)
  }
}

extension PostingCollector {
  /// The postings in or outside titles, sorted by term; a counting sort, so documents stay ascending.
  borrowing func postingLists(ranks: [UInt32], inTitle: Bool) -> PostingLists {
    let postingCount = postingTerms.count
    let documentCount = documentStarts.count
    // Pointers, for the buffers belong to another module, whose code is not inlined here.
    let postingTerms = self.postingTerms.base
    let occurrences = self.occurrences.base
    let documentStarts = self.documentStarts.base
    let title = UInt16(PostingMask.title.rawValue)
    var starts = [UInt32](repeating: 0, count: ranks.count + 1)
    var total = 0
    for posting in 0..<postingCount
    where (occurrences[posting].bits & title != 0) == inTitle {
      starts[Int(ranks[Int(postingTerms[posting])]) + 1] += 1
      total += 1
    }
    var sum: UInt32 = 0
    for index in starts.indices {
      sum += starts[index]
      starts[index] = sum
    }
    var next = starts
    var documents = [UInt32](repeating: 0, count: total)
    var masks = [UInt8](repeating: 0, count: total)
    for document in 0..<documentCount {
      let end =
        document + 1 < documentCount ? documentStarts[document + 1] : postingCount
      for posting in documentStarts[document]..<end
      where (occurrences[posting].bits & title != 0) == inTitle {
        let rank = Int(ranks[Int(postingTerms[posting])])
        let target = Int(next[rank])
        next[rank] += 1
        documents[target] = UInt32(document)
        masks[target] = PostingMask(occurrences[posting]).rawValue
      }
    }
    return PostingLists(starts: starts, documents: documents, masks: masks)
  }
}
