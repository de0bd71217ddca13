/// Tables of tbl(1) in a page.
extension RoffReducer {
  /// Reduces a table of tbl(1) to a line for each row, cells separated by two spaces.
  mutating func reduceTable() {
    isInTable = true
    defer { isInTable = false }
    output.breakLine()
    var separator = UInt8(ascii: "\t")
    var isInFormat = true
    var isInBlock = false
    while let line = nextLine() {
      if Self.isRequest(line, Array("TE".utf8)) { break }
      if isInFormat {
        if line.last == UInt8(ascii: ";") {
          separator = Self.tableSeparator(line) ?? separator
        } else if line.last(where: { $0 != UInt8(ascii: " ") }) == UInt8(ascii: ".") {
          isInFormat = false
        }
      } else if Self.isRequest(line, Array("T&".utf8)) {
        isInFormat = true
      } else if !isInBlock, line.first == UInt8(ascii: ".") {
        process(line)
      } else if line.count == 1, line.first == UInt8(ascii: "_") || line.first == UInt8(ascii: "=")
      {
        continue
      } else {
        reduceRow(line, separator, &isInBlock)
      }
    }
    output.breakLine()
  }

  private mutating func reduceRow(
    _ line: ArraySlice<UInt8>, _ separator: UInt8, _ isInBlock: inout Bool
  ) {
    if isInBlock, !line.starts(with: Array("T}".utf8)) {
      process(line)
      return
    }
    isInBlock = false
    let cells = line.split(separator: separator, omittingEmptySubsequences: true)
    for (number, cell) in cells.enumerated() {
      if cell.elementsEqual("T}".utf8) || cell.elementsEqual("\\^".utf8) { continue }
      if cell.elementsEqual("T{".utf8) {
        isInBlock = true
        continue
      }
      var visible: [UInt8] = number == 0 ? [] : [UInt8(ascii: " "), UInt8(ascii: " ")]
      escapes.resolve(cell, into: &visible)
      output.append(word: visible[...])
    }
    if !isInBlock { output.breakLine() }
  }

  /// The character in `tab(x)` of a table's options.
  private static func tableSeparator(_ options: ArraySlice<UInt8>) -> UInt8? {
    let text = Array(options)
    let word = Array("tab".utf8)
    for start in text.indices where text[start...].starts(with: word) {
      let rest = text[(start + word.count)...].drop { $0 == UInt8(ascii: " ") }
      if rest.first == UInt8(ascii: "("), rest.count > 2 { return rest.dropFirst().first }
    }
    return nil
  }
}
