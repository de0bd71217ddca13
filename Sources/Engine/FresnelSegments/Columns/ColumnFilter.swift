package import FresnelStorage

/// The documents for which a comparison holds.
///
/// Cheap while documents are asked for in ascending order, correct in any order. For one thread.
package struct ColumnFilter: ~Copyable {
  private let constant: Bool

  /// The share of the segment's documents that match, about: 0 to 1.
  package let estimatedShare: Double

  /// A filter that gives the same answer for every document.
  init(constant: Bool) {
    self.constant = constant
    estimatedShare = constant ? 1 : 0
  }

  /// Whether the comparison holds for a document, which must be one of the segment's.
  package mutating func matches(_ document: UInt32) throws(StorageError) -> Bool {
    constant
  }

  /// The first matching document that is not before `document`; `UInt32.max` when there is none.
  package mutating func next(from document: UInt32) throws(StorageError) -> UInt32 {
    constant ? document : .max
  }
}
