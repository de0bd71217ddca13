import FresnelStorage

/// What the lists before tell of the next ones: where the last one ended, and the document of the last
/// list of one posting in the run.
struct TermListContext {
  /// Where a list begins that follows the last one at once.
  var expectedOffset: UInt64
  /// The document of the last list of one posting; −1 before the first.
  var lastDocument: Int64 = -1
}

/// The bytes that tell the places of a term's lists; see `Documentation/formats/dictionary.md`.
enum TermLists {
  /// Appends an entry.
  static func append(
    _ entry: TermEntry, documentByteCount: Int, context: inout TermListContext,
    to bytes: inout GrowableBuffer<UInt8>
  ) {
    let groups = entry.groups
    if groups.nonzeroBitCount == 1,
      appendSingle(
        entry, group: UInt8(groups.trailingZeroBitCount), documentByteCount: documentByteCount,
        context: &context, to: &bytes)
    {
      return
    }
    bytes.append(TermBlockFormat.singleTagCount | groups)
    for group in PostingGroup.allCases where groups >> group.rawValue & 1 == 1 {
      append(entry[group], context: &context, to: &bytes)
    }
  }

  /// Appends an entry of one posting, unless its document is that of the posting before: this has a
  /// shorter form.
  private static func appendSingle(
    _ entry: TermEntry, group: UInt8, documentByteCount: Int, context: inout TermListContext,
    to bytes: inout GrowableBuffer<UInt8>
  ) -> Bool {
    guard let group = PostingGroup(rawValue: group), entry[group].count == 1 else { return false }
    let document = entry[group].offset & 0xFFFF_FFFF
    let certainty = UInt8(truncatingIfNeeded: entry[group].offset >> 32) & 3
    let high = document >> UInt64(8 * documentByteCount)
    guard Int64(document) != context.lastDocument, high < 8 else { return false }
    bytes.append(group.rawValue << 5 | certainty << 3 | UInt8(high))
    for index in 0..<documentByteCount {
      bytes.append(UInt8(truncatingIfNeeded: document >> UInt64(8 * index)))
    }
    context.lastDocument = Int64(document)
    return true
  }

  private static func append(
    _ list: PostingListLocation, context: inout TermListContext,
    to bytes: inout GrowableBuffer<UInt8>
  ) {
    if list.count == 1 {
      let document = list.offset & 0xFFFF_FFFF
      let place = Int64(document) == context.lastDocument ? 0 : document + 1
      bytes.append(varint: place << 3 | (list.offset >> 32 & 3) << 1)
      context.lastDocument = Int64(document)
      return
    }
    let expected = context.expectedOffset
    let isElsewhere = list.offset != expected
    bytes.append(varint: UInt64(list.count - 2) << 2 | (isElsewhere ? 2 : 0) | 1)
    bytes.append(varint: UInt64(list.byteCount))
    if isElsewhere { bytes.append(varint: ZigZag.encode(list.offset &- expected)) }
    context.expectedOffset = list.offset &+ UInt64(list.byteCount)
  }

