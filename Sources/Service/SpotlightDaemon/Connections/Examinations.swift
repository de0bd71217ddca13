/// The threads that look at programs behind connections. Some may hang for good in a file system that does not
/// answer, and cannot be ended; a connection has one at a time.
struct Examinations: Sendable {
  /// The processes whose programs are looked at, by connection.
  private var underWay: [UInt64: Int32] = [:]
  /// Those whose connections have ended meanwhile.
  private var givenUp: [UInt64: Int32] = [:]

  /// A thread begins.
  mutating func begin(_ connection: UInt64, of process: Int32) {
    underWay[connection] = process
  }

  /// A thread has ended.
  mutating func end(_ connection: UInt64) {
    underWay[connection] = nil
    givenUp[connection] = nil
  }

  /// A connection has ended. If its thread goes on, it is not waited for.
  mutating func giveUp(_ connection: UInt64) {
    guard let process = underWay.removeValue(forKey: connection) else { return }
    givenUp[connection] = process
  }

  /// How many threads nobody waits for.
  var givenUpCount: Int { givenUp.count }

  /// How many of them look at one process.
  ///
  /// - Complexity: O(*n*) in ``givenUpCount``.
  func givenUpCount(of process: Int32) -> Int {
    givenUp.values.count { $0 == process }
  }
}
