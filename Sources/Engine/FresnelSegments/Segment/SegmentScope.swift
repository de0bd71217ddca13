package import FresnelModel

/// An index that has documents in a segment, and how much.
///
/// The scopes of a segment ascend, so that numbers order documents as the scopes do.
package struct SegmentScope: Hashable, Sendable {
  /// Whose documents they are.
  package var scope: IndexScope
  /// The number of documents, deleted ones included.
  package var documentCount: UInt32
  /// The sum of the lengths of their encoded items.
  package var itemByteCount: UInt64

  package init(scope: IndexScope, documentCount: UInt32, itemByteCount: UInt64) {
    self.scope = scope
    self.documentCount = documentCount
    self.itemByteCount = itemByteCount
  }
}
