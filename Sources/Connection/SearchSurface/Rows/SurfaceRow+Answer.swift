internal import FresnelModel
internal import FresnelPlatform
internal import FresnelText
package import LocalAnswers
internal import SpotlightWire

// Answers that were computed stand in the list as rows of their own.

extension SurfaceRow {
  /// What computed answers belong to in the place of an app.
  private static let answers = "org.fresnel.answers"

  /// Makes the row of an answer: its title is what a person copies.
  package init(_ answer: LocalAnswer) {
    let scope = IndexScope(app: Self.answers, index: "")
    self.init(
      identifier: ResultIdentifier(kind: .computed, scope: scope, identifier: answer.text),
      title: answer.text, detail: RowText.line(answer.question))
    switch answer.kind {
    case .sum: source = "Calculation"
    case .conversion: source = "Conversion"
    case .date:
      source = "Calendar"
      contentType = "public.calendar-event"
    }
  }

  /// Whether it was computed, so that it is copied rather than opened.
  package var isAnswer: Bool {
    identifier.kind == .computed && identifier.scope.app == Self.answers
  }
}

extension AnswerContext {
  /// Where and when the person of this process asks.
  package static var current: AnswerContext {
    AnswerContext(Environment.all) { WallClock.secondsSince1970 }
  }

  /// Where and when somebody with an environment asks.
  ///
  /// - Parameters:
  ///   - environment: Names the locale and the time zone.
  ///   - now: Tells the time, in seconds since 1970.
  package init(_ environment: [String: String], now: @escaping @Sendable () -> Double) {
    let names = ["LC_ALL", "LC_NUMERIC", "LANG"].lazy.compactMap { environment[$0] }
    let zone = environment["TZ"]
    self.init(numbers: NumberStyle(locale: names.first { !$0.isEmpty } ?? "")) {
      CivilDay(at: now(), in: CivilCalendar(timeZone: zone, locale: .root))
    }
  }
}

extension CivilDay {
  /// The day of a calendar in which a time is.
  fileprivate init(at time: Double, in calendar: CivilCalendar) {
    func start(_ unit: CalendarUnit) -> Double {
      calendar.start(of: unit, containing: time, offset: 0)
    }
    // Clocks that are set forward or back change a day by less than half of one.
    let dayOfYear = Int(((start(.day) - start(.year)) / 86_400).rounded())
    let middle = start(.year) + 180 * 86_400
    let year = CivilDay(number: Int((middle / 86_400).rounded(.down))).year
    self.init(number: (CivilDay(year: year, month: 1, day: 1)?.number ?? 0) + dayOfYear)
  }
}
