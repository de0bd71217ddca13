/// How far a journal has come. Kept elsewhere, it tells later whether the journal is an older copy of itself,
/// or went on from one.
package struct JournalPosition: Hashable, Sendable {
  /// The number of the generation; it rises.
  package var generation: UInt64
  /// What tells the generation from another one of the same number.
  package var salt: UInt64
  /// The number of the last frame that is durable; it rises through all generations.
  package var sequence: UInt64

  /// Puts the parts together.
  package init(generation: UInt64, salt: UInt64, sequence: UInt64) {
    self.generation = generation
    self.salt = salt
    self.sequence = sequence
  }

  /// Whether everything up to another position is in the very journal of this one. Unlike ``hasPassed(_:)`` it
  /// tells another store, whose numbers may be greater.
  package func isInSameJournal(after other: JournalPosition) -> Bool {
    generation == other.generation && salt == other.salt && sequence >= other.sequence
  }

  /// Whether a journal that once was at another position has been there: it is not an older copy, nor one
  /// that went on from an older copy in the same generation.
  package func hasPassed(_ other: JournalPosition) -> Bool {
    sequence >= other.sequence && generation >= other.generation
      && (generation != other.generation || salt == other.salt)
  }
}
