/// What replaying a journal tells its owner.
public enum JournalEvent: Sendable {
  /// Forget all that was delivered before: the frames of a generation follow from its start, to be
  /// applied to what the manifest's content stands for.
  ///
  /// It comes before the first frame of every replay, and again whenever the content or the
  /// generation is another one than before.
  case start(JournalStart)
  /// The next frame of the owner's.
  case frame(Frame)
}

/// Where a replay begins: the owner's content and the generation that goes with it.
///
/// Both are taken from one manifest, so they belong together: the frames that follow are those of this
/// generation, and at least all that were durable when the content was installed.
public struct JournalStart: Equatable, Sendable {
  /// The bytes that the owner gave to the last rotation, or put in their place since.
  public let content: [UInt8]
  /// The number of the generation whose frames follow.
  public let generation: UInt64
  /// The manifest's number, which rises each time the manifest is replaced. When a file that the
  /// content names is missing, and a later look finds another edition, the content was merely
  /// replaced meanwhile.
  public let edition: UInt64

  init(_ manifest: Manifest) {
    content = manifest.content
    generation = manifest.generation.number
    edition = manifest.edition
  }
}
