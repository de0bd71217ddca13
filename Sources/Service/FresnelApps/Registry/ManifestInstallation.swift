internal import FresnelModel
package import FresnelPlatform

/// Puts manifests into the person's directory and takes them out.
package struct ManifestInstallation: Sendable {
  /// How a manifest is installed.
  package struct Request: Sendable {
    /// The file to install, or what to call the manifest in complaints where its bytes are given.
    package var source: String
    /// The manifest itself; `nil` when the file is to be read.
    package var bytes: [UInt8]?
    /// The app's programs, in the place of those that the file names.
    package var executables: [String]
    /// Whether it's of a build in development.
    package var isDevelopment: Bool
    /// Whether it may replace one that is there.
    package var replaces: Bool

    /// Makes a request.
    package init(
      source: String, bytes: [UInt8]? = nil, executables: [String] = [],
      isDevelopment: Bool = false, replaces: Bool = false
    ) {
      self.source = source
      self.bytes = bytes
      self.executables = executables
      self.isDevelopment = isDevelopment
      self.replaces = replaces
    }
  }

  /// What came of it.
  package struct Outcome: Sendable {
    /// The manifest as it is installed, or would have been.
    package var file: ManifestFile
    /// Everything that is wrong with it.
    package var diagnostics: [ManifestDiagnostic]
    /// Whether one was there before.
    package var isReplacement: Bool
  }

  /// Why nothing was installed.
  package enum Failure: Error, Sendable {
    /// The file is no usable manifest.
    case unusable([ManifestDiagnostic])
    /// The app has a manifest already, at the path.
    case exists(String)
    /// The system has a manifest for the app, at the path, which would count before this one.
    case registeredBySystem(String)
    /// A file can't be read or written.
    case system(SystemError)
  }

  private let directory: String
  private let registry: AppRegistry

  /// Installs into the personal directory of a registry.
  package init(_ registry: AppRegistry, personalDirectory: String) {
    self.registry = registry
    directory = personalDirectory
  }

  /// Where an app's manifest is, or is going to be.
  package func path(of identifier: String) -> String {
    "\(directory)/\(AppIdentifier.fileName(of: identifier))"
  }

  /// Installs a manifest: checks it, adds what the request says, writes it aside and renames it.
  ///
  /// A file to which nothing is added keeps its bytes, whatever its form.
  package func install(
    _ request: Request, examining examine: (AppCatalog, ManifestFile) -> [ManifestDiagnostic]
  ) throws(Failure) -> Outcome {
    var bytes: [UInt8]
    do throws(SystemError) {
      bytes =
        if let given = request.bytes {
          given
        } else {
          try FileSystem.regularFile(
            request.source, maximumByteCount: ManifestFile.maximumByteCount
          ).bytes
        }
    } catch {
      throw .system(error)
    }
    if !request.executables.isEmpty || request.isDevelopment {
      bytes = try adding(request, to: bytes)
    }
    // The place is known only when the identifier is; programs in bin are looked for beside it.
    let (manifest, diagnostics) = AppManifest.read(bytes, at: directory + "/manifest.plist")
    guard let manifest else { throw .unusable(diagnostics) }
    let target = path(of: manifest.identifier)
    let isReplacement = FileSystem.exists(target)
    if isReplacement, !request.replaces, !request.isDevelopment { throw .exists(target) }
    if !manifest.isDevelopment, let entry = registry.catalog.entry(manifest.identifier),
      !entry.file.isPersonal, entry.file.isProtected
    {
      throw .registeredBySystem(entry.file.path)
    }
    do throws(SystemError) {
      try FileSystem.createDirectory(directory)
      // Something left behind, or put there to lead the write elsewhere.
      try FileSystem.removeTree(target + ".new")
      try FileSystem.write(bytes, to: target)
    } catch {
      throw .system(error)
    }
    _ = registry.reload()
    let file = ManifestFile(reading: target, isPersonal: true)
    return Outcome(
      file: file, diagnostics: examine(registry.catalog, file), isReplacement: isReplacement)
  }

  /// Removes an app's manifest from the person's directory.
  ///
  /// - Returns: Whether there was one.
  package func remove(_ identifier: String) throws(SystemError) -> Bool {
    let path = path(of: identifier)
    do throws(SystemError) {
      try FileSystem.removeFile(path)
    } catch {
      if error.code == .notFound { return false }
      throw error
    }
    try FileSystem.synchronizeDirectory(directory)
    _ = registry.reload()
    return true
  }

  /// The bytes of a manifest with the request's keys.
  private func adding(_ request: Request, to bytes: [UInt8]) throws(Failure) -> [UInt8] {
    let list: PropertyList
    do throws(PropertyListError) {
      list = try PropertyList.read(bytes)
    } catch {
      throw .unusable(AppManifest.read(bytes, at: request.source).diagnostics)
    }
    guard var entries = list.dictionary else {
      throw .unusable(AppManifest.read(list, at: request.source).diagnostics)
    }
    if !request.executables.isEmpty {
      var paths = request.executables
      // A build in development comes beside the programs that were installed before.
      if request.isDevelopment, let identifier = entries["CFBundleIdentifier"]?.string,
        AppIdentifier.isValid(identifier)
      {
        let before = ManifestFile(reading: path(of: identifier), isPersonal: true).manifest
        paths += (before?.executables ?? []).filter { !paths.contains($0) }
      }
      entries["FresnelExecutable"] = .array(paths.map { .string($0) })
    }
    if request.isDevelopment { entries["FresnelDevelopment"] = true }
    guard let xml = PropertyList.dictionary(entries).xml else {
      throw .unusable([
        ManifestDiagnostic(
          .wrongValue, .error, at: "",
          "A text holds control characters, so the manifest can't be written with the new keys.",
          remedy: "Remove them, or add FresnelExecutable to the file by hand.")
      ])
    }
    return Array(xml.utf8)
  }
}
