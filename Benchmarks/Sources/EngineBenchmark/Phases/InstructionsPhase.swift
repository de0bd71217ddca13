import FresnelModel
import FresnelPlatform

/// Counts the instructions of a keystroke by the number of letters typed, with callgrind.
///
/// They show whether a longer prefix costs more than a shorter one.
struct InstructionsPhase {
  let options: PhaseOptions
  private static let wordCount = 50

  init(options: PhaseOptions) {
    self.options = options
  }

  /// Instructions for each keystroke by letters typed; nothing where there is no valgrind.
  func run() throws -> JSONValue {
    let counts = try Callgrind.counting { callgrind in
      try (1...KeystrokePath.longest).map { letterCount in
        let total = try count(callgrind, letterCount: letterCount)
        return JSONMember("\(letterCount)", .rounded(total / Double(Self.wordCount), digits: 0))
      }
    }
    return .object(counts ?? [])
  }

  /// The instructions of one round.
  private func count(_ callgrind: Callgrind, letterCount: Int) throws -> Double {
    try callgrind.count(
      [
        "keystroke-path", "--store", options.store, "--queries", options.queries, "--count",
        "\(Self.wordCount)", "--letters", "\(letterCount)",
      ], in: "*answerKeystrokes*")
  }
}
