/// The words of the calendar, in English.
enum DateWords {
  /// Days of the week, from Monday.
  static let weekdays = [
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
  ]
  /// Months, from January.
  static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]
  /// Numbers, from one.
  private static let numbers = [
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve",
  ]
  /// The greatest number of days, weeks, months or years.
  private static let greatest = 1_000_000

  /// The place of a word in a list, whole or as its first three letters.
  private static func place(of word: String, in list: [String]) -> Int? {
    list.firstIndex { name in
      let name = name.lowercased()
      return word == name || word == name.prefix(3) || word == name.prefix(3) + "."
    }
  }

  /// The day of the week that a word names, from 0 for Monday.
  static func weekday(_ word: String) -> Int? { place(of: word, in: weekdays) }

  /// The month that a word names, from 1.
  static func month(_ word: String) -> Int? {
    word == "sept" ? 9 : place(of: word, in: months).map { $0 + 1 }
  }

  /// A number in digits or as a word.
  static func count(_ word: String) -> Int? {
    if word == "a" || word == "an" { return 1 }
    if let place = numbers.firstIndex(of: word) { return place + 1 }
    guard let count = digits(word[...]), count <= greatest else { return nil }
    return count
  }

  /// A number of digits alone, nine at most.
  static func digits(_ text: Substring) -> Int? {
    text.utf8.count <= 9 && text.allSatisfy(\.isDigit) ? Int(text) : nil
  }
}
