/// How far a merge has come.
package struct MergeProgress: Equatable, Sendable {
  /// What a merge does, step by step.
  package enum Step: Equatable, Sendable {
    /// It reads the rows and orders the documents; counts documents.
    case ordering
    /// It copies rows, items and column values; counts documents.
    case documents
    /// It counts the postings of prefixes; counts terms.
    case counting
    /// It joins posting lists; counts postings.
    case postings
    /// It copies positions; counts documents.
    case positions
  }

  /// The step that it is at.
  package var step: Step
  /// What has been done of the step.
  package var done: UInt64
  /// All there is to do in the step, about.
  package var total: UInt64
}
