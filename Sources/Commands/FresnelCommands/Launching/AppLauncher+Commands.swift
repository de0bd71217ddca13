internal import CommandKit
internal import Dispatch
internal import FresnelModel
internal import SearchSurface
internal import SpotlightClient
internal import SpotlightWire
internal import Synchronization

extension AppLauncher {
  /// Finds the daemon; `nil` where programs keep their items themselves.
  init?(_ context: CommandContext) {
    guard let connection = DaemonReach.connection(context) else { return nil }
    self.init(connection, context)
  }

  /// Asks over a connection.
  init(_ connection: ServiceConnection, _ context: CommandContext) {
    self.init(connection, hasTerminal: context.hasTerminal)
  }

  /// Waits for what comes of opening something.
  static func waiting(for start: (@escaping ResultOpener.Completion) -> Void) -> Outcome {
    let outcome = Mutex<Outcome>(.unknown(ServiceError(.cancelled, "Nothing was opened.")))
    let isThere = DispatchSemaphore(value: 0)
    start { result in
      outcome.withLock { $0 = result }
      isThere.signal()
    }
    isThere.wait()
    return outcome.withLock { $0 }
  }

  /// Opens something with the token of a command, and waits for the outcome.
  func launch(_ target: WireTarget, query: String, _ context: CommandContext) -> Outcome {
    Self.waiting { launch(target, query: query, token: context.activationToken, $0) }
  }

  /// Has the daemon read the manifests again, so that it knows an app that has just come.
  ///
  /// - Throws: ``CommandError``.
  func readManifests() throws(CommandError) {
    _ = try connection.report(on: "apps.reload")
  }

  /// Picks something up from another device, and waits for the outcome.
  ///
  /// - Parameters:
  ///   - number: The number of what is available.
  ///   - context: The command, whose token lets the new window take the focus.
  /// - Returns: What became of it.
  /// - Throws: ``CommandError``.
  func accept(_ number: Int, _ context: CommandContext) throws(CommandError) -> Outcome {
    var arguments = [JSONMember("number", .integer(Int64(number)))]
    if let token = context.activationToken {
      arguments.append(JSONMember("token", .string(token)))
    }
    if hasTerminal { arguments.append(JSONMember("terminal", .boolean(true))) }
    let report = try connection.report(on: "handoff.accept", arguments)
    guard let way = UInt8(exactly: report.count("way")).flatMap(LaunchWay.init(rawValue:)) else {
      throw CommandError(.store, "the daemon opened it in a way that this fresnel does not know")
    }
    let words = report.list("words").compactMap {
      if case .string(let word) = $0 { word } else { nil }
    }
    return Outcome(
      Launched(
        launch: UInt64(max(0, report.count("launch"))), way: way,
        appName: report.text("appName"), words: words))
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
