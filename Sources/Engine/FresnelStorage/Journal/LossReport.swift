/// What opening a store found to be lost or damaged.
public struct LossReport: Equatable, Sendable {
  /// How much of what was acknowledged is gone.
  public var extent: Extent
  /// Each damaged place found by this opening.
  public var damages: [Damage]

  /// Makes a report; by default of no loss.
  public init(extent: Extent = .none, damages: [Damage] = []) {
    self.extent = extent
    self.damages = damages
  }

  /// How much is lost.
  public enum Extent: UInt32, Comparable, Sendable {
    /// Everything that was acknowledged is there.
    case none = 0
    /// What was acknowledged after some point is gone; what is delivered is whole up to there.
    case partial = 1
    /// Nothing could be saved.
    case complete = 2

    /// Orders by how much is lost.
    public static func < (left: Extent, right: Extent) -> Bool { left.rawValue < right.rawValue }
  }

  /// A damaged place.
  public struct Damage: Equatable, Sendable {
    /// The path of the damaged file.
    public let path: String
    /// Where the damage starts, in bytes.
    public let offset: UInt64
    /// One sentence that says what is wrong there.
    public let explanation: String
    /// Where the damaged file was kept for inspection, if it was replaced.
    public var setAsidePath: String?
    /// How many items were lost with the place: 0 when all that it had could still be read, and is kept; `nil` where it
    /// is not known.
    public var lostItemCount: Int?

    /// Makes a description of a damaged place.
    public init(
      path: String, offset: UInt64, explanation: String, setAsidePath: String? = nil,
      lostItemCount: Int? = nil
    ) {
      self.path = path
      self.offset = offset
      self.explanation = explanation
      self.setAsidePath = setAsidePath
      self.lostItemCount = lostItemCount
    }
  }
}
