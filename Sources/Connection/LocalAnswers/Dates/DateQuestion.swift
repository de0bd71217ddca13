/// A question of the calendar, in English: which day is so far from another, or how far one is away.
struct DateQuestion {
  /// The answer.
  let answer: LocalAnswer

  /// No question has more words.
  private static let mostWords = 16

  /// Reads a text and answers it; `nil` where it is no such question.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - today: Tells the day on which it is asked.
  init?(_ text: String, today: () -> CivilDay) {
    let words = text.lowercased().split { $0.isWhitespace || $0 == "," || $0 == "?" }.map(
      String.init)
    guard (2...Self.mostWords).contains(words.count), Self.mayBegin(with: words[0]) else {
      return nil
    }
    let today = today()
    let reader = DateReader(words, today: today)
    guard
      let answer = Self.dayFrom(reader, today) ?? Self.dayIn(reader, today)
        ?? Self.dayMoved(reader) ?? Self.distance(reader, today)
    else { return nil }
    self.answer = answer
  }

  /// Whether a question may begin with a word, of which most texts begin with none.
  private static func mayBegin(with word: String) -> Bool {
    let others = [
      "in", "how", "days", "weeks", "the", "today", "now", "tomorrow", "yesterday", "next", "last",
      "this", "coming",
    ]
    return word.first?.isDigit == true || others.contains(word) || DateWords.count(word) != nil
      || DateWords.weekday(word) != nil || DateWords.month(word) != nil
  }

  /// `3 weeks from friday`, `2 days before 1 march`, `10 days ago`
  private static func dayFrom(_ reader: DateReader, _ today: CivilDay) -> LocalAnswer? {
    var reader = reader
    guard let length = reader.length() else { return nil }
    switch reader.take("from", "after", "before", "ago") {
    case "ago": return answer(reader, (-length).later(than: today))
    case "before":
      return answer(reader.reading { $0.day(.forward) }) { (-length).later(than: $0) }
    case .some:
      return answer(reader.reading { $0.day(.forward) }) { length.later(than: $0) }
    case nil: return nil
    }
  }

  /// `in 3 weeks`
  private static func dayIn(_ reader: DateReader, _ today: CivilDay) -> LocalAnswer? {
    var reader = reader
    guard reader.take("in") != nil, let length = reader.length() else { return nil }
    return answer(reader, length.later(than: today))
  }

  /// `today + 3 weeks`, `24 dec - 10 days`
  private static func dayMoved(_ reader: DateReader) -> LocalAnswer? {
    var reader = reader
    guard let day = reader.day(.forward), let sign = reader.take("+", "-", "−", "plus", "minus"),
      let length = reader.length()
    else { return nil }
    let isLater = sign == "+" || sign == "plus"
    return answer(reader, (isLater ? length : -length).later(than: day))
  }

  /// `days until 24 dec`, `weeks since 2026-01-01`, `days between 1 jan and 24 dec`
  private static func distance(_ reader: DateReader, _ today: CivilDay) -> LocalAnswer? {
    var reader = reader
    if reader.take("how") != nil, reader.take("many") == nil { return nil }
    guard let unit = reader.take("days", "weeks") else { return nil }
    _ = reader.take("are")
    _ = reader.take("left")
    let (start, end): (CivilDay?, CivilDay?)
    switch reader.take("until", "till", "to", "since", "between", "from") {
    case "since": (start, end) = (reader.day(.backward), today)
    case "between", "from":
      start = reader.day(.forward)
      // The first one from there on.
      if let start { reader.origin = start }
      guard reader.take("and", "to", "until", "till") != nil else { return nil }
      end = reader.day(.forward)
    case .some: (start, end) = (today, reader.day(.forward))
    case nil: return nil
    }
    guard reader.isAtEnd, let start, let end else { return nil }
    let count = end.number - start.number
    return LocalAnswer(
      .date, unit == "weeks" ? weeks(count) : counted(count, "day"),
      to: "from \(start.text) to \(end.text)")
  }

  private static func answer(_ reader: DateReader, _ day: CivilDay?) -> LocalAnswer? {
    guard reader.isAtEnd, let day else { return nil }
    return LocalAnswer(.date, day.text, to: reader.text)
  }

  private static func answer(
    _ read: (reader: DateReader, day: CivilDay?), _ move: (CivilDay) -> CivilDay?
  ) -> LocalAnswer? {
    guard read.reader.isAtEnd, let start = read.day, let day = move(start) else { return nil }
    return LocalAnswer(.date, day.text, to: "\(read.reader.text) (\(start.text))")
  }

  private static func weeks(_ count: Int) -> String {
    let (weeks, days) = count.magnitude.quotientAndRemainder(dividingBy: 7)
    let parts = [
      weeks > 0 ? counted(Int(weeks), "week") : "", days > 0 ? counted(Int(days), "day") : "",
    ]
    let text = parts.filter { !$0.isEmpty }.joined(separator: " and ")
    return text.isEmpty ? "0 weeks" : (count < 0 ? "-" : "") + text
  }

  private static func counted(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count.magnitude == 1 ? "" : "s")"
  }
}

extension DateReader {
  /// Reads a day, and gives back what is behind it with the day.
  fileprivate func reading(
    _ body: (inout DateReader) -> CivilDay?
  ) -> (reader: DateReader, day: CivilDay?) {
    var reader = self
    let day = body(&reader)
    return (reader, day)
  }
}
