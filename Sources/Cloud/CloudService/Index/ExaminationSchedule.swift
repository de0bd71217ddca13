/// Decides when the served index is examined whole for damage.
///
/// It is due when the service begins, once a day after that, and when a search could not read something. A search may
/// ask for that as often as it likes: between two examinations lies a pause, so that no question, however cheap, has
/// the whole index read again and again.
struct ExaminationSchedule: Sendable {
  /// From the end of an examination to the next, where nothing asks for one.
  static let interval: Duration = .seconds(86_400)
  /// From the end of an examination to the next that a search asks for.
  static let pause: Duration = .seconds(600)

  private var end: ContinuousClock.Instant?
  private var isAsked = false
  private var isUnderWay = false

  /// Asks for an examination, as something could not be read.
  mutating func ask() { isAsked = true }

  /// Begins an examination where one is due and none is under way.
  ///
  /// - Parameter now: The moment.
  /// - Returns: Whether it begins; ``finish(at:)`` is called then.
  mutating func begin(at now: ContinuousClock.Instant) -> Bool {
    guard !isUnderWay else { return false }
    if let end {
      guard now - end >= (isAsked ? Self.pause : Self.interval) else { return false }
    }
    isUnderWay = true
    // What is asked for from now on may have come about behind the part that was read.
    isAsked = false
    return true
  }

  /// Ends an examination, whatever came of it.
  ///
  /// - Parameter now: The moment.
  mutating func finish(at now: ContinuousClock.Instant) {
    isUnderWay = false
    end = now
  }
}
