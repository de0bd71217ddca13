/// What a document's row tells besides its texts.
package struct DocumentFacts: Sendable {
  /// What orders documents that match equally well; greater is better.
  package let staticScore: UInt32
  /// The number of the item's index in the segment.
  package let scope: UInt32
  /// The length of the item's encoding in bytes.
  package let itemByteCount: Int
  /// When the item expires, in seconds since 2001; infinite when it does not.
  package let expiration: Double

  init(_ fields: RowFields) {
    staticScore = fields.staticScore
    scope = fields.scope
    itemByteCount = fields.itemByteCount
    expiration = fields.expiration ?? .infinity
  }
}
