import FresnelPlatform
import SpotlightWire
import Synchronization
import WireTestSupport

/// An app's index of a lockable class.
struct SoakSecret: Hashable, Sendable {
  let app: String
  let protection: ProtectionClass
}

/// What the clients of a soaked daemon told on their output.
final class SoakTestimony: Sendable {
  private struct State {
    /// The highest batch that was acknowledged to each app.
    var acknowledged: [String: Int] = [:]
    var acknowledgedCount = 0
    /// What indexes of lockable classes have to hold.
    var secrets: [SoakSecret: KnownItems] = [:]
    var sealedCount = 0
    var violations: [String] = []

    /// Takes the numbers of batches that were acknowledged to a writer.
    mutating func noteBatches(_ lines: [String], of app: String) {
      var last: Int?
      for line in lines {
        guard let number = Int(line) else {
          violations.append(line)
          continue
        }
        if let last, number <= last { violations.append("\(number) came after \(last)") }
        last = number
        acknowledgedCount += 1
      }
      if let last { acknowledged[app] = max(last, acknowledged[app] ?? -1) }
    }

    /// Takes a line of one that seals.
    mutating func noteChange(_ line: String, to secret: SoakSecret) {
      guard let change = NumberedChange(line.dropFirst()) else { return violations.append(line) }
      switch line.first {
      case "?": secrets[secret, default: KnownItems()].begin(change)
      case "=": secrets[secret, default: KnownItems()].acknowledge(change)
      case "s":
        secrets[secret, default: KnownItems()].acknowledge(change)
        sealedCount += 1
      default: violations.append(line)
      }
    }
  }
  private let state = Mutex(State())

  /// Takes what a client told, and how it ended.
  func note(
    _ result: Result<(ending: Command.Ending, output: [UInt8]), any Error>, role: String,
    app: String, secret: SoakSecret?
  ) {
    state.withLock { state in
      guard case .success(let (ending, output)) = result else {
        return state.violations.append("\(role) was not started: \(result)")
      }
      if ending != .exited(0), ending != .killed(.kill), ending != .exited(1) {
        state.violations.append("\(role) of \(app) ended by itself: \(ending)")
      }
      let lines = output.split(separator: UInt8(ascii: "\n")).map {
        String(decoding: $0, as: UTF8.self)
      }
      if let secret {
        for line in lines { state.noteChange(line, to: secret) }
      } else {
        state.noteBatches(lines, of: app)
      }
    }
  }

  /// What clients saw that must not be, since this was last asked.
  func takeViolations() -> [String] {
    state.withLock { state in
      defer { state.violations = [] }
      return state.violations
    }
  }

  /// How many batches were acknowledged.
  var acknowledgedCount: Int { state.withLock { $0.acknowledgedCount } }

  /// The last batch that was acknowledged to an app, or seen; -1 for none.
  func lastAcknowledged(to app: String) -> Int { state.withLock { $0.acknowledged[app] ?? -1 } }

  /// This batch of an app was seen after a restart, and must stay.
  func found(_ number: Int, of app: String) { state.withLock { $0.acknowledged[app] = number } }

  // MARK: - Lockable classes

  /// How many changes were acknowledged while their class was locked.
  var sealedCount: Int { state.withLock { $0.sealedCount } }

  /// The put of an index of a lockable class that was acknowledged last; -1 for none.
  func lastPut(into secret: SoakSecret) -> Int {
    state.withLock { $0.secrets[secret]?.lastPut ?? -1 }
  }

  /// Compares what an index of a lockable class holds with what was acknowledged.
  ///
  /// - Returns: What must not be.
  func contradiction(
    to found: [String], clientState: [UInt8]?, of secret: SoakSecret
  ) -> String? {
    state.withLock {
      $0.secrets[secret, default: KnownItems()]
        .contradiction(to: found, clientState: clientState)
    }
  }
}
