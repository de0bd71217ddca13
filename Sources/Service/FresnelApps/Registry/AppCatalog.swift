package import FresnelPlatform

/// All manifests of a moment, with the question settled which of them counts for an app and whose a
/// program is.
///
/// Of several manifests for one app, in this order:
///
/// 1. one of a build in development in the person's directory,
/// 2. one that only the system's owner can have put there,
/// 3. one in the person's directory,
/// 4. the others in the order of their directories;
///
/// within a directory the one whose name is the app's, then by name. A program that two apps claim
/// belongs to the one whose manifest is protected, else to neither: a wrong guess would hand one app's
/// items to another.
package struct AppCatalog: Sendable {
  /// An app and the manifest that counts for it.
  package struct Entry: Sendable {
    /// The manifest that counts.
    package let file: ManifestFile
    /// What it says.
    package let manifest: AppManifest
    /// Manifests of the same identifier that don't count, best first.
    package let others: [ManifestFile]
    /// The best manifest that no Flatpak brought along: its programs are the app's outside of a sandbox, whether or
    /// not a Flatpak's manifest counts for the app otherwise.
    package let native: ManifestFile?
    /// The programs of the app as they are on the disk, outside of a Flatpak's sandbox; for a build in development also
    /// those of the manifest it stands before.
    package let executables: [RegisteredExecutable]
  }

  /// The apps in the order of their identifiers.
  package let entries: [Entry]
  /// Manifests that can't be used.
  package let unusable: [ManifestFile]
  private let byIdentifier: [String: Int]

  /// Settles which manifests count.
  ///
  /// - Parameters:
  ///   - files: The manifests, directories in the order of their importance.
  ///   - look: What is at a program's path.
  package init(
    _ files: [ManifestFile], look: (String) -> RegisteredExecutable = RegisteredExecutable.init
  ) {
    unusable = files.filter { $0.manifest == nil }
    var candidates: [String: [(order: Int, file: ManifestFile, manifest: AppManifest)]] = [:]
    for (order, file) in files.enumerated() {
      guard let manifest = file.manifest else { continue }
      candidates[manifest.identifier, default: []].append((order, file, manifest))
    }
    entries = candidates.keys.sorted().compactMap { identifier in
      let ranked = (candidates[identifier] ?? []).sorted { left, right in
        let (first, second) = (Self.rank(left.file), Self.rank(right.file))
        return first != second ? first < second : left.order < right.order
      }
      guard let best = ranked.first else { return nil }
      // The programs of a Flatpak are in its sandbox, and the same paths outside are others. It takes none away either:
      // the app may be installed in both ways.
      let native = ranked.filter { !$0.file.isOfFlatpak }
      var paths = native.first?.manifest.allExecutables ?? []
      if native.first?.manifest.isDevelopment == true, native.count > 1 {
        paths += native[1].manifest.allExecutables.filter { !paths.contains($0) }
      }
      return Entry(
        file: best.file, manifest: best.manifest, others: ranked.dropFirst().map(\.file),
        native: native.first?.file, executables: paths.map(look))
    }
    byIdentifier = Dictionary(
      uniqueKeysWithValues: entries.enumerated().map { ($1.manifest.identifier, $0) })
  }

  private static func rank(_ file: ManifestFile) -> Int {
    let place: Int
    if file.isPersonal, file.manifest?.isDevelopment == true {
      place = 0
    } else if file.isProtected, !file.isPersonal {
      place = 1
    } else {
      place = file.isPersonal ? 2 : 3
    }
    return place * 2 + (file.hasOwnName ? 0 : 1)
  }

  // MARK: - Questions

  /// The entry of an app.
  package func entry(_ identifier: String) -> Entry? {
    byIdentifier[identifier].map { entries[$0] }
  }

  /// The app whose own program a file is, scripts and interpreters aside. Where the file was replaced
  /// meanwhile, as an upgrade does, its path decides.
  package func app(of executable: ExecutableFile) -> String? {
    owner { registered in
      guard registered.kind == .native else { return false }
      guard !executable.isDeleted else {
        return registered.path == executable.path || registered.file?.path == executable.path
      }
      guard let file = registered.file else { return false }
      return !file.isInterpreter && file.isSameFile(as: executable)
    }
  }

  /// The app whose script is at a path.
  package func app(script path: String) -> String? {
    owner { $0.isScript && ($0.path == path || $0.file?.path == path) }
  }

  /// The app whose AppImage is at a path.
  package func app(appImage path: String) -> String? {
    owner { $0.kind == .appImage && ($0.path == path || $0.file?.path == path) }
  }

  /// The app that is a script and has a desktop file.
  package func app(scriptWithDesktopFile desktopFile: String) -> String? {
    single(
      entries.filter { entry in
        entry.native?.manifest?.desktopFile == desktopFile
          && entry.executables.contains(where: \.isScript)
      })
  }

  /// The app of a snap.
  package func app(snap: String) -> String? {
    single(entries.filter { $0.native?.manifest?.snapName == snap })
  }

  /// Whether an app is a part of the desktop that may see the items of all apps: its manifest says so,
  /// and only the system's owner can have put manifest and program where they are.
  package func isSystemSurface(_ identifier: String, _ executable: ExecutableFile) -> Bool {
    guard let entry = entry(identifier), entry.isSystemSurface else { return false }
    return entry.executables.contains {
      $0.isProtected && $0.kind == .native && $0.file?.isSameFile(as: executable) == true
    }
  }

  /// The programs of all such parts of the desktop, as they were when the manifests were read.
  package var systemSurfaces: [ExecutableFile] {
    entries.filter(\.isSystemSurface)
      .flatMap(\.executables).filter { $0.isProtected && !$0.isScript }.compactMap(\.file)
  }

  /// Other apps that claim one of this app's programs.
  package func rivals(of identifier: String, for executable: RegisteredExecutable) -> [String] {
    entries.filter { entry in
      entry.manifest.identifier != identifier
        && entry.executables.contains { other in
          if let file = executable.file, let another = other.file {
            return file.isSameFile(as: another)
          }
          return other.path == executable.path
        }
    }.map(\.manifest.identifier)
  }

  private func owner(_ isMatch: (RegisteredExecutable) -> Bool) -> String? {
    single(entries.filter { $0.executables.contains(where: isMatch) })
  }

  /// The one app among several, or the one of them that is protected; else none.
  private func single(_ matches: [Entry]) -> String? {
    if matches.count == 1 { return matches[0].manifest.identifier }
    let protected = matches.filter(\.isProtected)
    return protected.count == 1 ? protected[0].manifest.identifier : nil
  }
}

extension AppCatalog.Entry {
  /// Whether only the system's owner can have put the manifest there that names the programs. A Flatpak's does not
  /// vouch for the programs of another one.
  fileprivate var isProtected: Bool { native.map { $0.isProtected && !$0.isPersonal } ?? false }

  /// Whether its programs are parts of the desktop that may see the items of all apps.
  fileprivate var isSystemSurface: Bool {
    isProtected && native?.manifest?.isSystemSurface == true
  }

  /// The names under which the app's programs index as long as no manifest registers them.
  package var earlierNames: Set<String> {
    Set(
      executables.flatMap { program -> [String] in
        guard program.file?.isInterpreter != true else { return [] }
        return Set([program.path, program.file?.path].compactMap(\.self)).map { path in
          switch program.kind {
          case .native: "unregistered:" + RunningProgram.withoutRevision(path)
          case .script: "unregistered:script:" + path
          case .appImage: "unregistered:appimage:" + path
          }
        }
      })
  }
}
