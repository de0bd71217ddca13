/// The words by which a language names filters. They are compared with typed words that are folded without case and
/// diacritical marks, so all of them are in lower case here.
package struct FilterWords: Sendable {
  /// What stands before a colon, as in `kind:pdf`.
  enum Field: Sendable {
    case kind, app, person, time, size
  }

  /// A kind of item.
  struct Kind: Sendable {
    /// What a person calls it.
    let name: String
    /// The content types of its items; those that conform to them are of the kind too.
    let types: [String]
  }

  /// The fields by their names.
  let fields: [String: Field]
  /// The kinds by their names, of one word or of two.
  let kinds: [String: Kind]
  /// Days by their names, from today.
  let days: [String: Int]
  /// The units of time.
  let periods: [String: TimeExpression.Period]
  /// What stands before a unit for the present one, the one before and the one behind.
  let offsets: [String: Int]
  /// What stands behind a number of units that lie between then and now.
  let ago: Set<String>
  /// Numbers in words.
  let numbers: [String: Int]
  /// The months, January being 1.
  let months: [String: Int]
  /// Short names of months, and those that are other words too: they count beside a year alone.
  let shortMonths: [String: Int]
  /// The days of the week, Sunday being 0.
  let weekdays: [String: Int]
  /// What may stand before a time.
  let prepositions: Set<String>
  /// What stands before the name of who made an item.
  let makers: Set<String>
  /// What is no name behind that.
  let noNames: Set<String>
  /// What stands before a size, of one word or of two.
  let comparators: [String: Comparator]
  /// The units of sizes, in bytes.
  let units: [String: Double]
  /// What the filters of a person are called, and that of an app.
  let fromName: String
  let byName: String
  let appName: String

  /// The most words that a name of a kind or a comparison has.
  static let mostWords = 2

  /// The field that a word begins with, before a colon; `nil` where it begins with none.
  func field(of word: String) -> Field? {
    guard let colon = word.firstIndex(of: ":") else { return nil }
    return fields[String(word[..<colon])]
  }

  /// The number of the month that a word names; `nil` for other words.
  func month(_ word: String, besideYear: Bool) -> Int? {
    months[word] ?? (besideYear ? shortMonths[word] : nil)
  }
}

extension FilterWords {
  /// Gives each of several names the same meaning.
  static func table<Meaning>(_ rows: [(String, Meaning)]) -> [String: Meaning] {
    var table: [String: Meaning] = [:]
    for (names, meaning) in rows {
      for name in names.split(separator: ",") { table[String(name)] = meaning }
    }
    return table
  }
}
