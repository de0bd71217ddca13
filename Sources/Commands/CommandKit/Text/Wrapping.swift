internal import FresnelText

/// Breaks text at spaces so that no line is wider than `width` columns, as far as words allow;
/// blank lines stay, and a line that begins with a space is kept as it is.
package func wrapped(_ text: String, width: Int, indent: String = "") -> String {
  let room = max(20, width - indent.count)
  var lines: [String] = []
  for paragraph in text.split(separator: "\n", omittingEmptySubsequences: false) {
    if paragraph.isEmpty || paragraph.hasPrefix(" ") {
      lines.append(String(paragraph))
      continue
    }
    var line = ""
    var columns = 0
    for word in paragraph.split(separator: " ") {
      let wordColumns = displayWidth(of: String(word))
      if !line.isEmpty, columns + 1 + wordColumns > room {
        lines.append(line)
        line = ""
        columns = 0
      }
      if !line.isEmpty {
        line += " "
        columns += 1
      }
      line += word
      columns += wordColumns
    }
    lines.append(line)
  }
  return lines.map { $0.isEmpty ? "" : indent + $0 }.joined(separator: "\n")
}
