internal import FresnelPlatform
internal import SpotlightWire
internal import Synchronization

/// Writes events to the journal, or to standard error where there is none. On any thread; never waits.
package final class DaemonLog: Sendable {
  /// Where events go.
  package enum Target: Equatable, Sendable {
    /// To the journal that listens at a path.
    case journal(String)
    /// To standard error, a line each.
    case standardError
    /// Nowhere.
    case none
  }

  private let target: Target
  private let throttle = Mutex(EventThrottle())

  /// Makes a log.
  package init(_ target: Target) {
    self.target = target
  }

  /// Where events go when nothing else was asked for: to the journal if standard error leads there, as
  /// systemd tells.
  package static func usualTarget(isInForeground: Bool) -> Target {
    guard !isInForeground, Environment["JOURNAL_STREAM"] != nil else { return .standardError }
    return .journal("/run/systemd/journal/socket")
  }

  /// Writes an event.
  package func write(_ event: DaemonEvent) {
    let passedOver = throttle.withLock { $0.admit(event, at: MonotonicClock.nanoseconds) }
    guard let passedOver else { return }
    if case .journal(let path) = target {
      do throws(SystemError) {
        return try DatagramSocket.send(
          JournalEntry.bytes(of: event, passedOver: passedOver), to: path)
      } catch {
        // The journal is busy or away; standard error leads to it too, or to somebody else.
      }
    }
    guard target != .none else { return }
    let app = event.app.map { " [\($0.identifier)]" } ?? ""
    let text = JournalEntry.text(of: event, passedOver: passedOver)
    let line = Self.oneLine("fresneld: \(event.kind.rawValue)\(app): \(text)")
    try? FileDescriptor.standardError.write(line + "\n")
  }

  /// A text without what could move the cursor of a terminal.
  private static func oneLine(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { scalar in
          switch scalar.properties.generalCategory {
          case .control, .format, .lineSeparator, .paragraphSeparator: "\u{FFFD}"
          default: scalar
          }
        }))
  }
}
