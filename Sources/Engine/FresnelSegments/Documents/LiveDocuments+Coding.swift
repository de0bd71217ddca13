import FresnelPlatform
package import FresnelStorage

// `Documentation/formats/documents.md` describes the file.

extension LiveDocuments {
  private static let magic: [UInt8] = Array("FRSNLLIV".utf8)
  private static let version: UInt32 = 1
  private static let headerByteCount = 32
  /// The words of the bitmap follow.
  private static let bitmapForm: UInt32 = 0
  /// The deleted documents follow, each as the distance from the one before.
  private static let listForm: UInt32 = 1

  /// The content of a live-documents file, which `Documentation/formats/documents.md` describes.
  ///
  /// - Parameter segment: The number of the segment that the file belongs to.
  /// - Returns: The whole file.
  package func encoded(segment: UInt64) -> [UInt8] {
    let list = deletedList(limit: words.count * 8)
    var bytes = Self.magic
    bytes.append(fixed: Self.version)
    bytes.append(fixed: list == nil ? Self.bitmapForm : Self.listForm)
    bytes.append(fixed: segment)
    bytes.append(fixed: UInt32(documentCount))
    bytes.append(fixed: UInt32(count))
    if let list {
      bytes.append(contentsOf: list)
    } else {
      for word in words { bytes.append(fixed: word) }
    }
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
    guard bytes.count >= Self.headerByteCount + 4, bytes.starts(with: Self.magic) else {
      throw Self.damaged("it does not begin as such a list does")
    }
    var live = LiveDocuments(count: documentCount)
    let failure = bytes.withUnsafeBytes { bytes -> StorageError? in
      let version = bytes.fixed(UInt32.self, at: 8)
      guard version <= Self.version else {
        return StorageError(
          .newerFormat,
          "The list of live documents has version \(version); this program reads "
            + "version \(Self.version).")
      }
      let content = UnsafeRawBufferPointer(rebasing: bytes[..<(bytes.count - 4)])
      guard CRC32C.checksum(of: content) == bytes.fixed(UInt32.self, at: content.count) else {
        return Self.damaged("its checksum does not agree")
      }
      guard bytes.fixed(UInt64.self, at: 16) == segment,
        Int(bytes.fixed(UInt32.self, at: 24)) == documentCount
      else { return Self.damaged("it belongs to another segment") }
      let body = UnsafeRawBufferPointer(rebasing: content[Self.headerByteCount...])
      let isRead =
        switch bytes.fixed(UInt32.self, at: 12) {
        case Self.bitmapForm: live.read(bitmap: body)
        case Self.listForm: live.read(list: body)
        default: false
        }
      guard isRead, live.count == Int(bytes.fixed(UInt32.self, at: 28)) else {
        return Self.damaged("it breaks its format")
      }
      return nil
    }
    if let failure { throw failure }
    self = live
  }

  /// The deleted documents as distances; `nil` when that takes more than `limit` bytes.
  private func deletedList(limit: Int) -> [UInt8]? {
    var list: [UInt8] = []
    var last = 0
    for (index, word) in words.enumerated() {
      var rest = ~word
      while rest != 0 {
        let document = index << 6 + rest.trailingZeroBitCount
        guard document < documentCount else { break }
        Varint.append(UInt64(document - last), to: &list)
        if list.count > limit { return nil }
        last = document
        rest &= rest - 1
      }
    }
    return list
  }

  private mutating func read(bitmap bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count == words.count * 8 else { return false }
    var count = 0
    for index in words.indices {
      let word = bytes.fixed(UInt64.self, at: 8 * index)
      // What `words` still holds are all the documents there are.
      guard word & ~words[index] == 0 else { return false }
      words[index] = word
      count += word.nonzeroBitCount
    }
    self.count = count
    return true
  }

  private mutating func read(list bytes: UnsafeRawBufferPointer) -> Bool {
    var position = 0
    var document: UInt64 = 0
    while position < bytes.count {
      guard let distance = Varint.read(bytes, at: &position),
        distance < UInt64(documentCount) - document
      else { return false }
      document += distance
      // A document comes once, so each one is still live.
      guard remove(Int(document)) else { return false }
    }
    return true
  }

  private static func damaged(_ what: String) -> StorageError {
    StorageError(.corrupted, "A list of live documents is damaged: \(what).")
  }
}
