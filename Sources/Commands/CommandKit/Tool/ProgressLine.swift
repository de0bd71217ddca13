internal import FresnelPlatform

/// A line on standard error that tells how far a long command is: a bar when the end is known, count,
/// rate and time left. Where no person watches, nothing is written.
package struct ProgressLine {
  private let console: Console
  private let label: String
  private let start = MonotonicClock.nanoseconds
  private var lastDrawn: UInt64 = 0

  /// How often the line is drawn anew, in nanoseconds.
  private static let interval: UInt64 = 100_000_000

  /// A line that begins with `label`.
  package init(_ label: String, on console: Console) {
    self.label = label
    self.console = console
  }

  /// Shows progress, if enough time has passed.
  ///
  /// - Parameters:
  ///   - count: Items done.
  ///   - fraction: The part of the whole that is done, from 0 to 1, where it is known.
  package mutating func update(count: Int, fraction: Double?) {
    guard console.errorIsTerminal else { return }
    let now = MonotonicClock.nanoseconds
    guard now - lastDrawn >= Self.interval else { return }
    lastDrawn = now
    let seconds = Double(now - start) / 1e9
    let text = Self.text(
      label: label, count: count, fraction: fraction, seconds: seconds, columns: console.columns)
    console.writeError("\r\(text)\u{1B}[K")
  }

  /// Removes the line.
  package func finish() {
    if console.errorIsTerminal { console.writeError("\r\u{1B}[K") }
  }

  /// The line's text, no wider than `columns`.
  package static func text(
    label: String, count: Int, fraction: Double?, seconds: Double, columns: Int
  ) -> String {
    let rate = seconds > 0 ? Int((Double(count) / seconds).rounded()) : 0
    var parts = ["\(formatted(count: count))", "\(formatted(count: rate))/s"]
    var bar = ""
    if let fraction {
      let clamped = min(1, max(0, fraction))
      let cells = 20
      let full = Int((clamped * Double(cells)).rounded())
      bar = String(repeating: "█", count: full) + String(repeating: "░", count: cells - full)
      bar += " \(Int((clamped * 100).rounded(.down)))% "
      if clamped > 0.01, clamped < 1 {
        parts.append("\(formatted(seconds: seconds / clamped - seconds)) left")
      }
    }
    return truncated("\(label)  \(bar) \(parts.joined(separator: "  "))", to: max(10, columns - 1))
  }
}
