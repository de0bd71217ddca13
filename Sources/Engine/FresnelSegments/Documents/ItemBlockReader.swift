import FresnelModel
import FresnelStorage

/// Reads item blocks, keeps the one read last, and finds documents in it.
struct ItemBlockReader: ~Copyable {
  private let store: DocumentStore
  private var source: ByteSource { store.source }
  private var decompressor: Decompressor?
  /// The block at hand.
  private var number: UInt32?
  /// Where it lies when it is stored as it is.
  private var pin: BytePin?
  /// Where it was decompressed to otherwise, and room for longer ones.
  private var buffer = UnsafeMutableRawBufferPointer(start: nil, count: 0)
  private var byteCount = 0
  private var entries = ItemBlockEntries()
  /// How often a block was read.
  private(set) var loadCount = 0

  init(_ store: DocumentStore) {
    self.store = store
    decompressor = nil
    pin = nil
  }

  deinit { buffer.deallocate() }

  /// Whether the block at hand was decompressed, not read in place.
  var isDecompressed: Bool { number != nil && pin == nil }

  /// The packed attributes of a document, valid until the next call.
  mutating func attributes(
    of document: UInt32, in block: UInt32
  ) throws(StorageError) -> UnsafeRawBufferPointer {
    if number != block { try load(block) }
    let bytes = pin?.bytes ?? UnsafeRawBufferPointer(rebasing: buffer[..<byteCount])
    guard let range = entries.range(of: document, in: bytes) else {
      throw source.damagedDocuments("document \(document) is not in item block \(block)")
    }
    return UnsafeRawBufferPointer(rebasing: bytes[range])
  }

  private mutating func load(_ block: UInt32) throws(StorageError) {
    let location = store.location
    loadCount += 1
    number = nil
    pin = nil
    guard block < location.blockCount else {
      throw source.damagedDocuments("there is no item block \(block)")
    }
    let entryOffset = location.blockTableOffset.addingReportingOverflow(16 * UInt64(block))
    guard !entryOffset.overflow else { throw source.damagedDocuments("no table of item blocks") }
    let entry = try source.pin(entryOffset.partialValue, 16)
    let offset = entry.bytes.fixed(UInt64.self, at: 0)
    let storedByteCount = Int(entry.bytes.fixed(UInt32.self, at: 8))
    byteCount = Int(entry.bytes.fixed(UInt32.self, at: 12))
    // A block is longer than an item by its directory at most.
    guard byteCount <= ItemLimits.itemByteCount + 64, storedByteCount <= byteCount else {
      throw source.damagedDocuments("item block \(block) is too long", at: offset)
    }
    let stored = try source.pin(offset, storedByteCount)
    if storedByteCount == byteCount {
      pin = consume stored
    } else {
      reserve(byteCount)
      if decompressor == nil { decompressor = Decompressor() }
      let output = UnsafeMutableRawBufferPointer(rebasing: buffer[..<byteCount])
      let dictionary = try store.dictionary()
      guard decompressor?.decompress(stored.bytes, with: dictionary, into: output) ?? false else {
        throw source.damagedDocuments("item block \(block) does not decompress", at: offset)
      }
    }
    entries = ItemBlockEntries()
    number = block
  }

  private mutating func reserve(_ count: Int) {
    if buffer.count >= count { return }
    buffer.deallocate()
    buffer = .allocate(byteCount: count, alignment: 16)
  }
}
