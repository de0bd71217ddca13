internal import FresnelModel
package import FresnelPlatform
internal import Synchronization

/// Which apps were seen to be installed, by which files, and for how long they are not any more.
///
/// An app is gone when every file that showed its installation was removed: its manifests, or the link to the version
/// of its Flatpak or the desktop file that Flatpak exported, or the directory of its snap; and also when every program is gone that was seen of it.
/// What can't be looked at is not gone. One small file, replaced whole, keeps all this; one that is missing counts as
/// empty, and then no app is gone. One that can't be read now is never written over: nothing is known until it can be
/// read. One that is damaged is kept under another name. Methods may be called on any thread; they look at files.
package final class InstalledApps: Sendable {
  /// What is known of one app.
  struct Record: Equatable {
    /// Manifests, desktop files and directories of snaps, of which one is enough.
    var files: [InstalledFile] = []
    /// Programs, of which one is enough.
    var programs: [InstalledFile] = []
    /// `nil` when it is there.
    var absence: Absence?
  }

  private struct State {
    var records: [String: Record] = [:]
    var modified: [String: Double] = [:]
    /// Whether the file was read.
    var isRead = false
    /// Whether it has to go aside before another one is written.
    var isDamaged = false
    /// Whether it says what is known.
    var isWritten = true
    /// What is wrong with it, in one sentence.
    var failure: String?
  }

  /// The most apps that are remembered.
  private static let maximumCount = 8192
  /// The most programs without a manifest among them, and the most bytes that their names may have: any program can
  /// have more and more of them noted.
  private static let maximumUnregisteredCount = 2048
  private static let maximumUnregisteredByteCount = 1 << 20

  private let path: String
  private let applications: [String]
  private let clock: Clock
  private let state: Mutex<State>
  /// Held while the file is written, so that the latest content stays.
  private let writing = Mutex(())

  /// Reads what is known.
  ///
  /// - Parameters:
  ///   - path: Where it is kept; its directory exists.
  ///   - dataDirectories: Those in whose `applications` desktop files are.
  ///   - clock: By which time passes.
  package init(path: String, dataDirectories: [String], clock: Clock) {
    self.path = path
    self.clock = clock
    applications = dataDirectories.map { $0 + "/applications" }
    state = Mutex(State())
    state.withLock { readIfNeeded(&$0) }
  }

  /// Reads the file, until that was done once.
  private func readIfNeeded(_ state: inout State) {
    if state.isDamaged { readMended(&state) }
    guard !state.isRead else { return }
    do throws(InstalledAppsFile.Failure) {
      state.records = try InstalledAppsFile.read(path).mapValues { record in
        var record = record
        record.absence = record.absence?.goingOn(at: clock)
        return record
      }
      (state.isRead, state.failure) = (true, nil)
    } catch {
      state.failure = error.message
      if case .damaged = error { (state.isRead, state.isDamaged) = (true, true) }
    }
  }

  /// Takes in what a file says that was damaged when it was read, and that somebody has mended or removed since. What
  /// was seen meanwhile is newer.
  private func readMended(_ state: inout State) {
    guard let found = try? InstalledAppsFile.read(path) else { return }
    for (app, record) in found where state.records[app] == nil {
      var record = record
      record.absence = record.absence?.goingOn(at: clock)
      state.records[app] = record
    }
    (state.isDamaged, state.failure, state.isWritten) = (false, nil, false)
  }

  // MARK: - What is known

  /// The apps that are gone, with the number of seconds for which they are.
  package var gone: [String: Int64] {
    state.withLock { $0.records.compactMapValues { $0.absence?.seconds(at: clock) } }
  }

  /// What is wrong with the file, in one sentence; `nil` where nothing is. Of one that was damaged it tells the name
  /// under which it is kept, as long as the process lives.
  package var failure: String? { state.withLock { $0.failure } }

  /// The apps that are gone according to a file, for processes that only read it; `nil` when that can't be read.
  package static func gone(in path: String) -> Set<String>? {
    (try? InstalledAppsFile.read(path)).map { records in
      Set(records.filter { $0.value.absence != nil }.keys)
    }
  }

  /// Forgets an app: its items were removed, or are to stay whatever becomes of it.
  ///
  /// - Throws: ``SystemError`` when it can't be written down, so that it is forgotten in this process only.
  package func forget(_ app: String) throws(SystemError) {
    try change { $0[app] = nil }
  }

  // MARK: - Looking

  /// Notes by what a program without a manifest is installed, unless that is known.
  ///
  /// - Parameters:
  ///   - app: Its name.
  ///   - evidence: Where to look.
  package func note(_ app: String, _ evidence: InstallationEvidence) {
    guard state.withLock({ $0.records[app].map { $0.absence != nil } ?? true }) else { return }
    let mounts = MountTable.current
    var record = Record()
    switch evidence {
    case .program(let path):
      record.programs = [InstalledFile(at: path, mounts)].compactMap(\.self)
    case .desktopFile(let identifier):
      record.files = applications.compactMap {
        InstalledFile(at: "\($0)/\(identifier).desktop", mounts)
      }
    case .directories(let paths): record.files = paths.compactMap { InstalledFile(at: $0, mounts) }
    }
    guard !record.files.isEmpty || !record.programs.isEmpty else { return }
    let size = record.programs.reduce(app.utf8.count) { $0 + $1.path.utf8.count }
    changeIfPossible { records in
      guard records[app] != nil || records.count < Self.maximumCount else { return }
      if case .program = evidence, records[app] == nil {
        let others = records.keys.lazy.filter { $0.hasPrefix("unregistered:") }
        // A name has the path in it.
        let byteCount = others.reduce(0) { $0 + 2 * $1.utf8.count }
        guard others.count < Self.maximumUnregisteredCount,
          byteCount + size <= Self.maximumUnregisteredByteCount
        else { return }
      }
      records[app] = record
    }
  }

  /// Whether a directory of manifests or desktop files that were seen is another one than at the last call.
  package func isChanged() -> Bool {
    let directories = Set(
      state.withLock { state in
        state.records.values.flatMap { $0.files.map { FileSystem.parent(of: $0.path) } }
      })
    var modified: [String: Double] = [:]
    for directory in directories {
      modified[directory] = (try? FileSystem.status(of: directory))?.modifiedSecondsSince1970 ?? -1
    }
    return state.withLock { [modified] state in
      defer { state.modified = modified }
      return state.modified != modified
    }
  }

  /// Looks which apps are there.
  ///
  /// - Parameters:
  ///   - catalog: The manifests as they are now.
  ///   - looksAtPrograms: Whether to look for programs too, which may lie where looking never ends.
  /// - Returns: Whether other apps are gone than before.
  @discardableResult
  package func look(_ catalog: AppCatalog, atPrograms looksAtPrograms: Bool = true) -> Bool {
    let mounts = MountTable.current
    guard
      var records = state.withLock({ state -> [String: Record]? in
        readIfNeeded(&state)
        return state.isRead ? state.records : nil
      })
    else { return false }
    let before = records
    for entry in catalog.entries {
      let app = entry.manifest.identifier
      guard records[app] != nil || records.count < Self.maximumCount else { continue }
      records[app] = Self.record(of: entry, records[app] ?? Record(), mounts, looksAtPrograms)
    }
    let manifests = Set(catalog.entries.flatMap { [$0.file.path] + $0.others.map(\.path) })
    for (app, record) in records {
      var parts: [InstalledFile.Sight] = []
      if catalog.entry(app) != nil {
        parts.append(.there)
      } else if !record.files.isEmpty {
        parts.append(Self.best(record.files.map { Self.sight(of: $0, mounts, manifests) }))
      }
      if !record.programs.isEmpty {
        parts.append(
          looksAtPrograms ? Self.best(record.programs.map { $0.sight(mounts) }) : .unknown)
      }
      if parts.contains(.gone) {
        records[app]?.absence =
          record.absence?.counted(at: clock)
          ?? Absence(seconds: 0, countedAt: clock.now(), mark: clock.elapsed())
      } else if !parts.contains(.unknown) {
        records[app]?.absence = nil
      }
    }
    return change(from: before, to: records)
  }

  /// The apps that are gone for longer than some seconds, and that a look has just found to be gone.
  package func overdue(after grace: Int64, _ catalog: AppCatalog) -> [String] {
    look(catalog)
    let mounts = MountTable.current
    let due = state.withLock { state in
      state.records.filter { ($0.value.absence?.seconds(at: clock) ?? -1) >= grace }
    }
    // What was gone and can't be looked at now waits.
    return due.filter { _, record in
      [record.files, record.programs].contains { files in
        !files.isEmpty && files.allSatisfy { $0.sight(mounts) == .gone }
      }
    }.keys.sorted()
  }

  // MARK: - Keeping

  /// Takes over what a look found, unless it was changed meanwhile.
  private func change(from before: [String: Record], to after: [String: Record]) -> Bool {
    guard before != after || state.withLock({ !$0.isWritten }) else { return false }
    changeIfPossible { records in
      for (app, record) in after where records[app] == before[app] { records[app] = record }
    }
    return Set(before.filter { $0.value.absence != nil }.keys)
      != Set(after.filter { $0.value.absence != nil }.keys)
  }

  /// The same where nobody waits for it to be written: that is tried again with each look. On a full disk other
  /// processes show the items of apps that are gone meanwhile, and an app that was seen to be gone is taken to be so
  /// later by a process that comes then.
  private func changeIfPossible(_ body: (inout [String: Record]) -> Void) {
    try? change(body)
  }

  private func change(_ body: (inout [String: Record]) -> Void) throws(SystemError) {
    try writing.withLock { (_) throws(SystemError) in
      let (records, isDamaged, unread) = state.withLock { state in
        readIfNeeded(&state)
        guard state.isRead else { return ([String: Record]?.none, false, state.failure) }
        let before = state.records
        body(&state.records)
        if state.records != before { state.isWritten = false }
        return (state.isWritten ? nil : state.records, state.isDamaged, nil)
      }
      if let unread {
        throw SystemError(.inputOutput, call: "read", path: path, explanation: unread)
      }
      guard let records else { return }
      if isDamaged {
        let aside = try InstalledAppsFile.setAside(path)
        state.withLock { state in
          state.isDamaged = false
          state.failure = aside.map { (state.failure ?? "") + " It is kept as \($0)." }
        }
      }
      try InstalledAppsFile.write(records, to: path)
      state.withLock { $0.isWritten = true }
    }
  }
}
