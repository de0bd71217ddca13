extension WebDate {
  /// Reads a date as feeds, mail and HTTP write it: `Wed, 10 Jun 2015 10:00:00 GMT`, `10 Jun 15 10:00 +0200`,
  /// `Saturday, 25-Jun-10 15:00:00 PST`, `Sat Jun 25 15:00:00 2010`; gives `nil` when it isn't one.
  ///
  /// - Parameters:
  ///   - text: The date.
  ///   - isZoneNeeded: Whether a date without a time zone is refused instead of read as UTC.
  public init?(mail text: String, isZoneNeeded: Bool = true) {
    var reader = MailDateReader()
    let words = text.utf8.prefix(200).split { $0 == 0x20 || $0 == 0x09 || $0 == UInt8(ascii: ",") }
    for word in words.prefix(10) {
      guard reader.take(word.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }[...]) else { return nil }
    }
    guard words.count <= 10, reader.hasDay, reader.hasMonth, reader.parts.year != nil,
      reader.hasZone || !isZoneNeeded
    else { return nil }
    self.init(w3c: reader.text)
  }
}

/// Takes the words of a date, in small letters, in any order that makes sense.
private struct MailDateReader {
  var parts = Parts()
  var hasDay = false
  var hasMonth = false
  var hasZone = false

  /// The parts of a date and a time of day.
  struct Parts {
    var year: Int?
    var month = 1
    var day = 1
    var hour = 0
    var minute = 0
    var second = 0
    /// How far the local time is ahead of UTC.
    var offsetMinutes = 0
  }

  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]
  private static let weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
  /// Hours ahead of UTC.
  private static let zones = [
    "gmt": 0, "utc": 0, "ut": 0, "z": 0, "est": -5, "edt": -4, "cst": -6, "cdt": -5, "mst": -7,
    "mdt": -6, "pst": -8, "pdt": -7,
  ]

  /// Takes a word; tells whether it belongs to a date.
  mutating func take(_ word: ArraySlice<UInt8>) -> Bool {
    let name = String(decoding: word, as: UTF8.self)
    if let hours = Self.zones[name] { return takeZone(minutes: hours * 60) }
    if word.contains(UInt8(ascii: ":")) { return takeTime(word) }
    if let first = word.first, first == UInt8(ascii: "+") || first == UInt8(ascii: "-") {
      guard let number = Self.number(word.dropFirst()), word.count == 5, number % 100 < 60 else {
        return false
      }
      let minutes = number / 100 * 60 + number % 100
      return takeZone(minutes: first == UInt8(ascii: "-") ? -minutes : minutes)
    }
    let dashed = word.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    if dashed.count == 3 { return dashed.allSatisfy { take($0) } }
    if let number = Self.number(word) { return takeNumber(number, digits: word.count) }
    if let month = Self.months.firstIndex(where: { name.hasPrefix($0) }) {
      guard !hasMonth else { return false }
      parts.month = month + 1
      hasMonth = true
      return true
    }
    return Self.weekdays.contains { name.hasPrefix($0) }
  }

  private mutating func takeZone(minutes: Int) -> Bool {
    guard !hasZone else { return false }
    parts.offsetMinutes = minutes
    hasZone = true
    return true
  }

  private mutating func takeNumber(_ number: Int, digits: Int) -> Bool {
    if !hasDay, digits <= 2 {
      parts.day = number
      hasDay = true
      return true
    }
    guard parts.year == nil, digits == 2 || digits == 4 else { return false }
    // RFC 2822, 4.3.
    parts.year = digits == 4 ? number : number + (number < 50 ? 2000 : 1900)
    return true
  }

  private mutating func takeTime(_ word: ArraySlice<UInt8>) -> Bool {
    let numbers = word.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
      .map(Self.number)
    guard 2...3 ~= numbers.count, let hour = numbers[0], let minute = numbers[1] else {
      return false
    }
    parts.hour = hour
    parts.minute = minute
    if numbers.count == 3 {
      guard let second = numbers[2] else { return false }
      parts.second = second
    }
    return true
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    guard 1...4 ~= digits.count, digits.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  /// The date in the form of W3C.
  var text: String {
    func padded(_ number: Int, _ width: Int = 2) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    let date = "\(padded(parts.year ?? 0, 4))-\(padded(parts.month))-\(padded(parts.day))"
    let time = "\(padded(parts.hour)):\(padded(parts.minute)):\(padded(parts.second))"
    if parts.offsetMinutes == 0 { return "\(date)T\(time)Z" }
    let minutes = abs(parts.offsetMinutes)
    let sign = parts.offsetMinutes < 0 ? "-" : "+"
    return "\(date)T\(time)\(sign)\(padded(minutes / 60)):\(padded(minutes % 60))"
  }
}
