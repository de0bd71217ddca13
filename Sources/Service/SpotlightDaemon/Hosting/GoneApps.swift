internal import Dispatch
internal import FresnelApps
internal import FresnelPlatform
internal import SpotlightService
internal import SpotlightWire
internal import Synchronization

/// Hides the items of apps that are not installed any more from searches, and removes them when the person's grace
/// time has passed.
///
/// Directories of manifests and desktop files are looked at in each search, so that an app is hidden by the first
/// search after its removal. Programs may lie on file systems that never answer: they are looked for aside, at most
/// once a second while somebody searches.
final class GoneApps: Sendable {
  private let installed: InstalledApps
  private let apps: AppRegistry
  private let settings: DaemonSettings
  private let state = Mutex(State())
  /// Where programs are looked for, and items are removed.
  private let queue = DispatchQueue(label: "org.fresnel.installed-apps", qos: .utility)

  private struct State {
    weak var context: DaemonContext?
    var isLooking = false
    /// When programs were last looked for, in nanoseconds of ``MonotonicClock``.
    var lastLook: UInt64 = 0
  }

  private static let lookInterval: UInt64 = 1_000_000_000
  private static let day: Int64 = 86_400
  /// How long an order to remove what is overdue waits for file systems.
  private static let patience: DispatchTimeInterval = .seconds(30)

  init(_ installed: InstalledApps, _ apps: AppRegistry, _ settings: DaemonSettings) {
    self.installed = installed
    self.apps = apps
    self.settings = settings
  }

  /// The daemon is this one. Called once, before anybody is served.
  func begin(in context: DaemonContext) {
    state.withLock { $0.context = context }
    if let failure {
      context.log.write(DaemonEvent(.stateUnreadable, failure))
    }
    installed.look(apps.catalog, atPrograms: false)
    lookAside()
  }

  /// Why it is not known which apps are gone, and what follows; `nil` where it is.
  var failure: String? {
    installed.failure.map {
      "What is known of apps that were removed can't be read, so their items may show and stay. \($0)"
    }
  }

  /// The apps that are gone.
  func appsNow() -> Set<String> {
    apps.reloadIfChanged()
    if installed.isChanged() { manifestsChanged() }
    let isDue = state.withLock { state in
      state.lastLook == 0
        || MonotonicClock.elapsed(from: state.lastLook, to: MonotonicClock.nanoseconds)
          >= Self.lookInterval
    }
    if isDue { lookAside() }
    return Set(installed.gone.keys)
  }

  /// An app that is gone.
  struct Waiting {
    let app: String
    /// In how many days its items are removed; `nil` for never.
    let days: Int?
  }

  /// The apps that are gone, in the order of their names.
  var waiting: [Waiting] {
    let grace = settings.graceDays
    return installed.gone.sorted { $0.key < $1.key }.map { app, seconds in
      Waiting(
        app: app,
        days: grace.map { days in
          let left = Int64(days) * Self.day - seconds
          return Int(max(0, (left + Self.day - 1) / Self.day))
        })
    }
  }

  /// Manifests, or desktop files, are different.
  func manifestsChanged() {
    if installed.look(apps.catalog, atPrograms: false) { tellChange() }
  }

  /// Looks for everything, programs too, unless that is being done.
  func lookAside() {
    let isFirst = state.withLock { state in
      defer { state.isLooking = true }
      return !state.isLooking
    }
    guard isFirst else { return }
    queue.async { [self] in
      let isChanged = installed.look(apps.catalog)
      state.withLock { state in
        (state.isLooking, state.lastLook) = (false, MonotonicClock.nanoseconds)
      }
      if isChanged { tellChange() }
    }
  }

  /// Has searches that go on, and the processes of lockable classes, leave out other apps than before.
  private func tellChange() {
    queue.async { [self] in
      guard let context = state.withLock({ $0.context }) else { return }
      context.core.settingsChanged()
      context.workers.settingsChanged()
    }
  }

  /// Nothing is remembered of an app any more: it was removed, or its items are to stay.
  ///
  /// - Throws: ``ServiceError`` when that can't be written down: a later daemon may take the app to be gone.
  func forget(_ app: AppIdentity) throws(ServiceError) {
    let wasGone = installed.gone[app.identifier] != nil
    defer { if wasGone { tellChange() } }
    do throws(SystemError) {
      try installed.forget(app.identifier)
    } catch {
      throw ServiceError(
        .unavailable,
        "That the app is not watched any more can't be written down. \(error.message)",
        isRetryable: true)
    }
  }

  // MARK: - Removing

  /// Removes what is overdue, sometime.
  func purgeAside() {
    queue.async { [self] in _ = purgeOverdue() }
  }

  /// Removes what is overdue, and waits for that.
  ///
  /// - Returns: The apps whose items were removed; none when file systems do not answer.
  func purge() -> [String] {
    let purged = Mutex<[String]>([])
    let isDone = DispatchSemaphore(value: 0)
    queue.async { [self] in
      let apps = purgeOverdue()
      purged.withLock { $0 = apps }
      isDone.signal()
    }
    _ = isDone.wait(timeout: .now() + Self.patience)
    return purged.withLock { $0 }
  }

  private func purgeOverdue() -> [String] {
    guard let days = settings.graceDays, let context = state.withLock({ $0.context }) else {
      return []
    }
    let overdue = installed.overdue(after: Int64(days) * Self.day, apps.catalog)
    return overdue.filter { name in
      let app = AppIdentity(identifier: name)
      do throws(ServiceError) {
        try context.remove(app) { () throws(ServiceError) in
          try removeOwnStore(of: app, in: context.options.directories.embedded)
        }
        return true
      } catch {
        // It is tried again at the next time.
        context.log.write(
          DaemonEvent(
            .writeFailed, "The items of an app that is gone cannot be removed. \(error.message)",
            app: app))
        return false
      }
    }
  }

  /// Removes the store that an app kept itself.
  ///
  /// - Throws: ``ServiceError`` when a process writes to it, or it cannot be removed.
  private func removeOwnStore(
    of app: AppIdentity, in directory: String
  ) throws(ServiceError) {
    let path = "\(directory)/\(app.folderName)"
    guard FileSystem.isDirectory(path), !FileSystem.isLink(path) else { return }
    do throws(SystemError) {
      let lock = try LockFile(locking: path + "/lock")
      defer { withExtendedLifetime(lock) {} }
      try FileSystem.removeTree(path)
    } catch {
      throw ServiceError(
        .unavailable, "The store that the app kept itself cannot be removed. \(error.message)")
    }
  }
}
