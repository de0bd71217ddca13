/// Neighbouring blocks of a file that can't be read or fail their checksums.
package struct DamagedRange: Equatable, Sendable {
  /// The bytes of the source that are lost.
  package var bytes: Range<UInt64>
  /// What is wrong with the first of the blocks.
  package let error: StorageError
}
