internal import FresnelLaunching
internal import FresnelModel
internal import FresnelText
package import LocalAnswers
package import SpotlightClient
internal import SpotlightWire
internal import Synchronization

/// What a search found by now, the best first.
package struct SurfaceList: Equatable, Sendable {
  /// The search: the number that ``SearchSession/type(_:)`` gave.
  package var number: UInt64
  /// The results; without an answer of the daemon those that were computed.
  package var rows: [SurfaceRow]
  /// Whether something could not be looked through.
  package var isPartial: Bool
  /// The text that stands for what was typed, where everything was found by that; `nil` else.
  package var correctedText: String?
  /// Why there is no answer, in one sentence; `nil` where there is one.
  package var problem: String?

  /// Puts the parts together.
  package init(
    number: UInt64, rows: [SurfaceRow] = [], isPartial: Bool = false, correctedText: String? = nil,
    problem: String? = nil
  ) {
    self.number = number
    self.rows = rows
    self.isPartial = isPartial
    self.correctedText = correctedText
    self.problem = problem
  }
}

/// What a person types into one field, search by search: each calls off the one before, and is answered again
/// whenever its list changes, also by a daemon that began anew meanwhile.
///
/// Searches are numbered, so that a list which comes late is known for what it is. Items of lockable classes are not
/// asked for. Where the whole text is a sum, an amount in a unit or a question of the calendar, the answer stands first, and
/// where it names a command of the session, that stands behind the first result; both also where there is no daemon.
package final class SearchSession: Sendable {
  private struct State: Sendable {
    /// Counts the searches.
    var number: UInt64 = 0
    var search: LiveSearch?
  }

  private let connection: ServiceConnection
  private let titles: AppTitles?
  private let icons: AppIcons?
  private let answerContext: @Sendable () -> AnswerContext
  private let whenChanged: @Sendable (SurfaceList) -> Void
  private let state = Mutex(State())

  /// The most results of a search.
  private static let limit: UInt64 = 40
  /// The processor time after which the best so far are good enough, in milliseconds.
  private static let budget: UInt16 = 100
  /// The most characters of a second line.
  private static let detailLength: UInt16 = 120

  /// Makes a session over a connection that has the role surface.
  ///
  /// - Parameters:
  ///   - connection: The way to the daemon.
  ///   - titles: What apps are called; `nil` where rows need not say it.
  ///   - icons: The icons of apps; `nil` where rows have none.
  ///   - answerContext: Tells where and when sums, units and days are asked for.
  ///   - whenChanged: Told of each list of the latest search, on any thread, one after the other.
  package init(
    _ connection: ServiceConnection, titles: AppTitles? = nil, icons: AppIcons? = nil,
    answeringIn answerContext: @escaping @Sendable () -> AnswerContext = { .current },
    whenChanged: @escaping @Sendable (SurfaceList) -> Void
  ) {
    self.connection = connection
    self.titles = titles
    self.icons = icons
    self.answerContext = answerContext
    self.whenChanged = whenChanged
  }

  /// Searches for what is typed now, and no longer for what was typed before.
  ///
  /// - Parameters:
  ///   - text: The whole text; the last word may be the beginning of one. Where there is nothing to search for, an
  ///     empty list is told before this method returns.
  ///   - isExact: Whether the text is understood as it stands, and no word is corrected.
  /// - Returns: The number of the search, greater than those before.
  package func type(_ text: String, exactly isExact: Bool = false) -> UInt64 {
    let number = begin()
    guard text.utf8.count <= WireLimits.typedByteCount, !text.allSatisfy(\.isWhitespace) else {
      whenChanged(SurfaceList(number: number))
      return number
    }
    let request = AskRequest(
      text: text, reach: .system, classes: OneSearch.classes, limit: Self.limit, detail: .rows,
      flags: isExact ? [.offersNoTokens, .isExact] : .offersNoTokens,
      budgetMilliseconds: Self.budget, snippetLength: Self.detailLength)
    let words = TypedWords(text, locale: .session)
    let computed = SurfaceRow.computed(for: text, in: answerContext())
    let search = connection.follow(.ask(request)) { [weak self] revision in
      guard let self else { return }
      take(list(revision, number, text, words, computed))
    } finish: { [weak self] error in
      guard let error, error.code != .cancelled else { return }
      let rows = [SurfaceRow]().inserting(computed)
      self?.take(SurfaceList(number: number, rows: rows, problem: error.message))
    }
    let isWanted = state.withLock { state in
      guard state.number == number else { return false }
      state.search = search
      return true
    }
    if !isWanted { search.cancel() }
    return number
  }

  /// Ends the latest search: its list is not told any more.
  package func cancel() { _ = begin() }

  /// Tells the daemon whether a person may be about to type, and gets ready for it.
  package func tell(isOpen: Bool) {
    if isOpen {
      titles?.refresh()
      icons?.refresh()
    }
    connection.tell(searchIsOpen: isOpen)
  }

  /// Calls off the search before, and counts one more.
  private func begin() -> UInt64 {
    let (number, before) = state.withLock { state in
      state.number += 1
      defer { state.search = nil }
      return (state.number, state.search)
    }
    before?.cancel()
    return number
  }

  private func take(_ list: SurfaceList) {
    guard state.withLock({ $0.number == list.number }) else { return }
    whenChanged(list)
  }

  private func list(
    _ revision: SearchRevision, _ number: UInt64, _ text: String, _ words: TypedWords,
    _ computed: [(row: SurfaceRow, place: Int)]
  ) -> SurfaceList {
    let rows = revision.hits.enumerated().compactMap { place, hit -> SurfaceRow? in
      // What is not asked for does not come; this line does not rely on it.
      guard !hit.protection.isLockable else { return nil }
      let snippet = place < revision.snippets.count ? revision.snippets[place] : ""
      var row = SurfaceRow(hit, snippet: snippet, typed: text)
      row.matches = words.matches(in: row.title)
      row.source = titles?[hit.scope.app] ?? ""
      row.appIcon = icons?[desktopFile: desktopFile(of: row.identifier)]
      return row
    }
    let understandings = revision.understandings.map(Optional.some)
    return SurfaceList(
      number: number, rows: rows.inserting(computed), isPartial: revision.isPartial,
      correctedText: CorrectedText.of(understandings, names: rows.first.map { [$0.title] } ?? []))
  }

  /// The desktop file of a result's app, or of the application that it stands for.
  private func desktopFile(of result: ResultIdentifier) -> String {
    guard result.scope.app == ImportedItems.applications else {
      return titles?.desktopFile(of: result.scope.app) ?? result.scope.app
    }
    let ending = ".desktop"
    let name = result.identifier
    return name.hasSuffix(ending) ? String(name.dropLast(ending.count)) : name
  }
}
