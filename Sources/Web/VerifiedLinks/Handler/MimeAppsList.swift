/// A person's list of default programs, `mimeapps.list`, as text that is changed in one place and left alone elsewhere.
struct MimeAppsList {
  private static let group = "[Default Applications]"

  /// The text.
  private(set) var text: String

  /// Takes a list.
  init(_ text: String) { self.text = text }

  /// The programs for a content type, as the list names them.
  func value(of type: String) -> String? {
    let lines = self.lines
    return place(of: type, in: lines).map { index in
      lines[index].drop { $0 != "=" }.dropFirst().trimmed
    }
  }

  /// Sets the programs for a content type, or takes them away.
  mutating func set(_ value: String?, for type: String) {
    var lines = self.lines
    if let index = place(of: type, in: lines) {
      if let value { lines[index] = "\(type)=\(value)" } else { lines.remove(at: index) }
    } else if let value {
      let line = Substring("\(type)=\(value)")
      if let start = lines.firstIndex(where: { $0.trimmed == Self.group }) {
        lines.insert(line, at: start + 1)
      } else {
        if lines.last == "" { lines.removeLast() }
        lines += [Substring(Self.group), line, ""]
      }
    }
    text = lines.joined(separator: "\n")
  }

  private var lines: [Substring] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  private func place(of type: String, in lines: [Substring]) -> Int? {
    var isInGroup = false
    for (index, line) in lines.enumerated() {
      if line.hasPrefix("[") {
        isInGroup = line.trimmed == Self.group
      } else if isInGroup, line.prefix(while: { $0 != "=" }).trimmed == type {
        return index
      }
    }
    return nil
  }
}

extension Substring {
  /// The text without white space at its ends.
  fileprivate var trimmed: String {
    let start = drop { $0.isWhitespace }
    let end = start.lastIndex { !$0.isWhitespace }
    return end.map { String(start[...$0]) } ?? ""
  }
}
