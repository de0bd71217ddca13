/// What verifying every checksum of a store found.
public struct VerificationReport: Equatable, Sendable {
  /// Each damaged place.
  public internal(set) var damages: [LossReport.Damage] = []
  /// The number of intact frames.
  public internal(set) var frameCount = 0
  /// The number of intact records in them.
  public internal(set) var recordCount = 0
  /// The number of bytes looked at.
  public internal(set) var byteCount: UInt64 = 0
  /// Bytes after the last frame that an interrupted write left; nothing that was acknowledged.
  public internal(set) var unfinishedByteCount: UInt64 = 0
  /// The files that earlier openings set aside because of damage.
  public internal(set) var setAsidePaths: [String] = []
  /// A loss that was reported and not acknowledged yet.
  public internal(set) var unacknowledgedLoss = LossReport.Extent.none

  /// Whether everything the store holds now is intact.
  public var isIntact: Bool { damages.isEmpty }
}
