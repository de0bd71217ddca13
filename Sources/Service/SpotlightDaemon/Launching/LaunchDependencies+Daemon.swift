internal import FresnelApps
internal import FresnelLaunching
internal import FresnelModel
internal import FresnelPlatform
internal import SpotlightService
internal import SpotlightWire

extension LaunchDependencies {
  /// What the daemon's own launching works with.
  ///
  /// - Parameters:
  ///   - core: Has the items.
  ///   - apps: The manifests.
  ///   - settings: What the person decided.
  ///   - workers: Have the items of lockable classes.
  ///   - options: Say where files are.
  ///   - log: Where events are written down.
  init(
    core: ServiceCore, apps: AppRegistry, settings: DaemonSettings, workers: any WorkerHosting,
    options: DaemonOptions, log: DaemonLog
  ) {
    let directories = options.directories
    let reader = LaunchFactReader(
      apps: apps,
      dataDirectories: [FileSystem.parent(of: directories.data)] + directories.systemData,
      environment: Environment.all, home: BaseDirectories.current.home)
    self.init(
      findItem: { scope, item, done in
        let app = AppIdentity(identifier: scope.app)
        core.findItem(item, of: app, in: scope.index) { found in
          switch found {
          case .success(let hit?): done(.isThere(hit.protection))
          case .success(nil): done(Self.presence(of: item, in: scope, core, workers.conditions))
          case .failure(let error): done(.failure(error))
          }
        }
      },
      facts: { reader.facts(of: $0) },
      continuationApps: { isRunning in
        // A store that can't be read has nothing that could be opened, and no app of it is offered for that.
        let indexes = core.readableIndexes().indexes
        var candidates = reader.continuationApps(
          hidden: settings.appsHiddenFromSearch, indexed: Set(indexes.map(\.scope.app)),
          isRunning: isRunning)
        let choices = core.choices(startingWith: "q")
        for index in candidates.indices {
          for (app, record) in choices where app == candidates[index].app.app {
            candidates[index].choiceCount += record.choiceCount
            candidates[index].lastChoice = record.lastChoice.secondsSinceReferenceDate
          }
        }
        return ContinuationOrder.ordered(
          candidates, now: options.clock.timestamp().secondsSinceReferenceDate)
      })
    memory = LaunchMemory(core) { HistoryRules(of: $0, settings, apps).protection }
    addressed = { reader.addressed($0) }
    isLocked = { workers.isSessionLocked }
    self.log = { log.write($0) }
  }

  /// What is known of an item that is not found in the daemon's own stores for the system: it does not see what is
  /// private or of apps that are gone, nor lockable classes, in which who asks has looked.
  private static func presence(
    of item: String, in scope: IndexScope, _ core: ServiceCore, _ conditions: [ClassCondition]
  ) -> ItemPresence {
    do throws(ServiceError) {
      return try core.itemExists(scope, item) ? .isThere(nil) : .isGone
    } catch {
      guard error.code == .classLocked else { return .failure(error) }
      let isOpen = error.namedClasses.contains { protection in
        !conditions.contains { $0.protection == protection && $0.state == .locked }
      }
      return isOpen
        ? .isThere(nil)
        : .failure(ServiceError(.classLocked, "The class of the item is locked."))
    }
  }
}

extension LaunchMemory {
  /// The memory of a core, beside its items and its history.
  fileprivate init(
    _ core: ServiceCore, historyOf protection: @escaping @Sendable (AppIdentity) -> ProtectionClass
  ) {
    self.init()
    beginChoice = { target in
      guard let app = target.app, let choice = Choice(target) else { return { _, _ in } }
      let moment = ChoiceMoment(of: app, in: core)
      return { itemProtection, text in
        // Of an item whose class is not known nothing is written down.
        let isItem = if case .item = choice { true } else { false }
        let kept = isItem ? itemProtection : protection(app)
        if let kept { core.noteChoice(choice, of: app, in: kept, after: text, at: moment) }
      }
    }
    noteTime = { target, milliseconds, failed in
      guard let app = target.app, let choice = Choice(target) else { return }
      core.noteRestored(choice, of: app, milliseconds: milliseconds, failed: failed)
    }
  }
}

extension Choice {
  /// What is remembered of a target; `nil` for a URL.
  fileprivate init?(_ target: WireTarget) {
    switch target {
    case .item(let scope, let identifier, _):
      self = .item(index: scope.index, identifier: identifier)
    case .activity(_, let key, _): self = .state(key: key)
    case .continuedSearch: self = .continuedSearch
    case .url: return nil
    }
  }
}
