/// A way of understanding what a person typed, from as it stands to with words missing.
///
/// Readings are tried in this order. Each has its tier in the score, so that every hit of one comes before
/// every hit of those behind it, whatever store or process found it. The service and the client both go by
/// the numbers here: the service when it asks whether a reading is worth trying, the client when it merges
/// the hits of several processes.
package enum Reading: UInt8, Hashable, Sendable, CaseIterable, Comparable, WireValue {
  /// All pieces as they stand.
  case asTyped
  /// Each word may go on.
  case prefixes
  /// Each word by its forms.
  case stems
  /// The first letters of the words of a name.
  case initials
  /// One letter of a word corrected.
  case oneEdit
  /// Two letters of a word corrected.
  case twoEdits
  /// Words joined, or one split.
  case joinedOrSplit
  /// Names in Chinese, Japanese and Korean by their spelling in other scripts.
  case scripts
  /// Names in Cyrillic, Greek, Arabic and Hebrew by their Latin spelling.
  case latinSpelling
  /// Items of persons whose names match.
  case persons
  /// One word missing, the others all in names.
  case leftOutInNames
  /// Words missing.
  case leftOut

  /// The highest tier of the reading in the score: 15 for the first reading, and one less for each one
  /// behind it. ``leftOut`` has four, see ``tier(missing:of:)``.
  package var tier: UInt8 {
    15 - rawValue
  }

  /// Whether words were corrected.
  package var isCorrection: Bool { self == .oneEdit || self == .twoEdits }

  /// The tier of a hit that lacks words.
  ///
  /// - Parameters:
  ///   - missing: How many of the words the hit lacks.
  ///   - count: How many words were typed.
  /// - Returns: A tier from 4 to 1; 1 where more than five words were typed.
  package static func tier(missing: Int, of count: Int) -> UInt8 {
    count > 5 ? 1 : UInt8(min(max(5 - missing, 1), 4))
  }

  /// The fewest rows that keep the reading from being tried, after the readings before it and after
  /// grouping; `nil` for the reading that is always tried.
  ///
  /// - Parameter isFinished: Whether the person seems to be done with the text. What still grows finds more
  ///   with the next letter, so that a guess is worth less.
  /// - Returns: The number of rows.
  package func sufficientRows(isFinished: Bool) -> Int? {
    switch self {
    case .asTyped: nil
    case .prefixes: 10
    case .stems, .initials, .joinedOrSplit, .scripts, .latinSpelling, .persons:
      isFinished ? 10 : 1
    case .oneEdit, .twoEdits, .leftOutInNames, .leftOut: isFinished ? 3 : 1
    }
  }

  /// The readings whose rows belong to a list of what several processes or stores have found, each of which tried
  /// readings as it knew its own rows alone.
  ///
  /// - Parameters:
  ///   - rows: The reading of each row.
  ///   - limit: The most rows that are wanted: a list that is full has no place for another reading.
  ///   - isFinished: Whether the person seems to be done with the text.
  ///   - shown: The readings of which the list has shown rows before; they stay.
  /// - Returns: Those that one ladder over all rows would have tried.
  package static func worthwhile(
    among rows: [Reading], limit: Int, isFinished: Bool, shown: Set<Reading> = []
  ) -> Set<Reading> {
    var counts: [Reading: Int] = [:]
    for reading in rows { counts[reading, default: 0] += 1 }
    var worthwhile: Set<Reading> = []
    var count = 0
    for reading in allCases {
      if let enough = reading.sufficientRows(isFinished: isFinished) {
        if count >= limit { break }
        if count >= enough, !shown.contains(reading) { continue }
      }
      worthwhile.insert(reading)
      count += counts[reading] ?? 0
    }
    return worthwhile
  }

  package static func < (first: Reading, second: Reading) -> Bool {
    first.rawValue < second.rawValue
  }
}
