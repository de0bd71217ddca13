/// Neighbouring blocks of a file that can't be read or fail their checksums, in their places or as copies; or an end of
/// the file that does.
package struct DamagedRange: Equatable, Sendable {
  /// The bytes of the source that lie there; none where it is an end of the file.
  package var bytes: Range<UInt64>
  /// Whether the bytes can't be read: otherwise there are sound copies of them.
  package let isLost: Bool
  /// What is wrong with the first of the blocks.
  package let error: StorageError
}
