internal import FresnelPlatform

// The last 128 bytes of a block file, little-endian (Documentation/formats/block-file.md):
//
//   offset  bytes  field
//        0      8  "FRSNLBLK"
//        8      4  format version, 1 or 2
//       12      4  0 plain, 1 encrypted
//       16      8  byte count of the content
//       24     16  the file's identifier
//       40      4  CRC-32C of the block table and the numbers of the copied blocks, started from the seed
//       44      4  number of copied blocks; 0 in version 1
//       48     72  the wrapped file key (nonce, key, tag), or zeros
//      120      4  zeros
//      124      4  CRC-32C of bytes 0 ..< 124

struct BlockFileTail: Equatable, Sendable {
  var version = Self.latestVersion
  var isEncrypted: Bool
  /// The byte count of the content.
  var byteCount: UInt64
  var identifier: [UInt8]
  var tableChecksum: UInt32 = 0
  /// How many blocks have a copy.
  var copyCount: UInt32 = 0
  var wrappedKey = [UInt8](repeating: 0, count: Self.wrappedKeyByteCount)

  static let byteCount = 128
  static let identifierByteCount = 16
  static let wrappedKeyByteCount = 72
  static let latestVersion: UInt32 = 2
  private static let magic = [UInt8]("FRSNLBLK".utf8)

  /// The number of blocks that the content takes.
  var blockCount: UInt64 {
    byteCount / Block.byteCount64 + (byteCount % Block.byteCount64).signum()
  }

  /// The bytes that the wrapped key is bound to.
  var boundFields: [UInt8] {
    var bytes = Self.magic
    bytes.appendLittleEndian(version)
    bytes.appendLittleEndian(isEncrypted ? 1 : 0 as UInt32)
    bytes.appendLittleEndian(byteCount)
    bytes += identifier
    bytes.appendLittleEndian(tableChecksum)
    bytes.appendLittleEndian(copyCount)
    return bytes
  }

  func encode() -> [UInt8] {
    var bytes = boundFields
    bytes += wrappedKey
    bytes.appendLittleEndian(0 as UInt32)
    bytes.appendLittleEndian(CRC32C.checksum(of: bytes))
    return bytes
  }

  /// The checksum of what stands before the tail in an end.
  func checksum(of bytes: [UInt8]) -> UInt32 {
    var checksum = CRC32C(continuing: BlockProtection.seed(identifier: identifier))
    checksum.update(bytes)
    return checksum.value
  }

  /// Reads 128 bytes, or returns `nil` when they are no valid tail.
  ///
  /// - Throws: ``StorageError`` with code ``StorageError/Code/newerFormat``.
  static func decode(_ bytes: [UInt8], path: String) throws(StorageError) -> BlockFileTail? {
    guard bytes.count == byteCount, bytes.starts(with: magic) else { return nil }
    let fields = bytes[...]
    guard CRC32C.checksum(of: fields.dropLast(4)) == fields.littleEndian(UInt32.self, at: 124)
    else {
      return nil
    }
    let found = fields.littleEndian(UInt32.self, at: 8)
    if found > latestVersion {
      throw StorageError(
        .newerFormat,
        "\(path) has format version \(found); this program reads versions up to \(latestVersion).",
        path: path)
    }
    let kind = fields.littleEndian(UInt32.self, at: 12)
    guard found >= 1, kind <= 1 else { return nil }
    let tail = BlockFileTail(
      version: found, isEncrypted: kind == 1, byteCount: fields.littleEndian(UInt64.self, at: 16),
      identifier: Array(bytes[24..<40]), tableChecksum: fields.littleEndian(UInt32.self, at: 40),
      copyCount: fields.littleEndian(UInt32.self, at: 44), wrappedKey: Array(bytes[48..<120]))
    // Whatever the fields don't cover has to be zero.
    return tail.encode() == bytes && (tail.isEncrypted || tail.wrappedKey.allSatisfy { $0 == 0 })
      && (found > 1 || tail.copyCount == 0)
      ? tail : nil
  }
}
