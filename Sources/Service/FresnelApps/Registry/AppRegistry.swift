package import FresnelPlatform
internal import Synchronization

/// What a reload found to be different.
package struct RegistryChange: Equatable, Sendable {
  /// Apps that have a manifest now and had none.
  package var added: [String]
  /// Apps that have none any more.
  package var removed: [String]
  /// Apps whose manifest says something else, or another one counts.
  package var changed: [String]
  /// Files that can't be used now and whose last good content still counts.
  package var kept: [String]
  /// What is said of directories that could be read before, or were not looked at, and can't be read now.
  package var newProblems: [String] = []

  /// Makes a change; none without arguments.
  package init(
    added: [String] = [], removed: [String] = [], changed: [String] = [], kept: [String] = []
  ) {
    self.added = added
    self.removed = removed
    self.changed = changed
    self.kept = kept
  }

  /// Whether nothing is different.
  package var isEmpty: Bool {
    added.isEmpty && removed.isEmpty && changed.isEmpty && newProblems.isEmpty
  }
}

/// The manifests in the person's and the system's directories.
package final class AppRegistry: Sendable {
  /// A directory of manifests.
  package struct Directory: Equatable, Sendable {
    /// Where it is.
    package var path: String
    /// Whether it lies in the person's own data directory.
    package var isPersonal: Bool
    /// Whether it is an installation of Flatpaks, each of which may bring a manifest along.
    package var holdsFlatpaks: Bool

    /// Makes a directory's description.
    package init(path: String, isPersonal: Bool, holdsFlatpaks: Bool = false) {
      self.path = path
      self.isPersonal = isPersonal
      self.holdsFlatpaks = holdsFlatpaks
    }
  }

  /// The most manifests that one directory counts for.
  package static let maximumFileCount = 4096

  private struct State {
    var files: [String: ManifestFile] = [:]
    var catalog = AppCatalog([])
    /// When each directory was last changed.
    var modified: [Double?] = []
    var problems: [String] = []
  }

  /// A directory that was changed so many seconds ago may have been changed again since it was read, at what its
  /// file system takes for the same moment.
  private static let settlingTime = 0.1

  /// Where manifests are looked for, the most important first.
  package let directories: [Directory]
  private let state = Mutex(State())
  private let observer = Mutex<(@Sendable (RegistryChange) -> Void)?>(nil)

  /// Reads the manifests of some directories.
  package init(directories: [Directory]) {
    self.directories = directories
    _ = reload()
  }

  /// The directories of a person: `fresnel/apps` below `XDG_DATA_HOME` and `XDG_DATA_DIRS`, and the installations of
  /// Flatpaks.
  package static func directories(of base: BaseDirectories) -> [Directory] {
    directories(data: base.data, systemData: base.systemData, flatpaks: base.flatpaks)
  }

  /// The directories of somebody with some data directories and installations of Flatpaks, the person's own first.
  package static func directories(
    data: String, systemData: [String], flatpaks: [String]
  ) -> [Directory] {
    [Directory(path: data + "/fresnel/apps", isPersonal: true)]
      + systemData.map { Directory(path: $0 + "/fresnel/apps", isPersonal: false) }
      + FlatpakManifests.installations(flatpaks, systemData: systemData)
  }

  /// Where a person's own manifests lie.
  package static func personalDirectory(of base: BaseDirectories) -> String {
    base.data + "/fresnel/apps"
  }

  /// The manifests as of the last reload, with their programs as they were then.
  package var catalog: AppCatalog { state.withLock { $0.catalog } }

  /// One sentence for each directory that could not be read at the last reload: what it registers is not known, or as
  /// it was before.
  package var problems: [String] { state.withLock { $0.problems } }

  /// Has somebody told, on the thread that reloads, of every change that a reload finds.
  package func observe(_ observer: @escaping @Sendable (RegistryChange) -> Void) {
    self.observer.withLock { $0 = observer }
  }

  /// Reads the directories again when a manifest was added, removed or put in the place of another.
  package func reloadIfChanged() {
    let modified = modifiedTimes
    let now = WallClock.secondsSince1970
    let isSettled = !modified.contains { $0.map { abs(now - $0) < Self.settlingTime } ?? false }
    guard !isSettled || state.withLock({ $0.modified != modified }) else { return }
    _ = reload()
  }

  private var modifiedTimes: [Double?] {
    directories.map { directory in
      directory.flatpaks?.modified
        ?? (try? FileSystem.status(of: directory.path))?.modifiedSecondsSince1970
    }
  }

  /// Reads all directories again.
  ///
  /// A file that was good and can't be read or understood now keeps its last good content, as while an
  /// editor or a package manager is at work, and so do the files of a directory that can't be read; a file that is
  /// gone is gone.
  package func reload() -> RegistryChange {
    // Files are read without the lock; of two reloads at a time the later one's result stays.
    let before = state.withLock { $0 }
    let modified = modifiedTimes
    var kept: [String] = []
    var problems: [String] = []
    var files: [String: ManifestFile] = [:]
    var ordered: [ManifestFile] = []
    for directory in directories {
      let paths: [String]
      do throws(SystemError) {
        if let flatpaks = directory.flatpaks {
          paths = try flatpaks.paths(atMost: Self.maximumFileCount)
        } else {
          paths = try Self.manifests(in: directory.path)
        }
      } catch {
        paths = before.files.keys.filter(directory.holds).sorted()
        problems.append("The manifests in \(directory.path) cannot be read. \(error.message)")
      }
      for path in paths where files[path] == nil {
        var file =
          directory.flatpaks?.read(path)
          ?? ManifestFile(reading: path, isPersonal: directory.isPersonal)
        if file.manifest == nil, let good = before.files[path], good.manifest != nil {
          kept.append(path)
          // The programs are those of the good content, the complaints those of the bad one.
          let diagnostics = file.diagnostics
          file = good
          file.diagnostics = diagnostics
        }
        files[path] = file
        ordered.append(file)
      }
    }
    let after = State(
      files: files, catalog: AppCatalog(ordered), modified: modified, problems: problems)
    state.withLock { $0 = after }
    var change = Self.change(from: before.catalog, to: after.catalog)
    change.kept = kept
    change.newProblems = problems.filter { !before.problems.contains($0) }
    if !change.isEmpty { observer.withLock { $0 }?(change) }
    return change
  }

  private static func change(from before: AppCatalog, to after: AppCatalog) -> RegistryChange {
    var change = RegistryChange()
    for entry in after.entries {
      let identifier = entry.manifest.identifier
      guard let old = before.entry(identifier) else {
        change.added.append(identifier)
        continue
      }
      if old.file.path != entry.file.path || old.manifest != entry.manifest {
        change.changed.append(identifier)
      }
    }
    change.removed = before.entries.map(\.manifest.identifier).filter { after.entry($0) == nil }
    return change
  }

  /// The paths of a directory's manifests, none of one that isn't there.
  private static func manifests(in directory: String) throws(SystemError) -> [String] {
    let names: [String]
    do throws(SystemError) {
      names = try FileSystem.entries(of: directory)
    } catch {
      if error.code == .notFound || error.code == .notDirectory { return [] }
      throw error
    }
    return names.lazy.filter { $0.hasSuffix(".plist") && !$0.hasPrefix(".") }
      .prefix(maximumFileCount).map { "\(directory)/\($0)" }
  }
}

extension AppRegistry.Directory {
  /// The manifests of the Flatpaks in it; `nil` where it is no installation.
  fileprivate var flatpaks: FlatpakManifests? {
    holdsFlatpaks ? FlatpakManifests(path: path) : nil
  }

  /// Whether a manifest lies in it.
  fileprivate func holds(_ manifest: String) -> Bool {
    holdsFlatpaks
      ? manifest.hasPrefix(path + "/app/") : FileSystem.parent(of: manifest) == path
  }
}
