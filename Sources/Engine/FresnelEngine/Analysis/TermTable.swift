/// The distinct terms of a segment under construction: from bytes to a number.
///
/// An open-addressing table over one byte arena. Terms are stored with zeros up to a multiple of
/// eight bytes, so that comparing goes word by word.
struct TermTable: ~Copyable {
  struct Entry: BitwiseCopyable {
    /// The first eight bytes as a big-endian number, which orders most terms.
    var sortKey: UInt64
    var offset: UInt32
    var length: UInt32
    /// The term's latest posting.
    var lastPosting: Int32
  }

  private(set) var entries = GrowableBuffer<Entry>(capacity: 1024)
  private(set) var arena = GrowableBuffer<UInt64>(capacity: 4096)
  /// The upper half of the hash and the term's number plus one; 0 is a free slot.
  private var slots: UnsafeMutablePointer<UInt64>
  private var slotMask: Int

  /// Terms come from outside, so each process spreads them differently.
  private static let seed = UInt64.random(in: .min ... .max)
  private let seed = TermTable.seed

  init() {
    slotMask = 2047
    slots = .allocate(capacity: 2048)
    slots.initialize(repeating: 0, count: 2048)
  }

  deinit {
    slots.deallocate()
  }

  var count: Int { entries.count }

  /// The number of a term, new or known.
  @inline(__always)
  mutating func number(of term: TermBytes) -> Int {
    let key = term.sortKey
    var hash = (seed ^ UInt64(truncatingIfNeeded: term.count)) &* 0x9E37_79B9_7F4A_7C15
    var offset = 0
    while offset < term.count {
      hash = (hash ^ term.word(at: offset)) &* 0xD6E8_FEB8_6659_FD93
      hash ^= hash &>> 32
      offset &+= 8
    }
    hash = hash &* 0x9E37_79B9_7F4A_7C15
    let tag = hash & 0xFFFF_FFFF_0000_0000
    var slot = Int(truncatingIfNeeded: hash &>> 20) & slotMask
    while true {
      let found = slots[slot]
      if found == 0 { return insert(term, key: key, tag: tag, slot: slot) }
      if found & 0xFFFF_FFFF_0000_0000 == tag {
        let number = Int(truncatingIfNeeded: found & 0xFFFF_FFFF) &- 1
        if equals(number, term, key) { return number }
      }
      slot = (slot &+ 1) & slotMask
    }
  }

  @inline(__always)
  private func equals(_ number: Int, _ term: TermBytes, _ key: UInt64) -> Bool {
    let entry = entries[number]
    guard entry.sortKey == key, Int(entry.length) == term.count else { return false }
    var offset = 8
    while offset < term.count {
      if arena[Int(entry.offset) &+ offset / 8] != term.word(at: offset) { return false }
      offset &+= 8
    }
    return true
  }

  private mutating func insert(_ term: TermBytes, key: UInt64, tag: UInt64, slot: Int) -> Int {
    let number = entries.count
    entries.append(
      Entry(
        sortKey: key, offset: UInt32(arena.count), length: UInt32(term.count), lastPosting: -1))
    var offset = 0
    while offset < term.count {
      arena.append(term.word(at: offset))
      offset += 8
    }
    slots[slot] = tag | UInt64(number + 1)
    if (number + 1) * 2 > slotMask { rehash() }
    return number
  }

  /// Doubles the table. The home slot comes from bits 20 and up of the hash, of which a slot keeps
  /// those from 32 on, so the hash is computed again from the arena.
  private mutating func rehash() {
    let newCount = (slotMask + 1) * 2
    slots.deallocate()
    slots = .allocate(capacity: newCount)
    slots.initialize(repeating: 0, count: newCount)
    slotMask = newCount - 1
    for number in 0..<entries.count {
      let entry = entries[number]
      var hash = (seed ^ UInt64(entry.length)) &* 0x9E37_79B9_7F4A_7C15
      for word in 0..<(Int(entry.length) + 7) / 8 {
        hash = (hash ^ arena[Int(entry.offset) + word]) &* 0xD6E8_FEB8_6659_FD93
        hash ^= hash &>> 32
      }
      hash = hash &* 0x9E37_79B9_7F4A_7C15
      var slot = Int(truncatingIfNeeded: hash &>> 20) & slotMask
      while slots[slot] != 0 { slot = (slot + 1) & slotMask }
      slots[slot] = hash & 0xFFFF_FFFF_0000_0000 | UInt64(number + 1)
    }
  }

  /// Records a term's latest posting.
  @inline(__always)
  mutating func setLastPosting(_ posting: Int32, of number: Int) {
    entries[number].lastPosting = posting
  }

  /// The numbers of the terms in byte order.
  func sortedNumbers() -> [UInt32] {
    var keyed: [(key: UInt64, number: UInt32)] = []
    keyed.reserveCapacity(entries.count)
    for number in 0..<entries.count { keyed.append((entries[number].sortKey, UInt32(number))) }
    // Zero filling sorts a prefix before its extensions, and no term holds a zero byte.
    keyed.sort { left, right in
      left.key != right.key ? left.key < right.key : precedes(Int(left.number), Int(right.number))
    }
    return keyed.map { $0.number }
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
