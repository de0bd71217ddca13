/// Figures of several runs, printed with their medians.
struct ResultTable: CustomStringConvertible {
  private struct Row {
    let name: String
    let unit: String
    var values: [Double] = []
  }
  private var rows: [Row] = []
  private var positions: [String: Int] = [:]

  /// Adds a figure of one run.
  mutating func add(_ name: String, _ value: Double, _ unit: String) {
    if positions[name] == nil {
      positions[name] = rows.count
      rows.append(Row(name: name, unit: unit))
    }
    if let position = positions[name] { rows[position].values.append(value) }
  }

  /// Adds the percentiles of many calls.
  mutating func add(_ name: String, _ latencies: Latencies) {
    add(name + ", median", latencies.percentile(0.5), "µs")
    add(name + ", 95 %", latencies.percentile(0.95), "µs")
    add(name + ", 99 %", latencies.percentile(0.99), "µs")
  }

  var description: String {
    let width = (rows.map { $0.name.count }.max() ?? 0) + 2
    var lines = [
      Self.padded("", width) + Self.aligned("median") + Self.aligned("lowest")
        + Self.aligned("highest")
    ]
    for row in rows {
      let sorted = row.values.sorted()
      let figures = [sorted[sorted.count / 2], sorted[0], sorted[sorted.count - 1]]
      lines.append(
        Self.padded(row.name, width)
          + figures.map { Self.aligned(Self.text($0)) }.joined() + "  " + row.unit)
    }
    return lines.joined(separator: "\n")
  }

  private static func text(_ value: Double) -> String {
    value.magnitude < 100 ? oneDecimal(value) : "\(Int(value.rounded()))"
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  private static func aligned(_ text: String) -> String {
    String(repeating: " ", count: max(1, 12 - text.count)) + text
  }
}

/// A number with one decimal.
func oneDecimal(_ value: Double) -> String {
  "\((value * 10).rounded() / 10)"
}
