import FresnelPlatform
import FresnelStorage

/// Makes the index of terms by the sequences of three bytes in them, the *grams*: for each gram the
/// list of the runs that hold it.
///
/// The terms are walked twice, so that each list is written to its place at once and nothing is sorted
/// but the grams themselves.
struct GramCollector: ~Copyable {
  /// In a dictionary of fewer runs looking at each term is as quick.
  static let minimumRunCount = 64

  /// What is known of a gram.
  private struct Slot: BitwiseCopyable {
    /// The gram plus one; 0 is a free slot.
    var gram: UInt32
    /// How many runs hold it.
    var count: UInt32
    /// The run after the last one that holds it.
    var nextRun: UInt32
    /// While runs are counted the length of the list in half bytes; then the place of the next one.
    var place: Int
  }

  private static let free = Slot(gram: 0, count: 0, nextRun: 0, place: 0)

  private let runCount: Int
  private var slots: UnsafeMutablePointer<Slot>
  private var slotMask = (1 << 12) - 1
  private var gramCount = 0
  /// The slots in use in the order of their grams.
  private var sortedSlots: [Int] = []
  private var lists = GrowableBuffer<UInt8>()

  /// Collects the grams of closed blocks.
  init(_ terms: borrowing TermBlocksWriter) {
    runCount = terms.runCount
    slots = Self.allocate(slotMask + 1)
    slots.initialize(repeating: Self.free, count: slotMask + 1)
    walk(terms, isCounting: true)
    placeLists()
    walk(terms, isCounting: false)
  }

  deinit {
    Self.deallocate(slots, slotMask + 1)
  }

  private static func allocate(_ slotCount: Int) -> UnsafeMutablePointer<Slot> {
    BufferMemory.allocate(byteCount: slotCount * MemoryLayout<Slot>.stride)
      .bindMemory(to: Slot.self, capacity: slotCount)
  }

  private static func deallocate(_ slots: UnsafeMutablePointer<Slot>, _ slotCount: Int) {
    BufferMemory.deallocate(slots, byteCount: slotCount * MemoryLayout<Slot>.stride)
  }

  private mutating func walk(_ terms: borrowing TermBlocksWriter, isCounting: Bool) {
    var run: UInt32 = 0
    var text = TermBuffer()
    for number in 0..<terms.blockCount {
      // The blocks were made by the writer itself, so none of them is damaged.
      guard let block = try? terms.block(number) else { return }
      for index in 0..<block.runCount {
        guard var reader = try? block.run(index) else { return }
        while (try? reader.next()) == true {
          let _: Void? = try? text.advance(
            shared: reader.shared, suffix: reader.suffix, of: reader.bytes)
          let bytes = text.bytes
          var start = max(0, reader.shared - 2)
          while start + 2 < bytes.count {
            let gram =
              UInt32(bytes[start]) << 16 | UInt32(bytes[start + 1]) << 8
              | UInt32(bytes[start + 2])
            if isCounting { count(gram, run) } else { write(gram, run) }
            start += 1
          }
        }
        run += 1
      }
    }
  }

  /// The slot of a gram, new or known.
  @inline(__always)
  private func slot(_ gram: UInt32) -> UnsafeMutablePointer<Slot> {
    var index = Int(truncatingIfNeeded: (gram &* 0x9E37_79B1) >> 7) & slotMask
    while slots[index].gram != 0, slots[index].gram != gram &+ 1 {
      index = (index &+ 1) & slotMask
    }
    return slots + index
  }

  @inline(__always)
  private mutating func count(_ gram: UInt32, _ run: UInt32) {
    let slot = slot(gram)
    if slot.pointee.gram == 0 {
      slot.pointee = Slot(gram: gram + 1, count: 1, nextRun: run + 1, place: GramList.width(run))
      gramCount += 1
      if gramCount * 2 > slotMask { grow() }
    } else if slot.pointee.nextRun <= run {
      slot.pointee.place += GramList.width(run - slot.pointee.nextRun)
      slot.pointee.nextRun = run + 1
      slot.pointee.count += 1
    }
  }

  private mutating func grow() {
    let old = slots
    let oldCount = slotMask + 1
    slotMask = oldCount * 2 - 1
    slots = Self.allocate(oldCount * 2)
    slots.initialize(repeating: Self.free, count: oldCount * 2)
    for index in 0..<oldCount where old[index].gram != 0 {
      slot(old[index].gram - 1).pointee = old[index]
    }
    Self.deallocate(old, oldCount)
  }

  /// Sorts the slots by their grams, and gives each list of more than one run its place.
  private mutating func placeLists() {
    sortedSlots = (0...slotMask).filter { slots[$0].gram != 0 }
      .map { UInt64(slots[$0].gram) << 32 | UInt64($0) }
      .sorted()
      .map { Int($0 & 0xFFFF_FFFF) }
    var byteCount = 0
    for index in sortedSlots where slots[index].count > 1 {
      let listByteCount = (slots[index].place + 1) / 2
      slots[index].place = 2 * byteCount
      slots[index].nextRun = 0
      byteCount += listByteCount
    }
    for _ in 0..<byteCount { lists.append(0) }
  }

  @inline(__always)
  private mutating func write(_ gram: UInt32, _ run: UInt32) {
    let slot = slot(gram)
    guard slot.pointee.count > 1, slot.pointee.nextRun <= run else { return }
    GramList.write(run - slot.pointee.nextRun, to: lists.base, at: &slot.pointee.place)
    slot.pointee.nextRun = run + 1
  }

  /// Writes the lists, and the grams as a dictionary of their own.
  consuming func write(to sink: inout ByteSink) throws(StorageError) -> TermBlocksLocation {
    let listsOffset = sink.offset
    try sink.append(UnsafeRawBufferPointer(start: lists.base, count: lists.count))
    var grams = TermBlocksWriter(documentCount: runCount)
    var listStart = 0
    for index in sortedSlots {
      let slot = slots[index]
      var entry = TermEntry()
      if slot.count == 1 {
        entry[.titleStart] = .single(slot.nextRun - 1, certainty: 0)
      } else {
        let listEnd = (slot.place + 1) / 2
        entry[.titleStart] = PostingListLocation(
          offset: listsOffset + UInt64(listStart), byteCount: UInt32(listEnd - listStart),
          count: slot.count)
        listStart = listEnd
      }
      withUnsafeBytes(of: ((slot.gram - 1) << 8).bigEndian) {
        grams.add(UnsafeRawBufferPointer(rebasing: $0[..<3]), entry)
      }
    }
    return try grams.finish(to: &sink)
  }
}
