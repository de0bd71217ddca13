/// What replaying a journal tells its owner.
public enum JournalEvent: Sendable {
  /// Forget all that was delivered before: the frames of another generation follow from the start.
  case restart
  /// The next frame of the owner's.
  case frame(Frame)
}
