package import FresnelBus
internal import FresnelModel
internal import FresnelPlatform
internal import SearchSurface
internal import Synchronization

/// Results in GNOME's overview: `org.gnome.Shell.SearchProvider2`.
///
/// A shell counts any error as no results and keeps what it was given beyond a lock. So a search that is called off is
/// answered with nothing, and while the session is locked everything is.
package final class GNOMEProvider: Sendable {
  /// The name on the session's bus.
  package static let busName = "org.fresnel.Fresnel.SearchProvider"
  /// The object.
  package static let path = "/org/fresnel/Fresnel/SearchProvider"
  /// The interface.
  package static let interface = "org.gnome.Shell.SearchProvider2"

  private let callers: CallerCheck
  private let askers: Askers
  private let results: ChosenResults
  private let isLocked: @Sendable () -> Bool
  private let launchCount = Atomic<UInt64>(0)

  /// The most words of a text that are searched for.
  private static let termCount = 20
  /// The most results of a search; the shell shows five, and how many more there are.
  private static let resultCount = 64
  /// The most results that are asked about at once.
  private static let metaCount = 100

  /// Makes a provider.
  ///
  /// - Parameters:
  ///   - callers: Lets calls through.
  ///   - askers: Knows what each shell was given.
  ///   - results: Opens and looks up results.
  ///   - isLocked: Whether the session is locked.
  package init(
    callers: CallerCheck, askers: Askers, results: ChosenResults,
    isLocked: @escaping @Sendable () -> Bool
  ) {
    self.callers = callers
    self.askers = askers
    self.results = results
    self.isLocked = isLocked
  }

  /// The object to be served on the session's bus.
  package var object: BusObject {
    BusObject(Self.path, Self.interface) { [self] request in
      callers.admit(request) { [self] in answer(request) }
    }
  }

  private func answer(_ request: BusRequest) {
    let values = request.arguments
    switch (request.member, values.map(\.typeSignature)) {
    case ("GetInitialResultSet", ["as"]): search(for: values[0].texts, request)
    // A longer word may match by a correction where a shorter one did not: what was found before decides nothing.
    case ("GetSubsearchResultSet", ["as", "as"]): search(for: values[1].texts, request)
    case ("GetResultMetas", ["as"]): describe(values[0].texts, request)
    case ("ActivateResult", ["s", "as", "u"]):
      request.reply(.success([]))
      guard !isLocked(), let identifier = values[0].text.flatMap(ResultIdentifier.init) else {
        return
      }
      results.open(
        identifier, query: Self.text(of: values[1].texts), token: token(at: values[2].unsigned))
    case ("LaunchSearch", ["as", "u"]):
      request.reply(.success([]))
      if !isLocked() { results.openSearch(token: token(at: values[1].unsigned)) }
    case ("GetInitialResultSet", _), ("GetSubsearchResultSet", _), ("GetResultMetas", _),
      ("ActivateResult", _), ("LaunchSearch", _):
      request.reply(.failure(.invalidArguments("\(request.member) takes other arguments.")))
    default: request.reply(.failure(.unknownMethod(request.member)))
    }
  }

  // MARK: - Searching

  private func search(for terms: [String], _ request: BusRequest) {
    guard !isLocked(), let sender = request.sender else { return Self.reply([], to: request) }
    let asker = askers[sender: sender, path: request.path]
    let lockCount = asker.lockCount
    asker.search.search(Self.text(of: terms), limit: Self.resultCount) { [isLocked] rows in
      guard !isLocked(), asker.keep(rows, since: lockCount) else {
        return Self.reply([], to: request)
      }
      Self.reply(rows.map(\.identifier.text), to: request)
    }
  }

  private static func reply(_ identifiers: [String], to request: BusRequest) {
    request.reply(.success([.texts(identifiers)]))
  }

  /// The words as one text, the last of which may be the beginning of a word.
  private static func text(of terms: [String]) -> String {
    terms.prefix(termCount).joined(separator: " ")
  }

  // MARK: - Describing

  /// Answers with exactly one description for each identifier, in their order: one that is missing, or has no name, would
  /// hide all of them.
  private func describe(_ identifiers: [String], _ request: BusRequest) {
    guard identifiers.count <= Self.metaCount else {
      return request.reply(
        .failure(.invalidArguments("At most \(Self.metaCount) results are described at once.")))
    }
    guard !isLocked(), let sender = request.sender else {
      return Self.replyMetas(identifiers.map { ($0, nil) }, to: request)
    }
    let asker = askers[sender: sender, path: request.path]
    let rows = DescribedRows(count: identifiers.count) { [isLocked] rows in
      let isShown = !isLocked()
      Self.replyMetas(zip(identifiers, rows).map { ($0, isShown ? $1 : nil) }, to: request)
    }
    for (place, text) in identifiers.enumerated() {
      guard let identifier = ResultIdentifier(text) else {
        rows.settle(place, nil)
        continue
      }
      if let row = asker.row(identifier) {
        rows.settle(place, row)
      } else {
        results.find(identifier) { hit in
          rows.settle(place, hit.map { SurfaceRow($0, snippet: "") })
        }
      }
    }
    rows.begin()
  }

  private static func replyMetas(_ rows: [(String, SurfaceRow?)], to request: BusRequest) {
    request.reply(
      .success([.array(element: "a{sv}", rows.map { meta($0, $1) })]))
  }

  private static func meta(_ identifier: String, _ row: SurfaceRow?) -> BusValue {
    var entries: [(String, BusValue)] = [
      ("id", .string(identifier)), ("name", .string(row?.title ?? SurfaceRow.noTitle)),
    ]
    if let row {
      if !row.detail.isEmpty { entries.append(("description", .string(row.detail))) }
      let names = BusValue.texts(ThemedIcon.names(for: row.contentType))
      entries.append(("icon", .structure([.string("themed"), .variant(names)])))
    }
    return .array(
      element: "{sv}", entries.map { .entry(.string($0.0), .variant($0.1)) })
  }

  // MARK: - Opening

  /// What lets the new window take the focus: a startup identifier of the moment at which the person chose.
  private func token(at timestamp: UInt64?) -> String {
    let number = launchCount.add(1, ordering: .relaxed).newValue
    return "fresnel-\(CurrentProcess.identifier)-\(number)_TIME\(timestamp ?? 0)"
  }
}

/// Rows that are found one by one, handed over when all are there.
private final class DescribedRows: Sendable {
  private struct State {
    var rows: [SurfaceRow?]
    /// One more than are awaited, until all were asked for.
    var missing: Int
  }

  private let state: Mutex<State>
  private let done: @Sendable ([SurfaceRow?]) -> Void

  init(count: Int, _ done: @escaping @Sendable ([SurfaceRow?]) -> Void) {
    state = Mutex(State(rows: Array(repeating: nil, count: count), missing: count + 1))
    self.done = done
  }

  /// Says that all were asked for.
  func begin() { note { _ in } }

  /// Notes what was found in a place.
  func settle(_ place: Int, _ row: SurfaceRow?) { note { $0[place] = row } }

  private func note(_ body: (inout [SurfaceRow?]) -> Void) {
    let rows = state.withLock { state -> [SurfaceRow?]? in
      body(&state.rows)
      state.missing -= 1
      return state.missing == 0 ? state.rows : nil
    }
    if let rows { done(rows) }
  }
}
