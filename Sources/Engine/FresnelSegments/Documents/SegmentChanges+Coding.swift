import FresnelPlatform
package import FresnelStorage

// A live-documents file, little-endian; `Documentation/formats/documents.md` describes it.
//
//   offset  bytes  field
//        0      8  46 52 53 4e 4c 4c 49 56, "FRSNLLIV"
//        8      4  version: 1 without patches, 2 with patches
//       12      4  form of the live documents
//       16      8  number of the segment
//       24      4  number of its documents
//       28      4  how many of them are live
//   only in version 2
//       32      4  number of patches, at least 1
//       36      4  length of the live documents
//   then
//        .      .  live documents in their form
//        .      .  patches, only in version 2
//        .      4  CRC-32C of all bytes before

extension SegmentChanges {
  private static let magic: [UInt8] = Array("FRSNLLIV".utf8)
  private static let firstVersion: UInt32 = 1
  /// The version of files with patches, and the highest that is known.
  private static let version: UInt32 = 2
  private static let firstHeaderByteCount = 32
  private static let headerByteCount = 40

  /// The content of a live-documents file.
  ///
  /// - Parameter segment: The number of the segment that the file belongs to.
  /// - Returns: The whole file.
  package func encoded(segment: UInt64) -> [UInt8] {
    let (form, body) = live.encodedForm()
    var bytes = Self.magic
    bytes.append(fixed: patches.isEmpty ? Self.firstVersion : Self.version)
    bytes.append(fixed: form)
    bytes.append(fixed: segment)
    bytes.append(fixed: UInt32(live.documentCount))
    bytes.append(fixed: UInt32(live.count))
    if !patches.isEmpty {
      bytes.append(fixed: UInt32(patches.count))
      bytes.append(fixed: UInt32(body.count))
    }
    bytes.append(contentsOf: body)
    patches.encode(to: &bytes)
    return Self.sealed(bytes)
  }

  /// The content with its checksum behind it.
  static func sealed(_ content: [UInt8]) -> [UInt8] {
    var bytes = content
    bytes.append(fixed: CRC32C.checksum(of: content))
    return bytes
  }

  /// Reads the content of a live-documents file.
  ///
  /// - Parameters:
  ///   - bytes: The whole file; it may be anything.
  ///   - segment: The number of the segment that the file must belong to.
  ///   - documentCount: The number of documents of that segment.
  /// - Throws: ``StorageError`` with code `corrupted` or `newerFormat`.
  package init(
    decoding bytes: [UInt8], segment: UInt64, documentCount: Int
  ) throws(StorageError) {
    guard bytes.count >= Self.firstHeaderByteCount + 4, bytes.starts(with: Self.magic) else {
      throw Self.damaged("it does not begin as such a file does")
    }
    let result = bytes.withUnsafeBytes { bytes in
      Result { () throws(StorageError) in
        try Self.decode(bytes, segment: segment, documentCount: documentCount)
      }
    }
    self = try result.get()
  }

  private static func decode(
    _ bytes: UnsafeRawBufferPointer, segment: UInt64, documentCount: Int
  ) throws(StorageError) -> SegmentChanges {
    let version = bytes.fixed(UInt32.self, at: 8)
    guard version <= Self.version else {
      throw StorageError(
        .newerFormat,
        "The live-documents file has version \(version); this program reads version "
          + "\(Self.version).")
    }
    let content = UnsafeRawBufferPointer(rebasing: bytes[..<(bytes.count - 4)])
    guard CRC32C.checksum(of: content) == bytes.fixed(UInt32.self, at: content.count) else {
      throw damaged("its checksum does not agree")
    }
    guard version > 0, bytes.fixed(UInt64.self, at: 16) == segment,
      Int(bytes.fixed(UInt32.self, at: 24)) == documentCount
    else { throw damaged("it belongs to another segment") }
    var body = UnsafeRawBufferPointer(rebasing: content[firstHeaderByteCount...])
    var patchCount = 0
    var patchBytes = UnsafeRawBufferPointer(start: nil, count: 0)
    if version > firstVersion {
      guard content.count >= headerByteCount else { throw damaged("its header is cut short") }
      patchCount = Int(content.fixed(UInt32.self, at: 32))
      let bodyByteCount = Int(content.fixed(UInt32.self, at: 36))
      guard patchCount > 0, bodyByteCount <= content.count - headerByteCount else {
        throw damaged("its parts are longer than it is")
      }
      let bodyEnd = headerByteCount + bodyByteCount
      body = UnsafeRawBufferPointer(rebasing: content[headerByteCount..<bodyEnd])
      patchBytes = UnsafeRawBufferPointer(rebasing: content[bodyEnd...])
    }
    guard
      let live = LiveDocuments(
        form: bytes.fixed(UInt32.self, at: 12), body, documentCount: documentCount),
      live.count == Int(bytes.fixed(UInt32.self, at: 28)),
      let patches = DocumentPatches(decoding: patchBytes, count: patchCount, of: live)
    else { throw damaged("it breaks its format") }
    return SegmentChanges(live: live, patches: patches)
  }

  private static func damaged(_ what: String) -> StorageError {
    StorageError(.corrupted, "A live-documents file is damaged: \(what).")
  }
}
