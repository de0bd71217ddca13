internal import FresnelPlatform

// The manifest, little-endian. Whichever manifest is in place is the state of the store.
//
//   offset  bytes  field
//        0      8  "FRSNLMAN"
//        8      4  format version: 1, or 2 when the content is encrypted
//       12      4  extent of a loss that the owner has not acknowledged: 0 none, 1 partial, 2 complete
//       16      8  edition: counts the manifests of this store
//       24      8  generation number of the current journal
//       32      8  its salt
//       40      8  the sequence number of its first frame
//       48      8  the end of those frames that were durable when the manifest was written
//       56      4  byte count n of the owner's content
//       60     72  only in version 2: the generation's key, encrypted, as in the journal's header
//        .      n  the owner's content; in version 2 between a nonce of 24 bytes and a tag of 16, which
//                  also vouches for all bytes before
//        .      4  CRC-32C of all bytes before
//
// The checksum ends the file in every version, so that a newer version can be told from damage.

struct Manifest: Equatable, Sendable {
  var unacknowledgedLoss: LossReport.Extent
  var edition: UInt64
  var generation: Generation
  /// Whatever is invalid before this offset of the journal's file is damage, not an unfinished write.
  var durableEnd: UInt64
  /// Bytes that the store's owner keeps with the commit point.
  var content: [UInt8]

  static let fileName = "manifest"
  static let asideName = "manifest.new"
  /// The version of a plain manifest, and that of an encrypted one, the highest that is known.
  private static let plainVersion: UInt32 = 1
  static let version: UInt32 = 2
  static let maximumContentByteCount = 1 << 28
  private static let magic = [UInt8]("FRSNLMAN".utf8)
  private static let fixedByteCount = 60

  /// The manifest's bytes. Each call encrypts the content of an encrypted store anew.
  func encode() -> [UInt8] {
    var bytes = Self.magic
    bytes.appendLittleEndian(generation.wrappedKey == nil ? Self.plainVersion : Self.version)
    bytes.appendLittleEndian(unacknowledgedLoss.rawValue)
    bytes.appendLittleEndian(edition)
    bytes.appendLittleEndian(generation.number)
    bytes.appendLittleEndian(generation.salt)
    bytes.appendLittleEndian(generation.firstSequence)
    bytes.appendLittleEndian(durableEnd)
    bytes.appendLittleEndian(UInt32(content.count))
    bytes += generation.wrappedKey ?? []
    bytes += generation.cipher?.sealed(content, authenticating: bytes) ?? content
    bytes.appendLittleEndian(CRC32C.checksum(of: bytes))
    return bytes
  }

  /// Reads a manifest's bytes, or returns `nil` when they are damaged.
  ///
  /// - Throws: ``StorageError`` with code ``StorageError/Code/newerFormat`` or
  ///   ``StorageError/Code/wrongKey``.
  static func decode(
    _ bytes: [UInt8], key: EncryptionKey?, path: String
  ) throws(StorageError) -> Manifest? {
    guard bytes.count >= fixedByteCount + 4, bytes.starts(with: magic) else { return nil }
    let body = bytes.dropLast(4)
    guard CRC32C.checksum(of: body) == bytes[...].littleEndian(UInt32.self, at: body.count) else {
      return nil
    }
    let found = body.littleEndian(UInt32.self, at: 8)
    if found > version {
      throw StorageError(
        .newerFormat,
        "\(path) has format version \(found); this program reads versions up to \(version).",
        path: path)
    }
    let isEncrypted = found == version
    let contentStart = fixedByteCount + (isEncrypted ? Generation.wrappedKeyByteCount : 0)
    let overhead = isEncrypted ? FrameCipher.overhead : 0
    guard isEncrypted || found == plainVersion,
      Int(body.littleEndian(UInt32.self, at: 56)) == body.count - contentStart - overhead,
      let loss = LossReport.Extent(rawValue: body.littleEndian(UInt32.self, at: 12))
    else { return nil }
    let locked = Generation(
      number: body.littleEndian(UInt64.self, at: 24),
      salt: body.littleEndian(UInt64.self, at: 32),
      firstSequence: body.littleEndian(UInt64.self, at: 40),
      wrappedKey: isEncrypted ? Array(body[fixedByteCount..<contentStart]) : nil)
    guard locked.isPlausible else { return nil }
    let generation = try locked.unlocked(with: key, path: path)
    var content = Array(body[contentStart...])
    if let cipher = generation.cipher {
      let fields = Array(body[..<contentStart])
      guard let opened = cipher.open(content[...], authenticating: fields) else { return nil }
      content = opened
    }
    return Manifest(
      unacknowledgedLoss: loss, edition: body.littleEndian(UInt64.self, at: 16),
      generation: generation, durableEnd: body.littleEndian(UInt64.self, at: 48),
      content: content)
  }
}
