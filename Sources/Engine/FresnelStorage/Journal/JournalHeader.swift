internal import FresnelPlatform

// A journal file starts with one block of 4096 bytes, little-endian:
//
//   offset  bytes  field
//        0      8  "FRSNLJNL"
//        8      4  format version: 1, or 2 when the frames are encrypted
//       12      4  byte count of this block, 4096
//       16      8  generation number
//       24      8  salt
//       32      8  sequence number of the first frame
//       40     72  only in version 2: the generation's key, encrypted
//        .      .  zeros
//     4092      4  CRC-32C of bytes 0 ..< 4092
//
// The checksum is at the same place in every version, so that a newer version can be told from a
// damaged block. Frames start in the next block: no commit ever rewrites this one.

enum JournalHeader {
  static let byteCount = 4096
  /// The version of a plain generation, and that of an encrypted one, the highest that is known.
  static let plainVersion: UInt32 = 1
  static let version: UInt32 = 2
  static let magic = [UInt8]("FRSNLJNL".utf8)

  static func encode(_ generation: Generation) -> [UInt8] {
    var bytes = magic
    bytes.appendLittleEndian(generation.wrappedKey == nil ? plainVersion : version)
    bytes.appendLittleEndian(UInt32(byteCount))
    bytes.appendLittleEndian(generation.number)
    bytes.appendLittleEndian(generation.salt)
    bytes.appendLittleEndian(generation.firstSequence)
    bytes += generation.wrappedKey ?? []
    bytes += [UInt8](repeating: 0, count: byteCount - 4 - bytes.count)
    bytes.appendLittleEndian(CRC32C.checksum(of: bytes))
    return bytes
  }

  /// Reads the header of a journal file, or returns `nil` when it is damaged. A key in it is not
  /// decrypted.
  ///
  /// - Throws: ``StorageError`` with code ``StorageError/Code/newerFormat``.
  static func read(_ file: any StorageFile) throws(StorageError) -> Generation? {
    let bytes = try file.read(at: 0, count: byteCount)
    guard bytes.count == byteCount, bytes.starts(with: magic) else { return nil }
    let fields = bytes[...]
    guard
      CRC32C.checksum(of: bytes[..<(byteCount - 4)]) == fields.littleEndian(UInt32.self, at: 4092)
    else { return nil }
    let found = fields.littleEndian(UInt32.self, at: 8)
    if found > version {
      throw StorageError(
        .newerFormat,
        "\(file.path) has format version \(found); this program reads versions up to \(version).",
        path: file.path)
    }
    guard found == plainVersion || found == version else { return nil }
    let generation = Generation(
      number: fields.littleEndian(UInt64.self, at: 16),
      salt: fields.littleEndian(UInt64.self, at: 24),
      firstSequence: fields.littleEndian(UInt64.self, at: 32),
      wrappedKey: found == version ? Array(bytes[40..<40 + Generation.wrappedKeyByteCount]) : nil)
    return generation.isPlausible ? generation : nil
  }
}
