/// Rows of cells, written as a Markdown table whose columns line up.
struct TextTable: CustomStringConvertible {
  private let header: [String]
  private var rows: [[String]] = []
  /// How many of the first columns hold words and not figures.
  private let textColumnCount: Int

  init(_ header: [String], textColumnCount: Int = 1) {
    self.header = header
    self.textColumnCount = textColumnCount
  }

  /// Adds a row with a cell for each column.
  mutating func add(_ row: [String]) {
    rows.append(row)
  }

  var isEmpty: Bool { rows.isEmpty }

  var description: String {
    let widths = header.indices.map { column in
      ([header] + rows).reduce(3) { max($0, $1[column].count) }
    }
    let rule = widths.enumerated().map { column, width in
      column < textColumnCount
        ? String(repeating: "-", count: width) : String(repeating: "-", count: width - 1) + ":"
    }
    return ([header, rule] + rows).map { line($0, widths) }.joined(separator: "\n")
  }

  private func line(_ cells: [String], _ widths: [Int]) -> String {
    let padded = cells.indices.map { column in
      let space = String(repeating: " ", count: widths[column] - cells[column].count)
      return column < textColumnCount ? cells[column] + space : space + cells[column]
    }
    return "| " + padded.joined(separator: " | ") + " |"
  }
}
