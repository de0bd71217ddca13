internal import CommandKit
internal import FresnelEngine
internal import FresnelModel
internal import SpotlightClient
internal import SpotlightWire

/// Has the daemon open what a person chose, in the app that it belongs to.
struct AppLauncher: Sendable {
  /// What became of it.
  enum Outcome: Sendable {
    /// It is opened.
    case opened(Launched)
    /// The app is to be run in this terminal, where it asks for what to open.
    case runHere(program: String, arguments: [String], Launched)
    /// The daemon opens nothing here, or knows no app for it; or nobody does, and it leads nowhere by itself.
    case unknown(ServiceError)
    /// The app did not open it.
    case failed(CommandError)
  }

  private let connection: ServiceConnection
  private let token: String?
  private let flags: LaunchRequest.Flags

  /// Finds the daemon; `nil` where programs keep their items themselves.
  init?(_ context: CommandContext) {
    guard let connection = DaemonReach.connection(context) else { return nil }
    self.init(connection, context)
  }

  /// Asks over a connection.
  init(_ connection: ServiceConnection, _ context: CommandContext) {
    self.connection = connection
    token = ["XDG_ACTIVATION_TOKEN", "DESKTOP_STARTUP_ID"].lazy
      .compactMap { context.environment[$0] }.first { !$0.isEmpty }
    let hasTerminal = context.console.inputIsTerminal && context.console.outputIsTerminal
    flags = hasTerminal ? .hasTerminal : []
  }

  /// What a person chose by choosing an item, or a state of history; `nil` for a damaged one.
  static func target(of item: EncodedItem, in scope: IndexScope) -> WireTarget? {
    guard let value = try? item.decodedValue(for: .builtIn(.stateRecord)) else {
      return .item(scope: scope, identifier: item.uniqueIdentifier, action: nil)
    }
    guard case .data(let bytes) = value, let record = try? StateRecord(encoded: bytes) else {
      return nil
    }
    return .activity(app: scope.app, key: item.uniqueIdentifier, record.activity)
  }

  /// Whether an app's items are the command line's own: those no app opens.
  static func opens(_ app: String) -> Bool { !DaemonLibrary.isOwn(app) }

  /// Opens something; the outcome is told once, on any thread.
  func launch(
    _ target: WireTarget, query: String, _ done: @escaping @Sendable (Outcome) -> Void
  ) {
    let request = LaunchRequest(
      target: target, query: query, activationToken: token, flags: flags)
    connection.request(.launch(request)) { result in
      switch result {
      case .success(let answer):
        guard case .launched(let launched) = answer.message else {
          return done(
            .unknown(ServiceError(.unsupported, "This daemon does not open items.")))
        }
        done(Self.outcome(launched))
      case .failure(let error): done(Self.outcome(error))
      }
    }
  }

  /// Opens something, and waits for the outcome.
  func launch(_ target: WireTarget, query: String) -> Outcome {
    ResultOpener.waiting { done in launch(target, query: query, done) }
  }

  /// Has the daemon read the manifests again, so that it knows an app that has just come.
  ///
  /// - Throws: ``CommandError``.
  func readManifests() throws(CommandError) {
    _ = try connection.report(on: "apps.reload")
  }

  /// Picks something up from another device, and waits for the outcome.
  ///
  /// - Parameter number: The number of what is available.
  /// - Returns: What became of it.
  /// - Throws: ``CommandError``.
  func accept(_ number: Int) throws(CommandError) -> Outcome {
    var arguments = [JSONMember("number", .integer(Int64(number)))]
    if let token { arguments.append(JSONMember("token", .string(token))) }
    if flags.contains(.hasTerminal) { arguments.append(JSONMember("terminal", .boolean(true))) }
    let report = try connection.report(on: "handoff.accept", arguments)
    guard let way = UInt8(exactly: report.count("way")).flatMap(LaunchWay.init(rawValue:)) else {
      throw CommandError(.store, "the daemon opened it in a way that this fresnel does not know")
    }
    let words = report.list("words").compactMap {
      if case .string(let word) = $0 { word } else { nil }
    }
    return Self.outcome(
      Launched(
        launch: UInt64(max(0, report.count("launch"))), way: way,
        appName: report.text("appName"), words: words))
  }

  private static func outcome(_ launched: Launched) -> Outcome {
    guard launched.way == .runInTerminal, let program = launched.words.first else {
      return .opened(launched)
    }
    return .runHere(
      program: program, arguments: Array(launched.words.dropFirst()), launched)
  }

  private static func outcome(_ error: ServiceError) -> Outcome {
    let cause = error.details.first { $0.key == "launch.cause" }?.value
    switch (cause, error.code) {
    case ("notInstalled", _), (nil, .unsupported): return .unknown(error)
    // As where no daemon is asked: it is what was chosen that cannot be opened.
    case (nil, .tooLarge):
      return .failed(
        CommandError(.incomplete, withoutControls(error.message).withoutFullStop))
    case (nil, _): return .failed(CommandError(error))
    case ("cannotStart", _):
      return .failed(CommandError(.system, withoutControls(error.message).withoutFullStop))
    // The sentence says what there is to do.
    case (_, _):
      return .failed(
        CommandError(.incomplete, withoutControls(error.message).withoutFullStop))
    }
  }

  // MARK: - Searches that go on, and times

  /// The apps in which a search can go on, the likeliest first.
  ///
  /// - Throws: ``CommandError``.
  func continuationApps(_ query: String) throws(CommandError) -> [ContinuationApp] {
    do throws(ServiceError) {
      guard
        case .continuationAppsListed(let apps) =
          try connection.answer(to: .continuationApps(query)).message
      else { throw ServiceError(.unsupported, "This daemon does not open items.") }
      return apps
    } catch {
      throw CommandError(error)
    }
  }

  /// How long it took until a launch was shown, once that is known.
  ///
  /// - Throws: ``CommandError``.
  func time(of launched: Launched) throws(CommandError) -> LaunchTime {
    do throws(ServiceError) {
      guard
        case .launchTimed(let time) =
          try connection.answer(to: .launchTime(launched.launch)).message
      else {
        throw ServiceError(.unsupported, "This daemon does not measure how long opening takes.")
      }
      return time
    } catch {
      throw CommandError(error)
    }
  }
}
