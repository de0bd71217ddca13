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
  package var isEmpty: Bool { added.isEmpty && removed.isEmpty && changed.isEmpty }
}

/// The manifests in the person's and the system's directories.
package final class AppRegistry: Sendable {
  /// A directory of manifests.
  package struct Directory: Equatable, Sendable {
    /// Where it is.
    package var path: String
    /// Whether it lies in the person's own data directory.
    package var isPersonal: Bool

    /// Makes a directory's description.
    package init(path: String, isPersonal: Bool) {
      self.path = path
      self.isPersonal = isPersonal
    }
  }

  /// The most manifests that one directory counts for.
  package static let maximumFileCount = 4096

  private struct State {
    var files: [String: ManifestFile] = [:]
    var catalog = AppCatalog([])
  }

  /// Where manifests are looked for, the most important first.
  package let directories: [Directory]
  private let state = Mutex(State())
  private let observer = Mutex<(@Sendable (RegistryChange) -> Void)?>(nil)

  /// Reads the manifests of some directories.
  package init(directories: [Directory]) {
    self.directories = directories
    _ = reload()
  }

  /// The directories of a person: `fresnel/apps` below `XDG_DATA_HOME` and `XDG_DATA_DIRS`.
  package static func directories(of base: BaseDirectories) -> [Directory] {
    [Directory(path: personalDirectory(of: base), isPersonal: true)]
      + base.systemData.map { Directory(path: $0 + "/fresnel/apps", isPersonal: false) }
  }

  /// Where a person's own manifests lie.
  package static func personalDirectory(of base: BaseDirectories) -> String {
    base.data + "/fresnel/apps"
  }

  /// The manifests as of the last reload, with their programs as they were then.
  package var catalog: AppCatalog { state.withLock { $0.catalog } }

  /// Has somebody told, on the thread that reloads, of every change that a reload finds.
  package func observe(_ observer: @escaping @Sendable (RegistryChange) -> Void) {
    self.observer.withLock { $0 = observer }
  }

  /// Reads all directories again.
  ///
  /// A file that was good and can't be read or understood now keeps its last good content, as while an
  /// editor or a package manager is at work; a file that is gone is gone.
  package func reload() -> RegistryChange {
    // Files are read without the lock; of two reloads at a time the later one's result stays.
    let before = state.withLock { $0 }
    var kept: [String] = []
    var files: [String: ManifestFile] = [:]
    var ordered: [ManifestFile] = []
    for directory in directories {
      for path in Self.manifests(in: directory.path) where files[path] == nil {
        var file = ManifestFile(reading: path, isPersonal: directory.isPersonal)
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
    let after = State(files: files, catalog: AppCatalog(ordered))
    state.withLock { $0 = after }
    var change = Self.change(from: before.catalog, to: after.catalog)
    change.kept = kept
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

  /// The paths of a directory's manifests. A directory that can't be read has none.
  private static func manifests(in directory: String) -> [String] {
    let names = (try? FileSystem.entries(of: directory)) ?? []
    return names.lazy.filter { $0.hasSuffix(".plist") && !$0.hasPrefix(".") }
      .prefix(maximumFileCount).map { "\(directory)/\($0)" }
  }
}
