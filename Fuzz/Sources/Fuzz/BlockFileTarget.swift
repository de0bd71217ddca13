import FresnelPlatform
import FresnelStorage
import FresnelTestSupport

/// Block files of both versions: ends and blocks and copies.
///
/// An input is the bytes of a file and one more. Of that, bit 0 asks for a last tail whose checksum
/// agrees, bit 1 for a last table that agrees with the blocks, bit 2 for opening with a key.
enum BlockFileTarget: FuzzTarget {
  private static let path = "store/file"
  private static let tailByteCount = 128
  private static let blockByteCount = 4096

  private static var key: EncryptionKey {
    let bytes = [UInt8](repeating: 7, count: EncryptionKey.byteCount)
    return EncryptionKey(bytes.span.bytes)
  }

  static func seeds() throws -> [[UInt8]] {
    var seeds: [[UInt8]] = []
    for (byteCount, copied, key) in [
      (0, 0, nil), (5, 0, nil), (5000, 0, nil), (0, 0, key), (5000, 0, key), (5, 5, nil),
      (9000, 100, nil), (9000, 4500, key),
    ] {
      let storage = FaultyStorage()
      try storage.createDirectory("store")
      var sink = try ByteSink.file(path, storage: storage, key: key)
      for index in 0..<byteCount {
        if index == byteCount - copied { sink.beginCopiedBytes() }
        try sink.append(UInt8(truncatingIfNeeded: index / 97))
      }
      sink.endCopiedBytes()
      _ = try sink.finish()
      seeds.append((storage.contents(of: path) ?? []) + [key == nil ? 3 : 4])
    }
    return seeds
  }

  static func examine(_ input: [UInt8]) {
    var file = input
    guard let flags = file.popLast() else { return }
    if flags & 2 != 0 { repairTable(&file) }
    if flags & 1 != 0, file.count >= tailByteCount {
      let tail = file.count - tailByteCount
      file.store(number: file.checksum(tail..<(tail + 124)), at: tail + 124)
    }
    let storage = FaultyStorage()
    storage.setContents(file, of: path)
    let cache = BlockCache(byteCount: 2 * blockByteCount)
    let key = flags & 4 == 0 ? nil : key
    guard let source = try? ByteSource.open(path, storage: storage, cache: cache, key: key) else {
      return
    }
    expect(source.byteCount <= UInt64(file.count), "The content is longer than the file.")
    examine(source)
  }

  private static func examine(_ source: ByteSource) {
    let damaged = source.verify()
    var offset: UInt64 = 0
    while offset < source.byteCount {
      let count = Int(min(UInt64(blockByteCount), source.byteCount - offset))
      let isIntact = !damaged.contains { $0.isLost && $0.bytes.contains(offset) }
      do throws(StorageError) {
        let pin = try source.pin(offset, count)
        expect(isIntact, "A block is read that fails verification.")
        var stream = source.stream(from: offset)
        let bytes = try stream.next(count)
        expect(bytes.elementsEqual(pin.bytes), "A stream and a pin differ.")
      } catch {
        expect(!isIntact && error.code == .corrupted, "A block that is intact can't be read.")
      }
      offset += UInt64(count)
    }
    let whole = (try? source.pin(0, Int(source.byteCount))) != nil
    expect(whole == damaged.allSatisfy { !$0.isLost }, "Reading all differs from reading each.")
  }

  /// Makes entries and checksum of the table agree with the blocks, where the lengths allow.
  private static func repairTable(_ file: inout [UInt8]) {
    let tail = file.count - tailByteCount
    guard tail >= 0 else { return }
    let byteCount = file.number(UInt64.self, at: tail + 16)
    guard byteCount <= UInt64(file.count) else { return }
    let blockCount = (Int(byteCount) + blockByteCount - 1) / blockByteCount
    let copyCount = Int(file.number(UInt32.self, at: tail + 44))
    guard copyCount <= blockCount else { return }
    let table = tail - 4 * (blockCount + copyCount)
    guard table >= blockCount * blockByteCount else { return }
    let seed = file.checksum((tail + 24)..<(tail + 40))
    for block in 0..<blockCount {
      var number: [UInt8] = []
      number.append(number: UInt64(block))
      let start = block * blockByteCount
      let checksum = file.checksum(
        start..<(start + blockByteCount), continuing: number.checksum(0..<8, continuing: seed))
      file.store(number: checksum, at: table + 4 * block)
    }
    file.store(number: file.checksum(table..<tail, continuing: seed), at: tail + 40)
  }
}