  /// Reads an entry and moves `position` behind it; calls the body with each list and the
  /// number of its group.
  ///
  /// - Throws: When the bytes up to the end of `bytes` are no entry.
  @inline(__always)
  static func read(
    _ bytes: UnsafeRawBufferPointer, at position: inout Int, documentByteCount: Int,
    context: inout TermListContext, _ body: (Int, PostingListLocation) -> Void
  ) throws(TermDamage) {
    guard position < bytes.count else { throw .truncated }
    let tag = bytes[position]
    position &+= 1
    if tag < TermBlockFormat.singleTagCount {
      guard bytes.count &- position >= documentByteCount else { throw .truncated }
      var document = UInt64(tag & 7)
      if bytes.count &- position >= 4 {
        let word = UInt64(
          UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt32.self)))
        let bitCount = UInt64(truncatingIfNeeded: 8 &* documentByteCount)
        document = document &<< bitCount | word & (1 &<< bitCount &- 1)
      } else {
        // The highest byte last: the loop goes downwards.
        var index = documentByteCount
        while index > 0 {
          index &-= 1
          document = document << 8 | UInt64(bytes[position &+ index])
        }
      }
      position &+= documentByteCount
      guard document <= UInt64(UInt32.max) else { throw .range }
      context.lastDocument = Int64(document)
      // Below 6, for the tag is below 192.
      body(Int(tag >> 5), .single(UInt32(truncatingIfNeeded: document), certainty: tag >> 3 & 3))
      return
    }
    var groups = tag & 0x3F
    while groups != 0 {
      let group = groups.trailingZeroBitCount
      groups &= groups &- 1
      body(group, try readList(bytes, at: &position, context: &context))
    }
  }

  /// Moves `position` behind an entry without telling what it holds.
  ///
  /// - Throws: When the bytes up to the end of `bytes` are no entry.
  @inline(__always)
  static func skip(
    _ bytes: UnsafeRawBufferPointer, at position: inout Int, documentByteCount: Int,
    context: inout TermListContext
  ) throws(TermDamage) {
    guard position < bytes.count else { throw .truncated }
    guard bytes[position] >= TermBlockFormat.singleTagCount else {
      return try read(
        bytes, at: &position, documentByteCount: documentByteCount, context: &context
      ) { _, _ in }
    }
    var groups = bytes[position] & 0x3F
    position &+= 1
    while groups != 0 {
      groups &= groups &- 1
      if !skipList(bytes, at: &position, context: &context) {
        _ = try readList(bytes, at: &position, context: &context)
      }
    }
  }

  /// Moves `position` behind a list of several postings that is where it is expected, if both its numbers
  /// have at most four bytes, as nearly all have; else does nothing.
  ///
  /// - Returns: Whether it did.
  @inline(__always)
  private static func skipList(
    _ bytes: UnsafeRawBufferPointer, at position: inout Int, context: inout TermListContext
  ) -> Bool {
    guard bytes.count &- position >= 8 else { return false }
    let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
    // The highest bit of a number's last byte is the first that is 0. Without one the sum is too great.
    let headBits = (~word & 0x8080_8080).trailingZeroBitCount &+ 1
    let rest = word &>> UInt64(truncatingIfNeeded: headBits)
    let sizeBits = (~rest & 0x8080_8080).trailingZeroBitCount &+ 1
    guard word & 3 == 1, headBits &+ sizeBits <= 64 else { return false }
    let own = rest & (1 &<< UInt64(truncatingIfNeeded: sizeBits) &- 1)
    context.expectedOffset &+=
      own & 0x7F | own >> 1 & 0x3F80 | own >> 2 & 0x1F_C000 | own >> 3 & 0xFE0_0000
    position &+= (headBits &+ sizeBits) / 8
    return true
  }

  @inline(__always)
  private static func readList(
    _ bytes: UnsafeRawBufferPointer, at position: inout Int, context: inout TermListContext
  ) throws(TermDamage) -> PostingListLocation {
    guard let head = Varint.readShort(bytes, at: &position) else { throw .truncated }
    if head & 1 == 0 {
      let place = head >> 3
      guard place <= UInt64(UInt32.max) + 1 else { throw .range }
      let document = place == 0 ? context.lastDocument : Int64(place) &- 1
      guard document >= 0 else { throw .range }
      context.lastDocument = document
      return .single(
        UInt32(truncatingIfNeeded: document), certainty: UInt8(truncatingIfNeeded: head >> 1 & 3))
    }
    guard let byteCount = Varint.readShort(bytes, at: &position) else { throw .truncated }
    guard head >> 2 <= UInt64(UInt32.max - 2), byteCount <= UInt64(UInt32.max) else {
      throw .range
    }
    let count = UInt32(truncatingIfNeeded: head >> 2) &+ 2
    var offset = context.expectedOffset
    if head & 2 != 0 {
      guard let distance = Varint.read(bytes, at: &position) else { throw .truncated }
      offset = offset &+ ZigZag.decode(distance)
    }
    context.expectedOffset = offset &+ byteCount
    return PostingListLocation(
      offset: offset, byteCount: UInt32(truncatingIfNeeded: byteCount), count: count)
  }
}
