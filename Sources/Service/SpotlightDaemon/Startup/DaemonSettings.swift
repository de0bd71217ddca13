package import FresnelApps
internal import FresnelPlatform
internal import Synchronization

/// What the person decided, in memory; looked up again when the file changed. On any thread.
package final class DaemonSettings: Sendable {
  private let file: SettingsFile
  /// A file that is there while indexing is paused; it holds the second since 1970 when that ends, or
  /// nothing.
  private let pausePath: String
  private let state: Mutex<State>

  private struct State {
    var apps: [String: AppSettings] = [:]
    /// Why the file could not be read; the last good settings hold meanwhile.
    var failure: SettingsError?
    var modified: Double?
    var lastLook: UInt64 = 0
    var pause = Pause.no
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

  /// How often the file is looked at while somebody asks, in nanoseconds.
  private static let lookInterval: UInt64 = 1_000_000_000

  /// Reads the settings.
  package init(file: SettingsFile, pausePath: String) {
    self.file = file
    self.pausePath = pausePath
    state = Mutex(State())
    reload()
  }

  /// Reads everything again.
  package func reload() {
    let modified = Self.modified(file.path)
    let result: Result<[String: AppSettings], SettingsError>
    do throws(SettingsError) {
      result = .success(try file.all())
    } catch {
      result = .failure(error)
    }
    let pause = storedPause()
    state.withLock { state in
      state.modified = modified
      state.pause = pause
      switch result {
      case .success(let apps): (state.apps, state.failure) = (apps, nil)
      case .failure(let error): state.failure = error
      }
    }
  }

  /// Why the settings cannot be read; the last good ones hold.
  package var failure: SettingsError? { state.withLock { $0.failure } }

  /// The settings of all apps about which something is decided.
  package var all: [String: AppSettings] {
    lookAgain()
    return state.withLock { $0.apps }
  }

  /// The settings of an app.
  package func settings(of app: String) -> AppSettings {
    all[app] ?? AppSettings()
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

  private func lookAgain() {
    let now = MonotonicClock.nanoseconds
    let isDue = state.withLock { state in
      guard now - state.lastLook >= Self.lookInterval else { return false }
      state.lastLook = now
      return true
    }
    guard isDue, Self.modified(file.path) != state.withLock({ $0.modified }) else { return }
    reload()
  }

  private static func modified(_ path: String) -> Double? {
    (try? FileSystem.status(of: path))?.modifiedSecondsSince1970
  }

  // MARK: - Pause

  /// Whether indexing is paused now.
  package var pause: Pause {
    let pause = state.withLock { $0.pause }
    guard case .until(let end) = pause, Double(end) <= WallClock.secondsSince1970 else {
      return pause
    }
    return .no
  }

  /// Pauses indexing, or goes on with it; also after a restart.
  ///
  /// - Throws: ``SettingsError`` when it cannot be written down; nothing is changed then.
  package func setPause(_ pause: Pause) throws(SettingsError) {
    do throws(SystemError) {
      switch pause {
      case .no:
        if FileSystem.exists(pausePath) { try FileSystem.removeFile(pausePath) }
      case .indefinite: try FileSystem.write([], to: pausePath)
      case .until(let end): try FileSystem.write(Array("\(end)\n".utf8), to: pausePath)
      }
    } catch {
      throw SettingsError(.unusable, error.message)
    }
    state.withLock { $0.pause = pause }
  }

  private func storedPause() -> Pause {
    guard let bytes = try? FileSystem.regularFile(pausePath, maximumByteCount: 64).bytes else {
      return .no
    }
    let text = String(decoding: bytes, as: UTF8.self)
    return Int64(text.prefix { $0 != "\n" }).map { .until($0) } ?? .indefinite
  }
}
