/// A text with some of its words marked, as those that somebody asked for.
struct MarkedText {
  private let bytes: [UInt8]
  private let marks: [Range<Int>]

  /// Takes a text.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - marks: Ranges of its bytes in UTF-8, in order. Those that don't fit, as they do not begin and end with a
  ///     character or overlap with one before, are left out.
  init(_ text: String, marks: [Range<Int>]) {
    let bytes = Array(text.utf8)
    func isBoundary(_ place: Int) -> Bool {
      place == bytes.count || bytes.indices.contains(place) && bytes[place] & 0xC0 != 0x80
    }
    var end = 0
    self.bytes = bytes
    self.marks = marks.filter { mark in
      guard mark.lowerBound >= end, !mark.isEmpty, isBoundary(mark.lowerBound),
        isBoundary(mark.upperBound)
      else { return false }
      end = mark.upperBound
      return true
    }
  }

  /// The text, its marks as elements.
  var html: HTML {
    var pieces: [HTML] = []
    var place = 0
    for mark in marks {
      pieces.append(HTML(text(place..<mark.lowerBound)))
      pieces.append(element(.mark) { text(mark) })
      place = mark.upperBound
    }
    pieces.append(HTML(text(place..<bytes.count)))
    return .joined(pieces)
  }

  private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}
