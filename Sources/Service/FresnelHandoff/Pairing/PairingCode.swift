/// Six digits that one device shows and that are typed on the other one.
///
/// They are good for two minutes, for one pairing and for three runs; so who guesses has three guesses of a
/// million, each in a run that a person could see.
package struct PairingCode: Sendable {
  /// How many digits a code has.
  package static let digitCount = 6
  /// How long a code is good, in milliseconds.
  package static let lifetime: UInt64 = 120_000
  /// How many runs a code is good for.
  package static let runLimit = 3

  /// The digits.
  package let digits: String
  /// When it is good no longer, on the clock that was given.
  let end: UInt64
  private var runCount = 0
  private var isUsed = false

  /// Makes a code that nobody knows.
  ///
  /// - Parameters:
  ///   - now: Milliseconds of a clock that only goes forward.
  ///   - lifetime: How long it is good, in milliseconds; another time only in tests.
  package init(now: UInt64, lifetime: UInt64 = PairingCode.lifetime) {
    var generator = SystemRandomNumberGenerator()
    let number = Int.random(in: 0..<1_000_000, using: &generator)
    let text = String(number)
    self.init(
      digits: String(repeating: "0", count: Self.digitCount - text.utf8.count) + text, now: now,
      lifetime: lifetime)
  }

  /// Makes a code of digits that were chosen, as only tests do.
  init(digits: String, now: UInt64, lifetime: UInt64 = PairingCode.lifetime) {
    self.digits = digits
    end = now &+ lifetime
  }

  /// Whether the code may still be tried.
  package func isGood(at now: UInt64) -> Bool {
    hasRuns && now < end
  }

  /// Whether there is a run left, if there is time.
  var hasRuns: Bool { !isUsed && runCount < Self.runLimit }

  /// Counts a run. It counts however it ends: one that ends well uses the code up in any case.
  mutating func countRun() { runCount += 1 }

  /// Ends the code's life after a pairing.
  mutating func use() { isUsed = true }

  /// What was typed, as the bytes of a code: digits, between which blanks and dashes do not count.
  ///
  /// - Returns: `nil` when it is no code.
  package static func bytes(ofTyped text: String) -> [UInt8]? {
    let digits = text.utf8.filter { $0 != 0x20 && $0 != 0x2d }
    guard digits.count == digitCount, digits.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    return digits
  }
}
