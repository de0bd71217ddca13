package import FresnelApps
internal import FresnelPlatform
internal import Synchronization

/// What the person decided, in memory; looked up again when the file changed. On any thread.
package final class DaemonSettings: Sendable {
  private let file: SettingsFile
  /// A file that is there while indexing is paused; it holds the second since 1970 when that ends, or
  /// nothing.
  private let pausePath: String
  private let clock: DaemonClock
  private let nanoseconds: @Sendable () -> UInt64
  private let state: Mutex<State>
  /// Held while files are read.
  private let reading = Mutex(())

  private struct State {
    var apps: [String: AppSettings] = [:]
    var keepsHistory = true
    var ranking = ResultRanking.learned
    var offersFilters = true
    var keepsSearches = true
    var handsOver = true
    /// Never, until the file was read once: what is removed does not come back.
    var graceDays: Int?
    /// Why the file could not be read; the last good settings hold meanwhile.
    var failure: SettingsError?
    /// What was seen of the two files when they were last read.
    var sights: [Sight] = []
    /// Whether one of them could not be read then, and may be now as it is.
    var isUnread = false
    var lastLook: UInt64 = 0
    var pause = Pause.no
    /// When the pause ends by the clock that only goes forward.
    var pauseEnd: UInt64 = .max
  }

  /// Whether indexing is paused.
  package enum Pause: Equatable, Sendable {
    /// It is not.
    case no
    /// Until it is resumed.
    case indefinite
    /// Until this second since 1970.
    case until(Int64)
  }

  /// What is seen of a file without reading it.
  private enum Sight: Equatable {
    /// There is none.
    case absent
    /// It cannot be told.
    case unknown
    /// When it last changed. Two changes may share a moment, and then the file is another one.
    case modified(Double, inode: UInt64)
  }

  /// How often the files are looked at while somebody asks, in nanoseconds.
  private static let lookInterval: UInt64 = 1_000_000_000

  /// Reads the settings.
  ///
  /// - Parameters:
  ///   - file: What is decided about apps.
  ///   - pausePath: The file that is there while indexing is paused.
  ///   - clock: The time of day.
  ///   - nanoseconds: A clock that only goes forward.
  package init(
    file: SettingsFile, pausePath: String, clock: DaemonClock = DaemonClock(),
    nanoseconds: @escaping @Sendable () -> UInt64 = { MonotonicClock.nanoseconds }
  ) {
    self.file = file
    self.pausePath = pausePath
    self.clock = clock
    self.nanoseconds = nanoseconds
    state = Mutex(State())
    reload()
  }

  /// Reads everything again.
  package func reload() { reading.withLock { _ in readAll() } }

  /// Reads everything again. One at a time: what was read earlier must not come to hold later.
  private func readAll() {
    let sights = sights
    let result: Result<SettingsFile.Decisions, SettingsError>
    do throws(SettingsError) {
      result = .success(try file.decisions())
    } catch {
      result = .failure(error)
    }
    let pause = storedPause()
    state.withLock { state in
      state.sights = sights
      state.isUnread = pause == nil
      set(pause ?? .indefinite, in: &state)
      switch result {
      case .success(let found):
        (state.apps, state.keepsHistory) = (found.apps, found.keepsHistory)
        (state.ranking, state.offersFilters) = (found.ranking, found.offersFilters)
        state.keepsSearches = found.keepsSearches
        (state.handsOver, state.graceDays, state.failure) = (found.handsOver, found.graceDays, nil)
      case .failure(let error):
        state.failure = error
        if error.code == .unusable { state.isUnread = true }
      }
    }
  }

  /// Why the settings cannot be read; the last good ones hold.
  package var failure: SettingsError? { state.withLock { $0.failure } }

  /// The settings of all apps about which something is decided, as they are on the disk now: what comes after the
  /// command that decided something has to go by that.
  ///
  /// - Complexity: Two system calls where nothing has changed.
  package var all: [String: AppSettings] {
    state.withLock { $0.lastLook = nanoseconds() }
    reloadIfChanged()
    return state.withLock { $0.apps }
  }

  /// The settings of an app, as they are on the disk now.
  package func settings(of app: String) -> AppSettings {
    all.decided(on: app) ?? AppSettings()
  }

  /// Whether history is kept of the apps that are not switched off themselves.
  package var keepsHistory: Bool {
    lookAgain()
    return state.withLock { $0.keepsHistory }
  }

  /// What orders the results of searches.
  package var ranking: ResultRanking {
    lookAgain()
    return state.withLock { $0.ranking }
  }

  /// Whether parts of what is typed are offered as filters.
  package var offersFilters: Bool {
    lookAgain()
    return state.withLock { $0.offersFilters }
  }

  /// Whether the texts are kept after which the person chose something.
  package var keepsSearches: Bool {
    lookAgain()
    return state.withLock { $0.keepsSearches }
  }

  /// Has history kept of all apps that are not switched off themselves, or of none; it is on the disk when the
  /// call returns.
  ///
  /// - Throws: ``SettingsError``; nothing is changed then.
  package func setKeepsHistory(_ isKept: Bool) throws(SettingsError) {
    try file.setKeepsHistory(isKept)
    reload()
  }

  /// Whether activities are handed over between this device and others.
  package var handsOver: Bool {
    lookAgain()
    return state.withLock { $0.handsOver }
  }

  /// Has activities handed over, or none; it is on the disk when the call returns.
  ///
  /// - Throws: ``SettingsError``; nothing is changed then.
  package func setHandsOver(_ isOn: Bool) throws(SettingsError) {
    try file.setHandsOver(isOn)
    reload()
  }

  /// After how many days what an app stored is removed that is not installed any more; `nil` for never, and as long
  /// as the settings cannot be read: the person may have decided otherwise.
  package var graceDays: Int? {
    lookAgain()
    return state.withLock { $0.failure == nil ? $0.graceDays : nil }
  }

  /// Changes an app's settings; they are on the disk when the call returns.
  ///
  /// - Throws: ``SettingsError``; nothing is changed then.
  package func update(
    _ app: String, _ change: (inout AppSettings) -> Void
  ) throws(SettingsError) {
    try file.update(app, change)
    reload()
  }

  /// Gives an app what was decided about an earlier name of it, as ``SettingsFile/carry(from:to:)`` does.
  ///
  /// - Throws: ``SettingsError``; nothing is changed then.
  package func carry(from former: String, to app: String) throws(SettingsError) {
    let decided = all
    guard decided[former] != nil, decided[app] == nil else { return }
    try file.carry(from: [former], to: app)
    reload()
  }

  /// Forgets what was decided about an app; it is on the disk when the call returns.
  ///
  /// - Throws: ``SettingsError``; nothing is changed then.
  package func remove(_ app: String) throws(SettingsError) {
    guard all[app] != nil else { return }
    try file.remove([app])
    reload()
  }

  /// Writes the last good settings where the file cannot be read; it is kept under another name. Where none were read
  /// yet, nothing is removed of apps that are gone until the person decides.
  ///
  /// - Throws: ``SettingsError``.
  package func restore() throws(SettingsError) {
    try file.set(
      state.withLock { state in
        SettingsFile.Decisions(
          apps: state.apps, keepsHistory: state.keepsHistory, ranking: state.ranking,
          offersFilters: state.offersFilters, keepsSearches: state.keepsSearches,
          handsOver: state.handsOver,
          graceDays: state.graceDays)
      })
    reload()
  }

  private func lookAgain() {
    let now = nanoseconds()
    let isDue = state.withLock { state in
      guard
        state.lastLook == 0
          || MonotonicClock.elapsed(from: state.lastLook, to: now) >= Self.lookInterval
      else { return false }
      state.lastLook = now
      return true
    }
    if isDue { reloadIfChanged() }
  }

  private func reloadIfChanged() {
    reading.withLock { _ in
      let sights = sights
      if state.withLock({ $0.isUnread || $0.sights != sights }) { readAll() }
    }
  }

  private var sights: [Sight] {
    [file.path, pausePath].map { path in
      do throws(SystemError) {
        return try FileSystem.status(of: path)
          .map { .modified($0.modifiedSecondsSince1970, inode: $0.inode) } ?? .absent
      } catch {
        return .unknown
      }
    }
  }

  // MARK: - Pause

  /// Whether indexing is paused now.
  ///
  /// A pause that ends by itself does so when either clock says that its time has passed: that of the day may
  /// be set back meanwhile, and the other one stands still while the machine sleeps.
  package var pause: Pause {
    lookAgain()
    let (pause, pauseEnd) = state.withLock { ($0.pause, $0.pauseEnd) }
    guard case .until(let end) = pause else { return pause }
    return Double(end) <= clock.secondsSince1970 || pauseEnd <= nanoseconds() ? .no : pause
  }

  private func set(_ pause: Pause, in state: inout State) {
    // One that was read again unchanged goes on.
    guard pause != state.pause else { return }
    state.pause = pause
    guard case .until(let end) = pause else { return }
    let seconds = min(max(0, Double(end) - clock.secondsSince1970), 1e9)
    state.pauseEnd = nanoseconds() + UInt64(seconds * 1e9)
  }

  /// Pauses indexing, or goes on with it; also after a restart.
  ///
  /// - Throws: ``SettingsError`` when it cannot be written down; nothing is changed then.
  package func setPause(_ pause: Pause) throws(SettingsError) {
    do throws(SystemError) {
      switch pause {
      case .no:
        if try FileSystem.status(of: pausePath) != nil { try FileSystem.removeFile(pausePath) }
      case .indefinite: try FileSystem.write([], to: pausePath)
      case .until(let end): try FileSystem.write(Array("\(end)\n".utf8), to: pausePath)
      }
    } catch {
      throw SettingsError(.unusable, error.message)
    }
    reload()
  }

  /// The pause that is written down; `nil` when that cannot be read. Somebody who paused indexing is then not to
  /// find it going on.
  private func storedPause() -> Pause? {
    do throws(SystemError) {
      let bytes = try FileSystem.regularFile(pausePath, maximumByteCount: 64).bytes
      let text = String(decoding: bytes, as: UTF8.self)
      return Int64(text.prefix { $0 != "\n" }).map { .until($0) } ?? .indefinite
    } catch {
      return error.code == .notFound ? .no : nil
    }
  }
}
