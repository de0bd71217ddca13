package import FresnelModel
import FresnelStorage

/// What a document is at a glance, read in place. Its bytes stay pinned while it lives.
package struct DocumentRow: ~Copyable {
  /// What orders documents that match equally well; greater is better.
  package let staticScore: UInt32
  /// The number of the item's index in the segment.
  package let scope: UInt32
  /// The length of the item's encoding in bytes.
  package let itemByteCount: Int
  /// When the item expires, in seconds since 2001; infinite when it does not.
  package let expiration: Double
  /// Whether every attribute of ``RowAttributes/ids`` that the item has is in the row; a long value
  /// may be kept with the rest of the item.
  package let isComplete: Bool
  private let pin: BytePin

  /// The UTF-8 bytes of the unique identifier; valid while the row lives.
  package var identifier: UnsafeRawBufferPointer { pin.bytes }

  /// The UTF-8 bytes of the domain; valid while the row lives. `nil` without one.
  package var domain: UnsafeRawBufferPointer? { nil }

  /// The UTF-8 bytes of an attribute that is one text; valid while the row lives. `nil` when the row
  /// does not hold it, or its value is of another type.
  package func text(of id: AttributeID) -> UnsafeRawBufferPointer? { nil }
}
