internal import FresnelPlatform

extension InstalledApps {
  /// Whether a file still shows that an app is installed which no manifest registers: a manifest that is there
  /// names another app by now, or can't be understood for a moment.
  static func sight(
    of file: InstalledFile, _ mounts: MountTable, _ manifests: Set<String>
  ) -> InstalledFile.Sight {
    let sight = file.sight(mounts)
    guard sight == .there, file.path.hasSuffix(".plist") else { return sight }
    return manifests.contains(file.path) ? .gone : .unknown
  }

  /// What shows that a registered app is installed. Programs that are not there any more stay known as long as a
  /// manifest names them.
  static func record(
    of entry: AppCatalog.Entry, _ old: Record, _ mounts: MountTable, _ looksAtPrograms: Bool
  ) -> Record {
    var record = old
    let manifests = [entry.file] + entry.others
    // A Flatpak is there without the manifest too, which a later version need not have.
    let evidence = manifests.map {
      $0.isOfFlatpak ? FlatpakManifests.current(of: $0.path) : $0.path
    }
    let files = evidence.compactMap { InstalledFile(at: $0, mounts) }
    if !files.isEmpty { record.files = files }
    // Nor does it need the programs that the app has outside of it.
    guard !manifests.contains(where: \.isOfFlatpak) else {
      record.programs = []
      return record
    }
    guard looksAtPrograms else { return record }
    let named = entry.executables.map(\.path)
    let there = named.compactMap { InstalledFile(at: $0, mounts) }
    record.programs = there.isEmpty ? old.programs.filter { named.contains($0.path) } : there
    return record
  }

  /// What several files show of which one is enough.
  static func best(_ sights: [InstalledFile.Sight]) -> InstalledFile.Sight {
    if sights.contains(.there) { return .there }
    return sights.contains(.unknown) ? .unknown : .gone
  }
}

/// By what a program without a manifest is installed.
package enum InstallationEvidence: Hashable, Sendable {
  /// The program or the script at a path.
  case program(String)
  /// A desktop file, by its identifier, which a package manager exports.
  case desktopFile(String)
  /// One of several directories.
  case directories([String])
}
