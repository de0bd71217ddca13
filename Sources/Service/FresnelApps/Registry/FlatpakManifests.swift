internal import FresnelPlatform

/// The manifests of the Flatpaks of one installation: a person's own, or one for all.
///
/// Flatpak exports desktop files and no manifests. So the manifest of a Flatpak is read where its files are, as
/// `share/fresnel/apps/ID.plist` below them. It registers the app of its own identifier and nothing else: whoever made a
/// Flatpak decides what lies there, and neither a program outside of the sandbox nor another app's name is theirs to give.
struct FlatpakManifests {
  /// Where the app's files are inside its sandbox.
  static let root = "/app/"
  /// Behind the name of an app: the version that runs when it is started, and its files.
  private static let files = "current/active/files"
  private static let place = "share/fresnel/apps"

  /// Where the installation is, such as `/var/lib/flatpak`.
  let path: String

  /// The installations that somebody's programs come from.
  ///
  /// - Parameters:
  ///   - flatpaks: The usual ones, the person's own first.
  ///   - systemData: The system's data directories; those to which an installation exports tell of others.
  /// - Returns: Each once, the person's first.
  static func installations(
    _ flatpaks: [String], systemData: [String]
  ) -> [AppRegistry.Directory] {
    let exports = "/exports/share"
    let others = systemData.filter { $0.hasSuffix(exports) }.map {
      String($0.dropLast(exports.count))
    }
    var paths: [String] = []
    for path in flatpaks.prefix(1) + others + flatpaks.dropFirst() where !paths.contains(path) {
      paths.append(path)
    }
    return paths.map { AppRegistry.Directory(path: $0, isPersonal: false, holdsFlatpaks: true) }
  }

  /// What is there as long as a Flatpak is installed, with or without the manifest that it brought along: the link to
  /// the version that runs.
  ///
  /// - Parameter manifest: Where the manifest of the Flatpak is or was.
  /// - Returns: The path.
  static func current(of manifest: String) -> String {
    // The manifest's path goes on with the version's files and the manifest's place in them.
    let inside = files.dropFirst("current".count) + "/\(place)/"
    return String(
      manifest.dropLast(inside.count + FileSystem.lastComponent(of: manifest).count))
  }

  /// When an app was last installed, updated or removed; `nil` where there is no installation.
  var modified: Double? {
    // Flatpak touches the file for those that watch it.
    let status =
      (try? FileSystem.status(of: path + "/.changed"))
      ?? (try? FileSystem.status(of: path + "/app"))
    return status?.modifiedSecondsSince1970
  }

  /// The paths of the manifests, at most so many; none where there is no installation.
  func paths(atMost limit: Int) throws(SystemError) -> [String] {
    let identifiers: [String]
    do throws(SystemError) {
      identifiers = try FileSystem.entries(of: path + "/app")
    } catch {
      if error.code == .notFound || error.code == .notDirectory { return [] }
      throw error
    }
    return Array(
      identifiers.lazy.filter { AppIdentifier.isValid($0) }.map { manifest(of: $0) }
        .filter { FileSystem.exists($0) }.prefix(limit))
  }

  /// Where the manifest of an app is.
  private func manifest(of identifier: String) -> String {
    "\(path)/app/\(identifier)/\(Self.files)/\(Self.place)/\(AppIdentifier.fileName(of: identifier))"
  }

  /// Reads a manifest that ``paths(atMost:)`` named.
  func read(_ path: String) -> ManifestFile {
    let prefix = self.path + "/app/"
    let identifier = String(path.dropFirst(prefix.count).prefix { $0 != "/" })
    let inside = "\(Self.root)\(Self.place)/\(FileSystem.lastComponent(of: path))"
    // Even in the person's own installation it is Flatpak that adds and removes it.
    var file = ManifestFile(reading: path, isPersonal: false, seenAt: inside)
    guard var manifest = file.manifest else { return file }
    let problem = Self.problem(of: manifest, in: identifier)
    if let problem {
      file.manifest = nil
      file.diagnostics.append(problem)
      return file
    }
    manifest.isOfFlatpak = true
    // A Flatpak exports no other names, and what is under them starts another app.
    if let desktopFile = manifest.desktopFile, desktopFile != identifier,
      !desktopFile.hasPrefix(identifier + ".")
    {
      manifest.desktopFile = nil
      file.diagnostics.append(Self.problem(ofDesktopFile: desktopFile, in: identifier))
    }
    // These are said of programs outside of a sandbox.
    manifest.isSystemSurface = false
    manifest.isDevelopment = false
    manifest.snapName = nil
    file.manifest = manifest
    return file
  }

  private static func problem(
    ofDesktopFile name: String, in identifier: String
  ) -> ManifestDiagnostic {
    ManifestDiagnostic(
      .wrongValue, .error, at: "FresnelDesktopFile",
      "The desktop file \(name) is not one that the Flatpak \(identifier) can export.",
      remedy: "Name \(identifier).desktop, or one whose name begins with \(identifier) and a dot.")
  }

  private static func problem(
    of manifest: AppManifest, in identifier: String
  ) -> ManifestDiagnostic? {
    if manifest.identifier != identifier {
      return ManifestDiagnostic(
        .invalidIdentifier, .error, at: "CFBundleIdentifier",
        "The Flatpak \(identifier) has a manifest of \(manifest.identifier).",
        remedy: "Write the Flatpak's own identifier.")
    }
    let outside = manifest.allExecutables.first { !$0.hasPrefix(root) }
    return outside.map {
      ManifestDiagnostic(
        .invalidExecutable, .error, at: "FresnelExecutable",
        "The program \($0) is not one of the Flatpak's own.",
        remedy: "Name a program below \(root), or none.")
    }
  }
}
