/// The pieces of one and of two bytes that the runs of irregular documents hold, by document and group.
///
/// What is looked for in a run that was not taken apart is found by evaluating its item, which takes as long as
/// its text is. A run that lacks a piece of the pattern need not be looked at, and mostly one is lacking.
///
/// An entry is, from the highest bits down, the piece, the group in a byte, and the document in 32 bits. A piece
/// is its first byte and, in nine bits, its second byte plus one; 0 for none.
struct RunPieces: ~Copyable {
  private(set) var entries = GrowableBuffer<UInt64>(capacity: 1)
  /// A bit for each piece, by group, of the document noted last; empty until there is one.
  private var known: [UInt64] = []
  private var document = UInt32.max
  private let kinds = ByteKind.table

  private static let pieceBits = 17
  private static let wordsPerGroup = (1 << pieceBits) / 64

  /// Notes a run, which is folded or all ASCII; documents must not descend.
  ///
  /// - Complexity: O(*n*) in the bytes of the run.
  mutating func note(_ run: UnsafeBufferPointer<UInt8>, in group: PostingGroup, document: UInt32) {
    if known.isEmpty {
      known = Array(repeating: 0, count: Self.wordsPerGroup * PostingGroup.count)
    } else if document != self.document {
      for index in known.indices { known[index] = 0 }
    }
    self.document = document
    var last: UInt8?
    for byte in run {
      let byte = byte | (kinds[byte] & ByteKind.upper)
      insert(Self.piece(byte, nil), group)
      if let last { insert(Self.piece(last, byte), group) }
      last = byte
    }
  }

  private static func piece(_ first: UInt8, _ second: UInt8?) -> UInt64 {
    UInt64(first) << 9 | (second.map { UInt64($0) + 1 } ?? 0)
  }

  private mutating func insert(_ piece: UInt64, _ group: PostingGroup) {
    let word = Int(group.rawValue) * Self.wordsPerGroup + Int(piece >> 6)
    let bit: UInt64 = 1 << (piece & 63)
    guard known[word] & bit == 0 else { return }
    known[word] |= bit
    entries.append(piece << 40 | UInt64(group.rawValue) << 32 | UInt64(document))
  }

  // MARK: - Lists

  /// The lists of the documents noted, in no order.
  ///
  /// - Parameter documentOrder: The documents, counted as they were added, in the order of their numbers in the
  ///   segment.
  /// - Returns: A list for each piece and group.
  func lists(documentOrder: [UInt32]) -> [KeyLists.List] {
    if entries.count == 0 { return [] }
    var numbers = [UInt32](repeating: 0, count: documentOrder.count)
    for (number, document) in documentOrder.enumerated() { numbers[Int(document)] = UInt32(number) }
    var sorted = entries.array().map { entry in
      (entry >> 32) << 32 | UInt64(numbers[Int(UInt32(truncatingIfNeeded: entry))])
    }
    sorted.sort()
    var lists: [KeyLists.List] = []
    var start = 0
    while start < sorted.count {
      let subject = sorted[start] >> 32
      var end = start + 1
      while end < sorted.count, sorted[end] >> 32 == subject { end += 1 }
      let documents = sorted[start..<end].map { UInt32(truncatingIfNeeded: $0) }
      start = end
      guard let group = PostingGroup(rawValue: UInt8(truncatingIfNeeded: subject)) else { continue }
      let (first, second) = (UInt8(truncatingIfNeeded: subject >> 17), subject >> 8 & 0x1FF)
      let key = SegmentKeys.piece(
        second == 0 ? [first] : [first, UInt8(truncatingIfNeeded: second - 1)])
      lists.append(KeyLists.List(key: key, group: group, documents: documents))
    }
    return lists
  }
}
