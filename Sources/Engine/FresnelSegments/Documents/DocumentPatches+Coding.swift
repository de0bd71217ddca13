import FresnelModel
import FresnelStorage

// The patches in a live-documents file, each
//
//   a varint: the distance of its document from the one before (of the first one: its number)
//   a varint: the length of the item's encoding
//   one byte: 0, the item never expires; 1, it expires; 2, other attributes changed
//   for 1:    8 bytes, seconds since 2001 as a binary64, not NaN
//   for 2:    a varint and as many bytes, an encoded item: a partial update without identifiers, whose
//             expiry, or that it has none, is the item's

extension DocumentPatches {
  fileprivate static let neverExpires: UInt8 = 0
  fileprivate static let expires: UInt8 = 1
  fileprivate static let changes: UInt8 = 2

  /// Appends all patches to a file.
  func encode(to bytes: inout [UInt8]) {
    var last: UInt32 = 0
    forEach { document, patch in
      Varint.append(UInt64(document - last), to: &bytes)
      last = document
      Varint.append(UInt64(patch.itemByteCount), to: &bytes)
      if let changes = patch.changes {
        bytes.append(Self.changes)
        Varint.append(UInt64(changes.byteCount), to: &bytes)
        bytes.append(contentsOf: changes.bytes)
      } else if let expiration = patch.expiration {
        bytes.append(Self.expires)
        bytes.append(fixed: expiration.secondsSinceReferenceDate.bitPattern)
      } else {
        bytes.append(Self.neverExpires)
      }
    }
  }

  /// Reads so many patches of live documents; `nil` when the bytes break the format. They may be anything.
  init?(decoding bytes: UnsafeRawBufferPointer, count: Int, of live: LiveDocuments) {
    self.init()
    var position = 0
    var document: UInt64 = 0
    for index in 0..<count {
      guard let distance = Varint.read(bytes, at: &position),
        index == 0 || distance > 0, document < UInt64(live.documentCount),
        distance < UInt64(live.documentCount) - document
      else { return nil }
      document += distance
      guard live[Int(document)], let patch = DocumentPatch(decoding: bytes, at: &position) else {
        return nil
      }
      set(patch, of: UInt32(document))
    }
    guard position == bytes.count else { return nil }
  }
}

extension DocumentPatch {
  /// Reads a patch without its document's number.
  fileprivate init?(decoding bytes: UnsafeRawBufferPointer, at position: inout Int) {
    guard let itemByteCount = Varint.read(bytes, at: &position),
      itemByteCount <= UInt64(ItemLimits.itemByteCount), position < bytes.count
    else { return nil }
    let kind = bytes[position]
    position += 1
    var expiration: Timestamp?
    var changes: EncodedItem?
    switch kind {
    case DocumentPatches.neverExpires: break
    case DocumentPatches.expires:
      guard bytes.count - position >= 8 else { return nil }
      let seconds = Double(bitPattern: bytes.fixed(UInt64.self, at: position))
      guard !seconds.isNaN else { return nil }
      expiration = Timestamp(secondsSinceReferenceDate: seconds)
      position += 8
    case DocumentPatches.changes:
      guard let byteCount = Varint.read(bytes, at: &position),
        byteCount <= UInt64(bytes.count - position)
      else { return nil }
      let end = position + Int(byteCount)
      guard let update = try? EncodedItem(validating: Array(bytes[position..<end])),
        update.isUpdate, update.uniqueIdentifierBytes.isEmpty, update.domainIdentifierBytes == nil
      else { return nil }
      changes = update
      expiration = update.expiration
      position = end
    default: return nil
    }
    self.init(expiration: expiration, itemByteCount: Int(itemByteCount), changes: changes)
  }
}
