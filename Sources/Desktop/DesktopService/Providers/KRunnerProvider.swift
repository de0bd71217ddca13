package import FresnelBus
internal import FresnelModel
package import FresnelPlatform
internal import SearchSurface
internal import SpotlightWire
internal import Synchronization

/// Results in KRunner and in Plasma's search: `org.kde.krunner1`, as Plasma 5.27 and 6 call it.
package final class KRunnerProvider: Sendable {
  /// The name on the session's bus.
  package static let busName = "org.fresnel.Fresnel.KRunner"
  /// The object.
  package static let path = "/runner"
  /// The interface.
  package static let interface = "org.kde.krunner1"

  private struct Token {
    let text: String
    let number: UInt64
  }

  private struct State {
    /// The token that each caller gave last, for its next choice; each is forgotten soon.
    var tokens: [String: Token] = [:]
    var lastNumber: UInt64 = 0
  }

  private let callers: CallerCheck
  private let askers: Askers
  private let results: ChosenResults
  private let loop: EventLoop
  private let isLocked: @Sendable () -> Bool
  private let state = Mutex(State())

  /// The most results of a search.
  private static let resultCount = 12
  /// How long a token is kept for the choice that follows it.
  private static let tokenTime = Duration.seconds(5)
  /// The most bytes of a token that is kept.
  private static let tokenLength = 4096

  /// The actions that there may be on a result: identifier, what is done, text, icon.
  private static let actions: [(identifier: String, kind: ResultAction.Kind, String, String)] = [
    ("call", .call, "Call", "call-start"),
    ("directions", .directions, "Directions", "mark-location"),
    ("play", .play, "Play", "media-playback-start"),
    ("folder", .openFolder, "Show in Folder", "folder-open"),
  ]

  /// Makes a provider.
  ///
  /// - Parameters:
  ///   - callers: Lets calls through.
  ///   - askers: Knows what each caller was given.
  ///   - results: Opens results.
  ///   - loop: Forgets tokens.
  ///   - isLocked: Whether the session is locked.
  package init(
    callers: CallerCheck, askers: Askers, results: ChosenResults, on loop: EventLoop,
    isLocked: @escaping @Sendable () -> Bool
  ) {
    self.callers = callers
    self.askers = askers
    self.results = results
    self.loop = loop
    self.isLocked = isLocked
  }

  /// The object to be served on the session's bus.
  package var object: BusObject {
    BusObject(Self.path, Self.interface) { [self] request in
      callers.admit(request) { [self] in answer(request) }
    }
  }

  private func answer(_ request: BusRequest) {
    guard let sender = request.sender else {
      return request.reply(.failure(.invalidArguments("Nobody knows who called.")))
    }
    let values = request.arguments
    switch (request.member, values.map(\.typeSignature)) {
    case ("Match", ["s"]): match(values[0].text ?? "", sender, request)
    case ("Actions", []): request.reply(.success([Self.actionList]))
    // Without the key `Actions`, which KRunner of Plasma 5 misreads there, it asks for the actions.
    case ("Config", []): request.reply(.success([.options([:])]))
    case ("SetActivationToken", ["s"]):
      keep(values[0].text ?? "", of: sender)
      request.reply(.success([]))
    case ("Run", ["s", "s"]):
      request.reply(.success([]))
      run(values[0].text ?? "", action: values[1].text ?? "", sender)
    case ("Teardown", []):
      askers.forget(sender, path: request.path)
      request.reply(.success([]))
    case ("Match", _), ("Run", _), ("SetActivationToken", _), ("Actions", _), ("Config", _),
      ("Teardown", _):
      request.reply(.failure(.invalidArguments("\(request.member) takes other arguments.")))
    default: request.reply(.failure(.unknownMethod(request.member)))
    }
  }

  private static var actionList: BusValue {
    .array(
      element: "(sss)",
      actions.map { .structure([.string($0.identifier), .string($0.2), .string($0.3)]) })
  }

  // MARK: - Matching

  /// A search that is called off is answered with nothing too: after an error some versions of KRunner wait for ever.
  private func match(_ text: String, _ sender: String, _ request: BusRequest) {
    guard !isLocked() else { return Self.reply([], to: request) }
    let asker = askers[sender: sender, path: request.path]
    // What is longer finds nothing, and is not kept.
    if text.utf8.count <= WireLimits.typedByteCount { asker.text = text }
    let lockCount = asker.lockCount
    asker.search.search(text, limit: Self.resultCount, detail: .fields) { [isLocked] rows in
      let isShown = !isLocked() && asker.lockCount == lockCount
      Self.reply(isShown ? rows : [], to: request)
    }
  }

  private static func reply(_ rows: [SurfaceRow], to request: BusRequest) {
    var type: Int32 = 100
    let matches = rows.enumerated().map { place, row in
      // KRunner sorts by it first, so it never rises down the list.
      type = min(type, row.matchType)
      return match(row, type: type, place: place)
    }
    request.reply(.success([.array(element: "(sssida{sv})", matches)]))
  }

  private static func match(_ row: SurfaceRow, type: Int32, place: Int) -> BusValue {
    let actions = actions.filter { row.actions.contains($0.kind) }.map(\.identifier)
    var properties: [(String, BusValue)] = [
      ("actions", .texts(actions)), ("multiline", .bool(false)),
    ]
    if !row.detail.isEmpty { properties.append(("subtext", .string(row.detail))) }
    if !row.urls.isEmpty { properties.append(("urls", .texts(row.urls))) }
    return .structure([
      .string(row.identifier.text), .string(row.title),
      .string(ThemedIcon.names(for: row.contentType)[0]), .int32(type),
      .double(1 - 0.02 * Double(place)),
      .array(
        element: "{sv}", properties.map { .entry(.string($0.0), .variant($0.1)) }),
    ])
  }

  // MARK: - Choosing

  private func keep(_ token: String, of sender: String) {
    // It becomes a variable of the program, in which systemd refuses control characters.
    let isFit =
      !token.isEmpty && token.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
    guard isFit, token.utf8.count <= Self.tokenLength else { return }
    let number = state.withLock { state in
      state.lastNumber += 1
      state.tokens[sender] = Token(text: token, number: state.lastNumber)
      return state.lastNumber
    }
    loop.after(Self.tokenTime, tolerance: .seconds(1)) { [weak self] in
      self?.state.withLock { state in
        if state.tokens[sender]?.number == number { state.tokens[sender] = nil }
      }
    }
  }

  private func run(_ match: String, action: String, _ sender: String) {
    let token = state.withLock { $0.tokens.removeValue(forKey: sender)?.text }
    let query = askers[sender: sender, path: Self.path].text
    guard !isLocked(), let identifier = ResultIdentifier(match) else { return }
    if action.isEmpty { return results.open(identifier, query: query, token: token) }
    guard let kind = Self.actions.first(where: { $0.identifier == action })?.kind else { return }
    results.open(identifier, action: kind, query: query, token: token)
  }
}

extension SurfaceRow {
  /// KRunner's type of the match: 100 for an exact one, 70 for one that begins so; 50 would mean a completion.
  fileprivate var matchType: Int32 {
    switch fit {
    case .exact: 100
    case .beginsSo: 70
    case .other: 30
    }
  }
}
