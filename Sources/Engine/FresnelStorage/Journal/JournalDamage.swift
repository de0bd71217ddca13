/// A place in a journal where something acknowledged is gone.
struct JournalDamage {
  let offset: UInt64
  let explanation: String
  /// The highest sequence number seen after the place.
  let lastSequence: UInt64?
  /// The first frame after the place whose header is valid.
  let nextFrame: (offset: UInt64, header: FrameHeader)?

  /// Judges where a reader stopped; `nil` means an ordinary end, with or without an unfinished write.
  ///
  /// An invalid frame is damage if it was durable for certain: because the manifest says so, or
  /// because a later commit was begun. Otherwise a power loss during the last write explains it. (The
  /// last commit of a journal that was not closed can't be told from such a write.)
  init?(
    after stop: FrameReader.Stop, reader: FrameReader, manifest: Manifest, survey: TailSurvey
  ) {
    guard reader.offset < manifest.durableEnd || survey.proofOfDamage != nil else { return nil }
    offset = reader.offset
    lastSequence = survey.lastSequence
    nextFrame = survey.nextFrame
    switch stop {
    case .invalid(let reason): explanation = "In the middle of the journal " + reason
    case .blank: explanation = "The journal ends before frames that were durable"
    case .closed: explanation = "The journal was closed before frames that were durable"
    }
  }

  /// The same for one who only reads, and takes a closing mark at its word.
  init?(
    after stop: FrameReader.Stop, reader: FrameReader, manifest: Manifest, options: JournalOptions
  ) throws(StorageError) {
    if stop == .closed && reader.offset >= manifest.durableEnd { return nil }
    self.init(
      after: stop, reader: reader, manifest: manifest,
      survey: try TailSurvey(
        after: reader, durableEnd: manifest.durableEnd, options: options))
  }
}
