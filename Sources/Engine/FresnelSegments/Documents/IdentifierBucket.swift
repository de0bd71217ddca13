import FresnelStorage

/// A part of the table of identifiers that lies in one block: slots of a tag and a document each.
///
/// The tags of all slots come first, then the documents plus one, packed; 0 is a free slot. A hash chooses
/// its bucket by its upper bits, the slot where its search begins by lower ones, and its tag by the
/// lowest; a search ends at a free slot.
enum IdentifierBucket {
  /// The distance of buckets.
  static let blockByteCount = 4096

  /// The bits of a slot's document: as many as their number has.
  static func documentWidth(documentCount: UInt32) -> Int {
    32 - documentCount.leadingZeroBitCount
  }

  /// How many slots fit into a block.
  static func greatestSlotCount(documentCount: UInt32) -> UInt32 {
    UInt32(
      (blockByteCount - slackByteCount) * 8 / (8 + documentWidth(documentCount: documentCount)))
  }

  /// The bytes of a bucket.
  static func byteCount(slotCount: Int, documentCount: UInt32) -> Int {
    slotCount + (slotCount * documentWidth(documentCount: documentCount) + 7) / 8 + slackByteCount
  }

  /// The zeros behind a bucket, with which the last document can be read by eight bytes.
  private static let slackByteCount = 7

  /// The bucket of a hash.
  static func bucket(of hash: UInt64, bucketCount: UInt32) -> Int {
    Int(((hash >> 32) &* UInt64(bucketCount)) >> 32)
  }

  /// The slot where the search for a hash begins.
  static func firstSlot(of hash: UInt64, slotCount: UInt32) -> Int {
    Int(((hash >> 8 & 0xff_ffff) &* UInt64(slotCount)) >> 24)
  }

  /// What a slot tells of its hash.
  static func tag(of hash: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: hash) }
}

/// A bucket in place, to be searched for hashes.
struct PinnedIdentifierBucket: ~Copyable {
  private let pin: BytePin
  /// The tags of all slots, and behind them their documents.
  private let tags: UnsafeRawPointer
  private let slotCount: Int
  private let width: Int

  /// A bucket whose bytes are pinned; `nil` where there are none.
  init?(_ pin: consuming BytePin, _ location: IdentifierIndexLocation) {
    guard let tags = pin.bytes.baseAddress else { return nil }
    self.tags = tags
    slotCount = Int(location.slotCount)
    width = IdentifierBucket.documentWidth(documentCount: location.documentCount)
    self.pin = pin
  }

  /// Calls a body with each document that the bucket has under a hash, until it returns false.
  @inline(__always)
  borrowing func forEachDocument(
    hashedTo hash: UInt64, _ body: (UInt32) throws(StorageError) -> Bool
  ) throws(StorageError) {
    let tag = IdentifierBucket.tag(of: hash)
    let mask = packedMask(width: width)
    var slot = IdentifierBucket.firstSlot(
      of: hash, slotCount: UInt32(truncatingIfNeeded: slotCount))
    // A damaged bucket may be full, so the search makes one round at most.
    for _ in 0..<slotCount {
      let document = UInt32(
        truncatingIfNeeded: packedNumber(tags + slotCount, at: slot &* width, mask: mask))
      if document == 0 { return }
      if tags.load(fromByteOffset: slot, as: UInt8.self) == tag, try !body(document - 1) { return }
      slot = slot + 1 == slotCount ? 0 : slot + 1
    }
  }
}
