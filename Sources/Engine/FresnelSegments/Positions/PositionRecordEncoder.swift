/// Writes the records of documents, one after the other; `Documentation/formats/positions.md` describes
/// them.
struct PositionRecordEncoder: ~Copyable {
  /// A word of which more is to be told than its term.
  ///
  /// Not private: who destroys an encoder in another file needs to know the type.
  struct SpecialWord: BitwiseCopyable {
    /// Its place among the symbols.
    let symbol: Int
    /// Its place in its section.
    let place: Int
    let word: ChainCollector.Word
    let isText: Bool
  }

  /// The records.
  private var bytes = GrowableBuffer<UInt8>(capacity: 4096)
  /// Where each ends.
  private var ends = GrowableBuffer<Int>(capacity: 256)

  private var search = PositionSlotSearch()
  private var hashes = GrowableBuffer<UInt64>(capacity: 256)
  /// By term of the document, its slot.
  private var slots = GrowableBuffer<UInt16>(capacity: 256)
  private var specialWords = GrowableBuffer<SpecialWord>(capacity: 64)
  private var bitWriter = PositionBitWriter()

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
    let describedCount = chains.described.wordCount
    let textCount = chains.text.wordCount
    if describedCount + textCount == 0 { return }
    hashes.removeAll()
    // Other terms are never asked for.
    for term in 0..<count where occurrences[term].isInAnyElement {
      hashes.append(terms.positionHash(numbers[term]))
    }
    let isExact = search.run(hashes)
    let width = isExact ? search.width : PositionFormat.maximumWidth
    assignSlots(occurrences, count: count, isExact: isExact, width: width)

    let head = bytes.count
    let shortCount = min(describedCount, PositionFormat.longCount)
    bytes.append(UInt8(width | shortCount << 5))
    if shortCount == PositionFormat.longCount {
      bytes.append(varint: UInt64(describedCount - shortCount))
    }
    bytes.append(varint: UInt64(textCount))
    bytes.append(varint: isExact ? UInt64(search.displacements.count) : 0)
    if isExact {
      bytes.append(contentsOf: search.displacements.base, count: search.displacements.count)
    }
    specialWords.removeAll()
    appendSymbols(chains.described, isText: false, from: 0, width: width)
    appendSymbols(chains.text, isText: true, from: describedCount, width: width)
    if specialWords.count > 0 {
      bytes[head] |= PositionFormat.exceptionsBit
      appendExceptions(of: chains, width: width)
    }
    appendLengths(chains.described)
    appendLengths(chains.text)
    bitWriter.flush(to: &bytes)
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

  private mutating func appendSymbols(
    _ section: borrowing ChainCollector.Section, isText: Bool, from first: Int, width: Int
  ) {
    let bits = UInt64(width)
    var symbol = first
    for index in 0..<section.chains.count {
      let start = Int(section.chains[index] & 0xFFFF_FFFF)
      for place in start..<start + Int(section.chains[index] >> 32) {
        let word = section.words[place]
        bitWriter.append(UInt64(slots[word.term]), bits: bits, to: &bytes)
        if !word.isPlain {
          specialWords.append(
            SpecialWord(symbol: symbol, place: place, word: word, isText: isText))
        }
        symbol &+= 1
      }
    }
  }

  private mutating func appendExceptions(of chains: borrowing ChainCollector, width: Int) {
    var count = 0
    var haveParts = false
    for index in 0..<specialWords.count {
      let word = specialWords[index].word
      count += (word.edge == .boundary ? 0 : 1) + (word.isForeign ? 1 : 0) + (word.hasParts ? 1 : 0)
      haveParts = haveParts || word.hasParts
    }
    bitWriter.append(haveParts ? 1 : 0, bits: 1, to: &bytes)
    bitWriter.append(golomb: count - 1, order: PositionFormat.exceptionCountOrder, to: &bytes)
    var last = 0
    for index in 0..<specialWords.count {
      let special = specialWords[index]
      switch special.word.edge {
      case .boundary: break
      case .joined: append(.joined, special.symbol, &last)
      case .open, .colon: append(.open, special.symbol, &last)
      }
      if special.word.isForeign { append(.foreign, special.symbol, &last) }
      if special.word.hasParts {
        append(.parts, special.symbol, &last)
        if special.isText {
          appendParts(chains.text.parts(ofWord: special.place), chains.text, width: width)
        } else {
          appendParts(
            chains.described.parts(ofWord: special.place), chains.described, width: width)
        }
      }
    }
  }

  private mutating func append(
    _ exception: PositionException, _ symbol: Int, _ last: inout Int
  ) {
    bitWriter.append(
      golomb: symbol - last, order: PositionFormat.exceptionGapOrder, to: &bytes)
    bitWriter.append(
      UInt64(exception.rawValue), bits: UInt64(PositionFormat.exceptionKindBits), to: &bytes)
    last = symbol
  }

  private mutating func appendParts(
    _ parts: ChainCollector.Parts, _ section: borrowing ChainCollector.Section, width: Int
  ) {
    bitWriter.append(
      UInt64(parts.count), bits: UInt64(PositionFormat.partCountBits), to: &bytes)
    for place in parts.start..<parts.start + 2 * parts.count {
      bitWriter.append(
        UInt64(slots[Int(section.partTerms[place])]), bits: UInt64(width), to: &bytes)
    }
  }

  /// Each length as the zeros that it is greater than the one before, and a one.
  private mutating func appendLengths(_ section: borrowing ChainCollector.Section) {
    var last = PositionFormat.leastSymbolCount
    for index in 0..<section.chains.count {
      let length = Int(section.chains[index] >> 32)
      bitWriter.append(unary: length - last, to: &bytes)
      last = length
    }
  }
}
