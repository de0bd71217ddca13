/// From a scope and a unique identifier to a document, in one probe on average.
///
/// An open-addressing table of document numbers; the keys themselves stay in the columns. When a
/// segment holds two versions of an item, the later one is found: the earlier is deleted.
struct IdentifierTable: Sendable {
  /// Document numbers plus one; 0 is a free slot.
  private let slots: [UInt32]

  init(_ documents: DocumentColumns) {
    var capacity = 16
    while capacity < documents.count * 2 { capacity *= 2 }
    var slots = [UInt32](repeating: 0, count: capacity)
    slots.withUnsafeMutableBufferPointer { slots in
      for document in 0..<documents.count {
        documents.withIdentifier(document) { identifier in
          let scope = documents.scopes[document]
          var slot = Int(truncatingIfNeeded: Self.hash(scope, identifier)) & (capacity - 1)
          while slots[slot] != 0 {
            let other = Int(slots[slot]) - 1
            if documents.scopes[other] == scope,
              documents.identifier(of: other, equals: identifier)
            {
              break
            }
            slot = (slot + 1) & (capacity - 1)
          }
          slots[slot] = UInt32(document + 1)
        }
      }
    }
    self.slots = slots
  }

  /// The latest document of an identifier, or `nil`.
  func document(
    scope: UInt32, identifier: UnsafeBufferPointer<UInt8>, in documents: DocumentColumns
  ) -> Int? {
    var slot = Int(truncatingIfNeeded: Self.hash(scope, identifier)) & (slots.count - 1)
    while slots[slot] != 0 {
      let document = Int(slots[slot]) - 1
      if documents.scopes[document] == scope,
        documents.identifier(of: document, equals: identifier)
      {
        return document
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  /// Identifiers come from outside, so each process spreads them differently.
  private static let seed = UInt64.random(in: .min ... .max)

  static func hash(_ scope: UInt32, _ identifier: UnsafeBufferPointer<UInt8>) -> UInt64 {
    var hash = seed ^ UInt64(scope) &* 0x9E37_79B9_7F4A_7C15
    let bytes = UnsafeRawBufferPointer(identifier)
    var offset = 0
    // Every load below ends at or before the end of the buffer.
    while offset + 8 <= bytes.count {
      hash =
        (hash ^ bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        &* 0xD6E8_FEB8_6659_FD93
      hash ^= hash &>> 32
      offset += 8
    }
    var rest: UInt64 = UInt64(bytes.count)
    while offset < bytes.count {
      rest = rest << 8 | UInt64(bytes[offset])
      offset += 1
    }
    hash = (hash ^ rest) &* 0xD6E8_FEB8_6659_FD93
    return hash ^ (hash &>> 29)
  }
}
