package import FresnelModel
internal import FresnelPlatform

/// A manifest as it lies in a directory of manifests.
package struct ManifestFile: Equatable, Sendable {
  /// The largest manifest that is read, in bytes.
  package static let maximumByteCount = 1 << 20

  /// Where it is.
  package var path: String
  /// Whether it lies in the person's own data directory.
  package var isPersonal: Bool
  /// Whether only the system's owner can have put it there: the file and every directory above it
  /// belong to root and nobody else may write to them.
  package var isProtected: Bool
  /// What it says; `nil` when it can't be used.
  package var manifest: AppManifest?
  /// The whole list; `nil` when the file holds none.
  package var list: PropertyList?
  /// Everything that its content says is wrong.
  package var diagnostics: [ManifestDiagnostic]
  /// Whether it can be used and a Flatpak brought it along.
  package var isOfFlatpak: Bool { manifest?.isOfFlatpak == true }

  /// Makes a manifest that was read.
  package init(
    path: String, isPersonal: Bool, isProtected: Bool, manifest: AppManifest?,
    list: PropertyList? = nil, diagnostics: [ManifestDiagnostic] = []
  ) {
    self.path = path
    self.isPersonal = isPersonal
    self.isProtected = isProtected
    self.manifest = manifest
    self.list = list
    self.diagnostics = diagnostics
  }

  /// Reads a file. Whatever is there gives a result.
  ///
  /// - Parameters:
  ///   - path: Where it is.
  ///   - isPersonal: Whether it lies in the person's own data directory.
  ///   - place: Where the app itself sees the file, if that is elsewhere: bare names of programs are looked for beside it.
  package init(reading path: String, isPersonal: Bool, seenAt place: String? = nil) {
    self.init(path: path, isPersonal: isPersonal, isProtected: false, manifest: nil)
    do throws(SystemError) {
      let bytes = try FileSystem.regularFile(path, maximumByteCount: Self.maximumByteCount).bytes
      list = try? PropertyList.read(bytes)
      (manifest, diagnostics) = AppManifest.read(bytes, at: place ?? path)
    } catch {
      diagnostics = [
        ManifestDiagnostic(
          .unreadable, .error, at: "", error.message,
          remedy: "Put a readable property list of at most "
            + "\(Self.maximumByteCount >> 20) MiB there, or remove it.")
      ]
      return
    }
    isProtected = Self.isProtected(path)
  }

  /// Whether the name of the file is the one that belongs to its identifier.
  package var hasOwnName: Bool {
    manifest.map { AppIdentifier.fileName(of: $0.identifier) } == FileSystem.lastComponent(of: path)
  }

  /// Whether the file at a path and all directories above it belong to root, and nobody else may write
  /// to them.
  package static func isProtected(_ path: String) -> Bool {
    guard var place = FileSystem.resolved(path) else { return false }
    while true {
      guard let status = try? FileSystem.status(of: place), status.owner == 0,
        status.permissions & 0o022 == 0
      else { return false }
      let above = FileSystem.parent(of: place)
      if above == place { return true }
      place = above
    }
  }
}
