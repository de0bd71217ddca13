package import FresnelPlatform

/// The person's settings of apps, `fresnel/settings.json` in the configuration directory.
///
/// The file is rewritten aside, synced and renamed, so a reader sees the old or the new content. A file
/// that can't be understood is never overwritten: it's kept under another name, and said so.
package struct SettingsFile: Sendable {
  /// The largest file that is read, in bytes.
  private static let maximumByteCount = 4 << 20

  /// Where the file is, or is going to be.
  package let path: String

  /// The settings at a path.
  package init(path: String) {
    self.path = path
  }

  /// The settings of a person.
  package init(of base: BaseDirectories) {
    self.init(path: base.configuration + "/fresnel/settings.json")
  }

  /// The settings of all apps about which something is decided; none when there is no file.
  ///
  /// - Throws: ``SettingsError``. A caller that goes on without settings goes on with the usual ones,
  ///   and tells the person.
  package func all() throws(SettingsError) -> [String: AppSettings] {
    try content().apps
  }

  /// What the file says of everything.
  package struct Decisions: Sendable {
    /// The settings of all apps about which something is decided.
    package let apps: [String: AppSettings]
    /// Whether history is kept of any app.
    package let keepsHistory: Bool
    /// What orders the results of searches.
    package let ranking: ResultRanking
    /// Whether parts of what is typed are offered as filters.
    package let offersFilters: Bool
    /// Whether the texts are kept after which the person chose something.
    package let keepsSearches: Bool
    /// Whether activities are handed over between devices.
    package let handsOver: Bool
    /// After how many days what an app stored is removed that is not installed any more; `nil` for never.
    package let graceDays: Int?

    /// Puts the parts together.
    package init(
      apps: [String: AppSettings], keepsHistory: Bool, ranking: ResultRanking,
      offersFilters: Bool, keepsSearches: Bool, handsOver: Bool, graceDays: Int?
    ) {
      self.apps = apps
      self.keepsHistory = keepsHistory
      self.ranking = ranking
      self.offersFilters = offersFilters
      self.keepsSearches = keepsSearches
      self.handsOver = handsOver
      self.graceDays = graceDays
    }
  }

  /// Decides everything at once, so that nothing in between holds for a moment; it is on the disk when the call
  /// returns.
  ///
  /// - Returns: The path under which a damaged file was kept, if there was one.
  /// - Throws: ``SettingsError``; nothing is changed then.
  @discardableResult
  package func set(_ decisions: Decisions) throws(SettingsError) -> String? {
    try change { content in
      for (app, settings) in decisions.apps { content.update(app) { $0 = settings } }
      content.keepsHistory = decisions.keepsHistory
      if content.ranking != decisions.ranking { content.ranking = decisions.ranking }
      content.offersFilters = decisions.offersFilters
      content.keepsSearches = decisions.keepsSearches
      content.handsOver = decisions.handsOver
      content.graceDays = decisions.graceDays
    }
  }

  /// What is decided about everything.
  ///
  /// - Throws: ``SettingsError``, as ``all()``.
  package func decisions() throws(SettingsError) -> Decisions {
    let content = try content()
    return Decisions(
      apps: content.apps, keepsHistory: content.keepsHistory, ranking: content.ranking,
      offersFilters: content.offersFilters, keepsSearches: content.keepsSearches,
      handsOver: content.handsOver, graceDays: content.graceDays)
  }

  /// Whether history is kept of any app.
  package func keepsHistory() throws(SettingsError) -> Bool {
    try content().keepsHistory
  }

  /// Decides what orders the results of searches; it is on the disk when the call returns.
  ///
  /// - Returns: The path under which a damaged file was kept, if there was one.
  /// - Throws: ``SettingsError``; nothing is changed then.
  @discardableResult
  package func setRanking(_ ranking: ResultRanking) throws(SettingsError) -> String? {
    try change { $0.ranking = ranking }
  }

  /// Has parts of what is typed offered as filters, or none; it is on the disk when the call returns.
  ///
  /// - Returns: The path under which a damaged file was kept, if there was one.
  /// - Throws: ``SettingsError``; nothing is changed then.
  @discardableResult
  package func setOffersFilters(_ isOn: Bool) throws(SettingsError) -> String? {
    try change { $0.offersFilters = isOn }
  }

  /// Has the texts kept after which the person chose something, or none; it is on the disk when the call returns.
  ///
  /// - Returns: The path under which a damaged file was kept, if there was one.
  /// - Throws: ``SettingsError``; nothing is changed then.
  @discardableResult
  package func setKeepsSearches(_ isOn: Bool) throws(SettingsError) -> String? {
    try change { $0.keepsSearches = isOn }
  }

  /// Has activities handed over between devices, or none; it is on the disk when the call returns.
  ///
  /// - Returns: The path under which a damaged file was kept, if there was one.
  /// - Throws: ``SettingsError``; nothing is changed then.
  @discardableResult
  package func setHandsOver(_ isOn: Bool) throws(SettingsError) -> String? {
    try change { $0.handsOver = isOn }
  }

  /// Decides after how many days what an app stored is removed that is not installed any more, `nil` for never; it
  /// is on the disk when the call returns.
  ///
  /// - Returns: The path under which a damaged file was kept, if there was one.
  /// - Throws: ``SettingsError``; nothing is changed then.
  @discardableResult
  package func setGraceDays(_ days: Int?) throws(SettingsError) -> String? {
    try change { $0.graceDays = days }
  }

  /// Has history kept of the apps that are not switched off themselves, or of none; it is on the disk when the
  /// call returns.
  ///
  /// - Returns: The path under which a damaged file was kept, if there was one.
  /// - Throws: ``SettingsError``; nothing is changed then.
  @discardableResult
  package func setKeepsHistory(_ isKept: Bool) throws(SettingsError) -> String? {
    try change { $0.keepsHistory = isKept }
  }

  /// What is decided about searching the web.
  ///
  /// - Throws: ``SettingsError``. A caller that goes on without settings asks nobody.
  package func webSearch() throws(SettingsError) -> WebSearchSettings {
    try content().webSearch
  }

  /// Changes what is decided about searching the web; it is on the disk when the call returns.
  ///
  /// - Returns: The path under which a damaged file was kept, if there was one.
  /// - Throws: ``SettingsError``; nothing is changed then.
  @discardableResult
  package func setWebSearch(_ settings: WebSearchSettings) throws(SettingsError) -> String? {
    try change { $0.webSearch = settings }
  }

  /// The settings of an app.
  package func settings(of app: String) throws(SettingsError) -> AppSettings {
    try all().decided(on: app) ?? AppSettings()
  }

  /// Changes an app's settings; they are on the disk when the call returns.
  ///
  /// - Returns: The path under which a damaged file was kept, if there was one.
  /// - Throws: ``SettingsError``; nothing is changed then.
  @discardableResult
  package func update(
    _ app: String, _ change: (inout AppSettings) -> Void
  ) throws(SettingsError) -> String? {
    try self.change { $0.update(app, change) }
  }

  /// Gives an app what was decided about the names that its programs had before it was registered: the first of them
  /// about which something was decided. Where something was decided about the app itself, that stays. It is on the
  /// disk when the call returns.
  ///
  /// - Throws: ``SettingsError``, also where the file is damaged; nothing is changed then.
  package func carry(from names: some Sequence<String>, to app: String) throws(SettingsError) {
    let decided = try all()
    guard decided[app] == nil, let name = names.sorted().first(where: { decided[$0] != nil })
    else { return }
    _ = try change { $0.carry(from: name, to: app) }
  }

  /// Forgets what was decided about apps; it is on the disk when the call returns.
  ///
  /// - Throws: ``SettingsError``, also where the file is damaged; nothing is changed then.
  package func remove(_ apps: some Collection<String>) throws(SettingsError) {
    let decided = try all()
    guard apps.contains(where: { decided.decided(on: $0) != nil }) else { return }
    _ = try change { content in
      for app in apps { content.remove(app) }
    }
  }

  private func change(
    _ change: (inout SettingsContent) -> Void
  ) throws(SettingsError) -> String? {
    do throws(SystemError) {
      try FileSystem.createDirectory(FileSystem.parent(of: path))
    } catch {
      throw SettingsError(.unusable, error.message)
    }
    let lock = try locked()
    // Held to the end, so that two processes don't write over each other's change.
    return try withExtendedLifetime(lock) { () throws(SettingsError) in
      try rewrite(change)
    }
  }

  /// Reads, changes and writes the file; the lock is held.
  private func rewrite(
    _ change: (inout SettingsContent) -> Void
  ) throws(SettingsError) -> String? {
    var kept: String?
    var content: SettingsContent
    do throws(SettingsError) {
      content = try self.content()
    } catch {
      guard error.code == .damaged else { throw error }
      kept = try setAside()
      content = SettingsContent()
    }
    change(&content)
    do throws(SystemError) {
      try FileSystem.write(content.bytes, to: path)
    } catch {
      throw SettingsError(.unusable, error.message)
    }
    return kept
  }

  private func content() throws(SettingsError) -> SettingsContent {
    let bytes: [UInt8]
    do throws(SystemError) {
      guard try FileSystem.status(of: path) != nil else { return SettingsContent() }
      bytes = try FileSystem.regularFile(path, maximumByteCount: Self.maximumByteCount).bytes
    } catch {
      if error.code == .notFound { return SettingsContent() }
      throw SettingsError(.unusable, error.message)
    }
    return try SettingsContent(parsing: bytes, path: path)
  }

  private func locked() throws(SettingsError) -> LockFile {
    do throws(SystemError) {
      return try LockFile(locking: path + ".lock")
    } catch {
      throw error.code == .wouldBlock
        ? SettingsError(.busy, error.message) : SettingsError(.unusable, error.message)
    }
  }

  /// Gives a damaged file a name that nothing has yet.
  private func setAside() throws(SettingsError) -> String {
    var number = 1
    while FileSystem.exists("\(path).damaged-\(number)") { number += 1 }
    let aside = "\(path).damaged-\(number)"
    do throws(SystemError) {
      try FileSystem.rename(path, to: aside)
    } catch {
      throw SettingsError(.unusable, error.message)
    }
    return aside
  }
}
