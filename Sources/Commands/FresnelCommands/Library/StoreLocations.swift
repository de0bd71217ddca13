internal import CommandKit
internal import SpotlightWire
internal import FresnelApps
internal import FresnelModel
internal import FresnelPlatform
internal import SpotlightClient
internal import SpotlightService

/// Where the stores are that a command works with.
struct StoreLocations: Sendable {
  /// A store's directory and what to call it.
  struct Location: Equatable, Sendable {
    /// The store's directory.
    let directory: String
    /// The app that the store belongs to; `nil` for the person's own store.
    let app: String?

    /// Whether nothing of a store is left there, as when the daemon has taken it over. What cannot be listed may be one.
    var isVacant: Bool { (try? StoreLocation.isVacant(directory)) ?? false }
  }

  /// The daemon, where it keeps what imports write; `nil` where these are files.
  let daemon: DaemonLibrary?
  /// The store that imports write to.
  let own: Location
  /// What may be stores that apps keep for themselves.
  private let folders: [Location]

  /// The stores that apps keep for themselves.
  ///
  /// Beside a daemon, which reads them for all, only who works on the files themselves looks: an app decides what lies
  /// there, and reading it may never end.
  var embedded: [Location] {
    folders.filter { FileSystem.isDirectory($0.directory) && !$0.isVacant }
  }

  /// Stores that cannot be read, and why, in one sentence without a full stop.
  struct Unread: Sendable {
    /// The store, or the directory of them.
    let location: Location
    /// Why.
    let sentence: String
  }

  /// The directory of the apps' stores where it cannot be listed; any app may have items in it.
  let unlisted: Unread?

  /// What apps handed to a daemon, where none is found that reads it, or the one that runs serves another installation:
  /// any app may have items in it.
  let unserved: Unread?

  /// The apps that the person has switched off for searches or suggestions.
  let hiddenApps: HiddenApps

  /// All stores to read.
  var all: [Location] { [own] + embedded }

  /// The store that `--store` or `FRESNEL_STORE` names, and no other; else the person's own store and
  /// those of the apps.
  init(option: String?, context: CommandContext) {
    hiddenApps = Self.hiddenApps(context)
    let variable = context.environment[StoreLocation.environmentVariable]
      .flatMap { $0.isEmpty ? nil : $0 }
    if let directory = option ?? variable {
      own = Location(directory: directory, app: nil)
      folders = []
      unlisted = nil
      unserved = nil
      daemon = nil
      return
    }
    let data = context.directories.data
    daemon = DaemonReach.connection(context).map { DaemonLibrary($0) }
    own = Location(directory: StoreLocation.personal(in: data), app: nil)
    let base = StoreLocation.apps(in: data)
    let (names, failure) = Self.entries(of: base)
    folders = names.map { Location(directory: "\(base)/\($0)", app: $0) }
    unlisted = failure.map {
      Unread(location: Location(directory: base, app: nil), sentence: $0)
    }
    if let failure { context.warn(failure) }
    unserved = daemon == nil ? Self.unservedClasses(in: data, context) : nil
  }

  /// Whether there is anything yet in the store that imports write to.
  ///
  /// - Throws: ``CommandError`` when the daemon cannot be asked.
  func isFilled() throws -> Bool {
    guard let daemon else { return FileSystem.exists(own.directory) }
    return try daemon.indexes().contains { DaemonLibrary.isOwn($0.scope.app) }
  }

  /// The names in the directory of the apps' stores, or why there are none. One that is missing holds none; one that
  /// cannot be listed hides stores.
  private static func entries(of directory: String) -> (names: [String], failure: String?) {
    do throws(SystemError) {
      return (try FileSystem.entries(of: directory), nil)
    } catch {
      if error.code == .notFound { return ([], nil) }
      return (
        [], "\(error.message.withoutFullStop); the stores of apps in it are left out"
      )
    }
  }

  /// The stores of the classes that only a daemon reads, unless there is nothing in them.
  private static func unservedClasses(in data: String, _ context: CommandContext) -> Unread? {
    guard let base = UnservedStores.directory(in: data) else { return nil }
    let reason = UnservedStores.reason(for: base, by: DaemonReach.rule(context))
    return Unread(
      location: Location(directory: base, app: nil),
      sentence: "what apps handed to the daemon is left out: \(withoutControls(reason))")
  }

  /// A store of this program's own for what the machine holds, beside a daemon that serves another installation. It is
  /// made again where it is missing.
  ///
  /// - Parameters:
  ///   - refusal: What the daemon said.
  ///   - context: Where the person's directories are.
  init(besides refusal: ServiceError, context: CommandContext) {
    let cache = context.directories.cache + "/fresnel/store"
    own = Location(directory: cache, app: nil)
    folders = []
    unlisted = nil
    unserved = Unread(
      location: Location(directory: context.directories.data + "/fresnel", app: nil),
      sentence:
        "items of apps are left out, and what this machine holds is searched for in \(cache). "
        + withoutControls(refusal.message.withoutFullStop))
    hiddenApps = Self.hiddenApps(context)
    daemon = nil
  }

  /// One store and no other.
  init(only location: Location) {
    own = location
    folders = []
    unlisted = nil
    unserved = nil
    hiddenApps = HiddenApps()
    daemon = nil
  }

  /// The apps whose search or suggestions are off, and those that a daemon found to be gone. Damaged settings are told
  /// of and hide nothing.
  private static func hiddenApps(_ context: CommandContext) -> HiddenApps {
    let path = AppWorld.installedApps(context)
    let found = InstalledApps.gone(in: path)
    if found == nil {
      context.warn("\(path) cannot be read; items of apps that were removed may be shown")
    }
    let gone = found ?? []
    do throws(SettingsError) {
      let settings = try SettingsFile(of: context.directories).all()
      return HiddenApps(
        fromSearch: gone.union(settings.hiddenFromSearch),
        fromSuggestions: gone.union(settings.hiddenFromSuggestions))
    } catch {
      context.warn(error.message)
      return HiddenApps(fromSearch: gone, fromSuggestions: gone)
    }
  }
}
