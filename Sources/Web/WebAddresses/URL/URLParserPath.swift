extension URLParser {
  /// Writes a path behind what the path already is, segment by segment.
  ///
  /// - Parameter range: The path without the slash that begins it.
  mutating func parsePath(_ range: Range<Int>) {
    var start = range.lowerBound
    while true {
      var end = start
      while end < range.upperBound, !isSlash(input[end]) { end += 1 }
      let isLast = end == range.upperBound
      switch dotCount(start..<end) {
      case 0:
        let isFirst = output.count == Int(marks.pathStart)
        output.append(UInt8(ascii: "/"))
        if isFirst, marks.special == .file, isDriveLetter(start..<end) {
          output.append(input[start])
          output.append(UInt8(ascii: ":"))
        } else {
          append(start..<end, escaping: .path)
        }
      case let count:
        if count == 2 { shortenPath() }
        if isLast { output.append(UInt8(ascii: "/")) }
      }
      if isLast { return }
      start = end + 1
    }
  }

  /// How many dots a segment consists of, escaped ones included; 0 unless it is one or two dots and nothing else.
  private func dotCount(_ range: Range<Int>) -> Int {
    guard range.count <= 6 else { return 0 }
    var count = 0
    var index = range.lowerBound
    while index < range.upperBound {
      if input[index] == UInt8(ascii: ".") {
        index += 1
      } else if range.upperBound - index >= 3, input[index] == UInt8(ascii: "%"),
        input[index + 1] == UInt8(ascii: "2"), input[index + 2].lowercased == UInt8(ascii: "e")
      {
        index += 3
      } else {
        return 0
      }
      count += 1
    }
    return count <= 2 ? count : 0
  }

  /// Takes the last segment off the path, unless that is the drive letter of a file.
  mutating func shortenPath() {
    let start = Int(marks.pathStart)
    if marks.special == .file, output.count == start + 3, output[start + 1].isLetter,
      output[start + 2] == UInt8(ascii: ":")
    {
      return
    }
    while output.count > start {
      if output.removeLast() == UInt8(ascii: "/") { return }
    }
  }

  /// Writes a path that has no segments.
  ///
  /// - Parameters:
  ///   - range: The path.
  ///   - isLast: Whether neither a query nor a fragment follows.
  mutating func parseOpaquePath(_ range: Range<Int>, isLast: Bool) {
    append(range, escaping: .control)
    // A space at the very end would get lost when the address is read again.
    if !isLast, !range.isEmpty, input[range.upperBound - 1] == UInt8(ascii: " ") {
      output.removeLast()
      output.append(contentsOf: "%20".utf8)
    }
  }

  /// Whether a range is the drive letter of a file, such as `C:` or `C|`.
  func isDriveLetter(_ range: Range<Int>) -> Bool {
    range.count == 2 && input[range.lowerBound].isLetter
      && (input[range.lowerBound + 1] == UInt8(ascii: ":")
        || input[range.lowerBound + 1] == UInt8(ascii: "|"))
  }

  /// Whether the first segment in a range is the drive letter of a file.
  func startsWithDriveLetter(_ range: Range<Int>) -> Bool {
    isDriveLetter(range.lowerBound..<(range.first { isSlash(input[$0]) } ?? range.upperBound))
  }
}
