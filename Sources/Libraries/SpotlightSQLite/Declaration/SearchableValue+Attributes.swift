internal import Foundation
internal import FresnelModel

// How values of a database become those of attributes; `nil` for what cannot become one.
extension SearchableValue {
  var string: String? {
    switch self {
    case .integer(let number): String(number)
    case .real(let number): String(number)
    case .text(let text): text
    case .data: nil
    }
  }

  var strings: [String]? {
    guard let string else { return nil }
    if string.hasPrefix("["),
      let texts = try? JSONDecoder().decode([String].self, from: Data(string.utf8))
    {
      return texts
    }
    let lines = string.split(whereSeparator: \.isNewline)
      .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    return lines.isEmpty ? nil : lines
  }

  var number: NSNumber? {
    switch self {
    case .integer(let number): NSNumber(value: number)
    case .real(let number): NSNumber(value: number)
    case .text(let text):
      Int64(text).map { NSNumber(value: $0) } ?? Double(text).map { NSNumber(value: $0) }
    case .data: nil
    }
  }

  var date: Date? {
    switch self {
    case .integer(let seconds): Date(timeIntervalSince1970: Double(seconds))
    case .real(let seconds): seconds.isFinite ? Date(timeIntervalSince1970: seconds) : nil
    case .text(let text): Self.date(of: text)
    case .data: nil
    }
  }

  /// The instant of a text in ISO 8601; a year or a month alone is taken for a number or a word.
  private static func date(of text: String) -> Date? {
    guard let date = ISO8601Date(text), date.day != nil else { return nil }
    return Date(timeIntervalSinceReferenceDate: date.secondsSinceReferenceDate)
  }

  var url: URL? {
    guard case .text(let text) = self, !text.isEmpty else { return nil }
    return text.hasPrefix("/") ? URL(fileURLWithPath: text) : URL(string: text)
  }

  var bytes: Data? {
    switch self {
    case .data(let bytes): Data(bytes)
    case .text(let text): Data(text.utf8)
    case .integer, .real: nil
    }
  }
}
