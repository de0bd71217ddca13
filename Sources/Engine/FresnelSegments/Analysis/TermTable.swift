import FresnelPlatform

/// The distinct terms of a segment under construction: from bytes to a number.
///
/// An open-addressing table over one byte arena. Terms are stored with zeros up to a multiple of
/// eight bytes, so that comparing goes word by word.
package struct TermTable: ~Copyable {
  /// A term.
  package struct Entry: BitwiseCopyable {
    /// The first eight bytes as a big-endian number, which orders most terms.
    package var sortKey: UInt64
    /// Where its bytes begin in the arena, in words of eight.
    package var offset: UInt32
    /// How many they are.
    package var length: UInt32
  }

  /// Where a term is found: all that most look-ups need, side by side.
  struct Slot: BitwiseCopyable {
    /// As in the term's entry.
    var sortKey: UInt64
    /// The term's number plus one; 0 is a free slot.
    var number: UInt32
    /// The term's latest posting.
    var lastPosting: Int32
  }

  /// The terms by number.
  package private(set) var entries = GrowableBuffer<Entry>(capacity: 1024)
  /// The bytes of the terms.
  package private(set) var arena = GrowableBuffer<UInt64>(capacity: 4096)
  private var slots: UnsafeMutablePointer<Slot>
  private var slotMask: Int

  /// Terms come from outside, so each process spreads them differently.
  private static let seed = UInt64.random(in: .min ... .max)
  private let seed = TermTable.seed

  private static let free = Slot(sortKey: 0, number: 0, lastPosting: -1)

  init() {
    slotMask = 2047
    slots = Self.allocate(2048)
    slots.initialize(repeating: Self.free, count: 2048)
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

  /// The number of terms.
  package var count: Int { entries.count }

  /// The bytes of a term, valid until a term is added.
  @inline(__always)
  func term(_ number: UInt32) -> UnsafeBufferPointer<UInt8> {
    let entry = entries[Int(number)]
    // They lie in memory as they were loaded, whatever the byte order of the machine.
    return UnsafeBufferPointer(
      start: UnsafeRawPointer(arena.base + Int(entry.offset)).assumingMemoryBound(to: UInt8.self),
      count: Int(entry.length))
  }

  /// The hash of a term that positions are told by.
  @inline(__always)
  func positionHash(_ number: UInt32) -> UInt64 {
    let entry = entries[Int(number)]
    let words = arena.base + Int(entry.offset)
    // Terms are stored with zeros up to a multiple of eight bytes.
    return PositionHash.of(byteCount: Int(entry.length)) { UInt64(littleEndian: words[$0]) }
  }

  /// The slot of a term, new or known; it stays the term's until the next call.
  @inline(__always)
  mutating func slot(of term: TermBytes) -> UnsafeMutablePointer<Slot> {
    let key = term.sortKey
    var hash = (seed ^ UInt64(truncatingIfNeeded: term.count)) &* 0x9E37_79B9_7F4A_7C15
    var offset = 0
    while offset < term.count {
      hash = (hash ^ term.word(at: offset)) &* 0xD6E8_FEB8_6659_FD93
      hash ^= hash &>> 32
      offset &+= 8
    }
    hash = hash &* 0x9E37_79B9_7F4A_7C15
    while true {
      var slot = Int(truncatingIfNeeded: hash &>> 20) & slotMask
      while slots[slot].number != 0 {
        // No term holds a zero byte, so up to seven bytes the key tells the length too.
        if slots[slot].sortKey == key,
          term.count < 8 || equals(Int(slots[slot].number) &- 1, term)
        {
          return slots + slot
        }
        slot = (slot &+ 1) & slotMask
      }
      if (entries.count &+ 1) &* 2 <= slotMask {
        return insert(term, key: key, slot: slot)
      }
      grow()
    }
  }

  @inline(__always)
  private func equals(_ number: Int, _ term: TermBytes) -> Bool {
    let entry = entries[number]
    guard Int(entry.length) == term.count else { return false }
    var offset = 8
    while offset < term.count {
      if arena[Int(entry.offset) &+ offset / 8] != term.word(at: offset) { return false }
      offset &+= 8
    }
    return true
  }

  private mutating func insert(
    _ term: TermBytes, key: UInt64, slot: Int
  ) -> UnsafeMutablePointer<Slot> {
    entries.append(
      Entry(sortKey: key, offset: UInt32(arena.count), length: UInt32(term.count)))
    var offset = 0
    while offset < term.count {
      arena.append(term.word(at: offset))
      offset += 8
    }
    slots[slot] = Slot(sortKey: key, number: UInt32(entries.count), lastPosting: -1)
    return slots + slot
  }

  /// Doubles the table; the hashes are computed again from the arena.
  private mutating func grow() {
    let old = slots
    let oldCount = slotMask + 1
    let newCount = oldCount * 2
    slots = Self.allocate(newCount)
    slots.initialize(repeating: Self.free, count: newCount)
    slotMask = newCount - 1
    for index in 0..<oldCount where old[index].number != 0 {
      let entry = entries[Int(old[index].number) - 1]
      var hash = (seed ^ UInt64(entry.length)) &* 0x9E37_79B9_7F4A_7C15
      for word in 0..<(Int(entry.length) + 7) / 8 {
        hash = (hash ^ arena[Int(entry.offset) + word]) &* 0xD6E8_FEB8_6659_FD93
        hash ^= hash &>> 32
      }
      hash = hash &* 0x9E37_79B9_7F4A_7C15
      var slot = Int(truncatingIfNeeded: hash &>> 20) & slotMask
      while slots[slot].number != 0 { slot = (slot + 1) & slotMask }
      slots[slot] = old[index]
    }
    Self.deallocate(old, oldCount)
  }

  /// The numbers of the terms in byte order.
  package func sortedNumbers() -> [UInt32] {
    // Zero filling sorts a prefix before its extensions, and no term holds a zero byte.
    var keyed = KeyedNumbers.sorted(entries)
    var start = 0
    while start < keyed.count {
      var end = start + 1
      while end < keyed.count, keyed[end].key == keyed[start].key { end += 1 }
      if end - start > 1 {
        keyed[start..<end].sort { precedes(Int($0.number), Int($1.number)) }
      }
      start = end
    }
    return keyed.map(\.number)
  }

  private func precedes(_ left: Int, _ right: Int) -> Bool {
    let a = entries[left]
    let b = entries[right]
    let words = (Int(min(a.length, b.length)) + 7) / 8
    var word = 1
    while word < words {
      let x = UInt64(bigEndian: arena[Int(a.offset) + word])
      let y = UInt64(bigEndian: arena[Int(b.offset) + word])
      if x != y { return x < y }
      word += 1
    }
    return a.length < b.length
  }
}
