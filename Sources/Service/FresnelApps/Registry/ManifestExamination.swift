package import FresnelModel
internal import FresnelPlatform

/// Looks at a manifest together with the files that it names and the other manifests.
package struct ManifestExamination: Sendable {
  /// The manifests of all apps.
  private let catalog: AppCatalog
  private let desktopFiles: DesktopFiles
  private let types: ContentTypeTree

  /// Examines manifests among others; `types` are those that the system knows.
  package init(_ catalog: AppCatalog, desktopFiles: DesktopFiles, types: ContentTypeTree = .builtIn)
  {
    self.catalog = catalog
    self.desktopFiles = desktopFiles
    self.types = types
  }

  /// Everything that is wrong with a manifest, worst first: what its content says, and what only a look
  /// around shows. A file that is not installed has no place that could be wrong.
  package func diagnostics(
    of file: ManifestFile, isInstalled: Bool
  ) -> [ManifestDiagnostic] {
    let report = DiagnosticList()
    if let manifest = file.manifest {
      // Where a Flatpak's programs are cannot be looked at from outside.
      if !file.isOfFlatpak { checkPrograms(manifest, file, report, isInstalled: isInstalled) }
      checkDesktopFile(manifest, report)
      checkTypes(manifest, report)
      if isInstalled { checkPlace(manifest, file, report) }
    }
    // Sorting keeps the order among equals only if it is part of what is compared.
    return (file.diagnostics + report.diagnostics).enumerated().sorted { left, right in
      left.element.severity != right.element.severity
        ? left.element.severity > right.element.severity : left.offset < right.offset
    }.map(\.element)
  }

  // MARK: - Programs

  private func checkPrograms(
    _ manifest: AppManifest, _ file: ManifestFile, _ report: DiagnosticList, isInstalled: Bool
  ) {
    let key = "FresnelExecutable"
    let programs =
      manifest.executables.map { (key, $0) }
      + manifest.extensions.compactMap { entry in
        entry.executable.map { ("\(entry.keyPath).\(key)", $0) }
      }
    for (keyPath, path) in programs {
      let program = RegisteredExecutable(lookingAt: path)
      guard let found = program.file, let status = try? FileSystem.status(of: found.path) else {
        report.add(
          .executableNotFound, .error, at: keyPath, "There is no program at \(path).",
          remedy: "Build or install it there, or mend the path.")
        continue
      }
      check(program, found, status, at: keyPath, report)
      for rival in catalog.rivals(of: manifest.identifier, for: program) {
        report.add(
          .executableClaimedTwice, .error, at: keyPath,
          "\(rival) claims the program \(path) too, so it belongs to neither unless one of the two "
            + "manifests is the system's.",
          remedy: "Remove one of the manifests: fresnel app remove \(rival).")
      }
    }
    guard manifest.isSystemSurface else { return }
    let isSafe =
      isInstalled && file.isProtected && !file.isPersonal
      && manifest.executables.contains { RegisteredExecutable(lookingAt: $0).isProtected }
    if !isSafe {
      report.add(
        .unprotectedSystemSurface, .error, at: "FresnelSystemSurface",
        "Only a manifest and a program that belong to root, in directories that nobody else may write "
          + "to, can be a part of the system.",
        remedy: "Have the system's package manager install both, or remove the key.")
    }
  }

  private func check(
    _ program: RegisteredExecutable, _ found: ExecutableFile, _ status: FileStatus,
    at keyPath: String, _ report: DiagnosticList
  ) {
    // A script without #! is run by naming its interpreter, which needs no permission.
    let isRunByName = !program.isScript || program.namesInterpreter
    if isRunByName, !FileSystem.isExecutable(found.path) {
      report.add(
        .executableNotRunnable, .error, at: keyPath, "\(program.path) can't be executed.",
        remedy: "Run chmod +x \(program.path), or name the program itself.")
    }
    if !isRunByName, !found.isInterpreter {
      report.add(
        .executableNotStartable, .note, at: keyPath,
        "\(program.path) has no #! line, so nothing can be opened in the app unless it runs.",
        remedy: "Write #! and the path of its interpreter into the first line"
          + (FileSystem.isExecutable(found.path) ? "." : ", and run chmod +x \(program.path)."))
    }
    if found.isInterpreter {
      report.add(
        .executableIsInterpreter, .error, at: keyPath,
        "\(program.path) runs the programs of others, so it says nothing about the app and isn't "
          + "counted.",
        remedy: "Name the app's script.")
    } else if program.kind != .native {
      report.add(
        .executableIsScript, .note, at: keyPath,
        "\(program.path) is \(program.isScript ? "a script" : "an AppImage"), so the app is known by its "
          + "launcher or its own word only.",
        remedy: "For a better founded identity use a compiled program, Flatpak or snap.")
    }
    if status.permissions & 0o022 != 0 {
      report.add(
        .executableWritableByOthers, .warning, at: keyPath,
        "Other people may write to \(program.path) and so act as the app.",
        remedy: "Run chmod go-w \(program.path).")
    }
  }

  // MARK: - Desktop file and types

  private func checkDesktopFile(_ manifest: AppManifest, _ report: DiagnosticList) {
    guard let identifier = manifest.desktopFile else { return }
    let key = "FresnelDesktopFile"
    guard let found = desktopFiles.find(identifier) else {
      report.add(
        .desktopFileNotFound, .warning, at: key, "There is no desktop file \(identifier).desktop.",
        remedy: "Install it in share/applications, or mend the name.")
      return
    }
    guard let program = found.program, !manifest.executables.isEmpty else { return }
    let name = FileSystem.lastComponent(of: program)
    let names = manifest.executables.map { FileSystem.lastComponent(of: $0) }
    if !names.contains(name), !["flatpak", "snap"].contains(name),
      !ExecutableFile.isInterpreter(path: program)
    {
      report.add(
        .desktopFileRunsAnother, .warning, at: key,
        "\(found.path) starts \(program), which is none of the app's programs.",
        remedy: "Name in FresnelExecutable what runs in the end, or mend Exec.")
    }
  }

  private func checkTypes(_ manifest: AppManifest, _ report: DiagnosticList) {
    let own = Set(manifest.contentTypes.map { $0.identifier.lowercased() })
    let declared = Set(
      catalog.entries.flatMap { $0.manifest.contentTypes.map { $0.identifier.lowercased() } })
    let named =
      manifest.documentTypes.map { ("CFBundleDocumentTypes", $0.contentTypes) }
      + manifest.extensions.map { ("\($0.keyPath).NSExtensionAttributes", $0.contentTypes) }
    for (key, identifiers) in named {
      for identifier in identifiers
      where types.declaredType(identifier) == nil && !own.contains(identifier.lowercased())
        && !declared.contains(identifier.lowercased())
        && !ContentTypeIdentifier.isDynamic(identifier)
      {
        report.add(
          .unknownType, .warning, at: key, "Nothing declares the content type \(identifier).",
          remedy: "Mend its spelling, or declare it in UTImportedTypeDeclarations.")
      }
    }
  }

  // MARK: - Place

  private func checkPlace(
    _ manifest: AppManifest, _ file: ManifestFile, _ report: DiagnosticList
  ) {
    if !file.hasOwnName {
      report.add(
        .fileNameDiffers, .warning, at: "",
        "The file is not named after its app, so one that is comes first.",
        remedy: "Rename it to \(AppIdentifier.fileName(of: manifest.identifier)).")
    }
    if let entry = catalog.entry(manifest.identifier), entry.file.path != file.path {
      report.add(
        .standsBehindAnother, .warning, at: "CFBundleIdentifier",
        "\(entry.file.path) counts for \(manifest.identifier), not this file.",
        remedy: "Remove one of the two.")
    }
  }
}
