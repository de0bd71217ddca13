import FresnelModel
import FresnelStorage

/// A damaged file that is to be written anew, and when.
///
/// Each file has a pause of its own: one that fails again and again holds up no other.
struct Mend {
  /// The longest pause, in seconds.
  static let longestPause = 3600.0

  /// What is damaged of the file.
  private(set) var damage: StorageError
  /// When writing it anew failed last; `nil` if it did not yet.
  private var failureTime: Timestamp?
  /// How long the next attempt waits after that, in seconds.
  private var pause = Committer.secondsBetweenAttempts

  init(_ damage: StorageError) {
    self.damage = damage
  }

  /// Records more damage of the same file: what fails a checksum tells more than a device that failed once.
  mutating func add(_ other: StorageError) {
    if damage.code != .corrupted, other.code == .corrupted { damage = other }
  }

  /// Records that writing the file anew failed. Each pause is twice as long as the one before, up to an hour: an
  /// attempt may read and write gigabytes.
  mutating func recordFailure(at time: Timestamp) {
    if failureTime != nil { pause = min(pause * 2, Self.longestPause) }
    failureTime = time
  }

  /// Takes over the pause of the file that this one replaced.
  mutating func takePause(of replaced: Mend) {
    failureTime = replaced.failureTime
    pause = replaced.pause
  }

  /// Whether the pause after the last failure is over at a time; also when the clock was set back.
  func isDue(at time: Timestamp) -> Bool {
    guard let failureTime else { return true }
    let passed = time.secondsSinceReferenceDate - failureTime.secondsSinceReferenceDate
    return passed < 0 || passed > pause
  }
}
