/// Writes the records of documents, one after the other; `Documentation/formats/positions.md` describes
/// them.
struct PositionRecordEncoder: ~Copyable {
  /// The records.
  private var bytes = GrowableBuffer<UInt8>(capacity: 4096)
  /// Where each ends.
  private var ends = GrowableBuffer<Int>(capacity: 256)

  private var search = PositionSlotSearch()
  private var hashes = GrowableBuffer<UInt64>(capacity: 256)
  /// By term of the document, its slot.
  private var slots = GrowableBuffer<UInt16>(capacity: 256)
  private var word: UInt64 = 0
  private var bitCount: UInt64 = 0

  init() {}

  /// The record of a document, counted as they were added; valid until the next one is.
  func record(_ document: Int) -> UnsafeRawBufferPointer {
    let start = document == 0 ? 0 : ends[document - 1]
    return UnsafeRawBufferPointer(start: bytes.base + start, count: ends[document] - start)
  }

  /// Adds a document.
  ///
  /// - Parameters:
  ///   - chains: Its chains, sorted.
  ///   - terms: The table of terms.
  ///   - numbers: The table's numbers of the document's terms, by which chains name them.
  ///   - occurrences: In which groups each of them occurs.
  ///   - count: The number of the document's terms.
  mutating func append(
    _ chains: borrowing ChainCollector, of terms: borrowing TermTable,
    numbers: UnsafePointer<UInt32>, occurrences: UnsafePointer<Occurrences>, count: Int
  ) {
    defer { ends.append(bytes.count) }
    if chains.isIncomplete {
      bytes.append(PositionFormat.unknownHead)
      return
    }
    if chains.described.chains.count == 0, chains.text.chains.count == 0 { return }
    hashes.removeAll()
    // Other terms are never asked for.
    for term in 0..<count where occurrences[term].isInAnyElement {
      hashes.append(terms.positionHash(numbers[term]))
    }
    let isExact = search.run(hashes)
    let width = isExact ? search.width : PositionFormat.inexactWidth
    assignSlots(occurrences, count: count, isExact: isExact, width: width)
    let describedCount = chains.described.chains.count
    let shortCount = min(describedCount, PositionFormat.longCount)
    bytes.append(UInt8(width | shortCount << 4))
    bytes.append(isExact ? UInt8(search.displacements.count) : 0)
    if shortCount == PositionFormat.longCount {
      bytes.append(varint: UInt64(describedCount - shortCount))
    }
    bytes.append(varint: UInt64(chains.text.chains.count))
    if isExact {
      bytes.append(contentsOf: search.displacements.base, count: search.displacements.count)
    }
    appendLengths(chains.described)
    appendLengths(chains.text)
    appendWords(chains.described, width: width)
    appendWords(chains.text, width: width)
    flush()
  }

  private mutating func assignSlots(
    _ occurrences: UnsafePointer<Occurrences>, count: Int, isExact: Bool, width: Int
  ) {
    slots.removeAll()
    let slotCount = PositionSlots.count(width: width)
    let bucketCount = isExact ? search.displacements.count : 0
    var next = 0
    for term in 0..<count {
      guard occurrences[term].isInAnyElement else {
        slots.append(0)
        continue
      }
      let hash = hashes[next]
      next += 1
      let displacement =
        bucketCount == 0
        ? 0 : search.displacements[PositionSlots.bucket(of: hash, count: bucketCount)]
      slots.append(
        UInt16(PositionSlots.slot(of: hash, displacement: displacement, count: slotCount)))
    }
  }

  /// Each length as the zeros that it is greater than the one before, and a one.
  private mutating func appendLengths(_ section: borrowing ChainCollector.Section) {
    var last = PositionFormat.leastSymbolCount
    for index in 0..<section.chains.count {
      let length = Int(section.chains[index] >> 32)
      var zeros = length - last
      while zeros > 31 {
        append(0, bits: 31)
        zeros -= 31
      }
      append(1 << UInt64(zeros), bits: UInt64(zeros + 1))
      last = length
    }
  }

  private mutating func appendWords(_ section: borrowing ChainCollector.Section, width: Int) {
    let bits = UInt64(width)
    for index in 0..<section.chains.count {
      var place = Int(section.chains[index] & 0xFFFF_FFFF)
      var rest = Int(section.chains[index] >> 32)
      while rest > 0 {
        let word = section.words[place]
        if word.isDoubtful { append(PositionFormat.doubtMark(width: width), bits: bits) }
        if word.hasParts { append(PositionFormat.partsMark(width: width), bits: bits) }
        append(UInt64(slots[word.term]), bits: bits)
        rest -= word.symbolCount
        place += 1
      }
    }
  }

  /// Appends at most 32 bits, the lowest first.
  @inline(__always)
  private mutating func append(_ value: UInt64, bits: UInt64) {
    word |= value &<< bitCount
    bitCount &+= bits
    while bitCount >= 8 {
      bytes.append(UInt8(truncatingIfNeeded: word))
      word &>>= 8
      bitCount &-= 8
    }
  }

  private mutating func flush() {
    if bitCount > 0 { bytes.append(UInt8(truncatingIfNeeded: word)) }
    word = 0
    bitCount = 0
  }
}
