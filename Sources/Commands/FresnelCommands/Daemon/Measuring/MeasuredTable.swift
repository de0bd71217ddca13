internal import CommandKit
internal import FresnelModel

/// Figures of one kind: what was measured in the rows, and its figures in the columns.
struct MeasuredTable: Sendable {
  /// A figure of each row.
  struct Column: Sendable {
    /// Its name in JSON.
    let key: String
    /// Its name for people, with the unit.
    let label: String

    static let median = Column(key: "p50Microseconds", label: "p50 µs")
    static let ninetyNinth = Column(key: "p99Microseconds", label: "p99 µs")
  }

  /// What was measured, and its figures; `nil` where one could not be had.
  struct Row: Sendable {
    let name: String
    let figures: [Double?]
  }

  /// Its name in JSON.
  let key: String
  /// What the rows are, for people.
  let title: String
  let columns: [Column]
  var rows: [Row] = []

  /// The figures as one object for each row.
  var json: JSONMember {
    JSONMember(
      key,
      .object(
        rows.map { row in
          JSONMember(
            row.name,
            .object(
              zip(columns, row.figures).map { column, figure in
                JSONMember(column.key, figure.map { .double(($0 * 10).rounded() / 10) } ?? .null)
              }))
        }))
  }

  /// The figures in columns, a line for each row below a line of names.
  var text: String {
    let cells = rows.map { $0.figures.map { $0.map(Self.text) ?? "–" } }
    let width = max(title.count, rows.map(\.name.count).max() ?? 0)
    let widths = columns.indices.map { index in
      max(columns[index].label.count, cells.map { $0[index].count }.max() ?? 0)
    }
    func line(_ name: String, _ cells: [String]) -> String {
      zip(cells, widths).reduce(padded(name, to: width)) { line, cell in
        line + "  " + String(repeating: " ", count: cell.1 - cell.0.count) + cell.0
      }
    }
    return ([line(title, columns.map(\.label))] + zip(rows, cells).map { line($0.name, $1) })
      .joined(separator: "\n")
  }

  private static func text(_ figure: Double) -> String {
    figure.rounded() == figure || figure >= 1000
      ? formatted(count: Int(figure.rounded())) : oneDecimal(figure)
  }
}

/// Times that something took, in microseconds.
struct MeasuredTimes: Sendable {
  private let sorted: [Double]

  init(microseconds: [Double]) {
    sorted = microseconds.sorted()
  }

  var count: Int { sorted.count }

  /// The time that a part of them did not exceed; `nil` when there are none.
  func percentile(_ part: Double) -> Double? {
    if sorted.isEmpty { return nil }
    let rank = Int((part * Double(sorted.count)).rounded(.up)) - 1
    return sorted[min(max(0, rank), sorted.count - 1)]
  }
}
