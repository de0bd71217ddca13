/// The kinds of text that HTML's `time` and `datetime` give a value (HTML+RDFa 1.1, 3.1): those of XML Schema whose
/// form it has.
enum TimeDatatype: String {
  case duration, dateTime, date, time, gYearMonth, gYear

  /// The whole name.
  var iri: String { RDFName.xsd + rawValue }

  /// The kind that a text has the form of; `nil` when it has none of them.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  init?(_ text: String) {
    var rest = Array(text.utf8)[...]
    if rest.first == UInt8(ascii: "P") || rest.starts(with: "-P".utf8) {
      guard Self.isDuration(rest) else { return nil }
      self = .duration
      return
    }
    var hasTime = false
    var dateParts = 0
    if Self.skipTime(&rest) {
      hasTime = true
    } else {
      dateParts = Self.skipDate(&rest)
      guard dateParts > 0 else { return nil }
      if dateParts == 3, rest.first == UInt8(ascii: "T") {
        rest.removeFirst()
        guard Self.skipTime(&rest) else { return nil }
        hasTime = true
      }
    }
    Self.skipZone(&rest)
    guard rest.isEmpty else { return nil }
    switch (dateParts, hasTime) {
    case (3, true): self = .dateTime
    case (3, false): self = .date
    case (2, _): self = .gYearMonth
    case (1, _): self = .gYear
    default: self = .time
    }
  }

  /// Takes a number of digits away, if they are there.
  private static func skipDigits(_ count: Int, _ rest: inout ArraySlice<UInt8>) -> Int? {
    guard rest.prefix(count).count == count, rest.prefix(count).allSatisfy(\.isDigit)
    else { return nil }
    let number = rest.prefix(count).reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    rest.removeFirst(count)
    return number
  }

  private static func skip(_ byte: Character, _ rest: inout ArraySlice<UInt8>) -> Bool {
    guard let value = byte.asciiValue, rest.first == value else { return false }
    rest.removeFirst()
    return true
  }

  /// Takes a year, a month of a year or a day away.
  ///
  /// - Returns: How many parts there were: 0 when it isn't a date.
  private static func skipDate(_ rest: inout ArraySlice<UInt8>) -> Int {
    var copy = rest
    _ = skip("-", &copy)
    let digits = copy.prefix(while: \.isDigit).count
    guard digits >= 4 else { return 0 }
    copy.removeFirst(digits)
    rest = copy
    for part in 1...2 {
      guard skip("-", &copy), let number = skipDigits(2, &copy) else { return part }
      guard (1...(part == 1 ? 12 : 31)).contains(number) else { return part }
      rest = copy
    }
    return 3
  }

  /// Takes a time of day away, with a fraction of a second or without.
  private static func skipTime(_ rest: inout ArraySlice<UInt8>) -> Bool {
    var copy = rest
    guard let hour = skipDigits(2, &copy), hour <= 24, skip(":", &copy),
      let minute = skipDigits(2, &copy), minute < 60
    else { return false }
    guard skip(":", &copy), let second = skipDigits(2, &copy), second < 60 else { return false }
    if skip(".", &copy) {
      let digits = copy.prefix(while: \.isDigit).count
      guard digits > 0 else { return false }
      copy.removeFirst(digits)
    }
    rest = copy
    return true
  }

  private static func skipZone(_ rest: inout ArraySlice<UInt8>) {
    if skip("Z", &rest) { return }
    var copy = rest
    guard skip("+", &copy) || skip("-", &copy), let hour = skipDigits(2, &copy), hour <= 14,
      skip(":", &copy), let minute = skipDigits(2, &copy), minute < 60
    else { return }
    rest = copy
  }

  private static func isDuration(_ text: ArraySlice<UInt8>) -> Bool {
    var rest = text
    _ = skip("-", &rest)
    guard skip("P", &rest) else { return false }
    var units = Array("YMD".utf8)[...]
    var inTime = false
    var parts = 0
    while !rest.isEmpty {
      if !inTime, skip("T", &rest) {
        inTime = true
        units = Array("HMS".utf8)[...]
        guard !rest.isEmpty else { return false }
      }
      let digits = rest.prefix(while: \.isDigit).count
      guard digits > 0 else { return false }
      rest.removeFirst(digits)
      var isFraction = false
      if inTime, skip(".", &rest) {
        let fraction = rest.prefix(while: \.isDigit).count
        guard fraction > 0 else { return false }
        rest.removeFirst(fraction)
        isFraction = true
      }
      guard let unit = rest.popFirst(), let index = units.firstIndex(of: unit),
        !isFraction || unit == UInt8(ascii: "S")
      else { return false }
      units = units[(index + 1)...]
      parts += 1
    }
    return parts > 0
  }
}

extension UInt8 {
  /// Whether it is an ASCII digit.
  fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
