extension StringProtocol {
  /// The text without the white space of HTML around it: space, tab, line feed, form feed and carriage return.
  func trimmingHTMLSpace() -> Substring {
    let text = Substring(self)
    let bytes = text.utf8
    var start = bytes.startIndex
    var end = bytes.endIndex
    while start < end, bytes[start].isHTMLSpace { bytes.formIndex(after: &start) }
    while start < end {
      let last = bytes.index(before: end)
      guard bytes[last].isHTMLSpace else { break }
      end = last
    }
    return text[start..<end]
  }

  /// The words between white space of HTML, as attributes list them.
  func splitAtHTMLSpace() -> [Substring] {
    var words: [Substring] = []
    let text = Substring(self)
    let bytes = text.utf8
    var start = bytes.startIndex
    while true {
      while start < bytes.endIndex, bytes[start].isHTMLSpace { bytes.formIndex(after: &start) }
      guard start < bytes.endIndex else { return words }
      var end = start
      while end < bytes.endIndex, !bytes[end].isHTMLSpace { bytes.formIndex(after: &end) }
      words.append(text[start..<end])
      start = end
    }
  }
}

extension UInt8 {
  /// Whether it is white space in the sense of HTML.
  fileprivate var isHTMLSpace: Bool {
    switch self {
    case 0x20, 0x09, 0x0a, 0x0c, 0x0d: true
    default: false
    }
  }
}
