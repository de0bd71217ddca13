package import FresnelApps
internal import FresnelModel
internal import FresnelPlatform
package import SpotlightWire

/// Reads the facts that launching goes by: manifests, desktop files, lists of handlers. May be used on any
/// thread; takes the time that reading files takes.
package struct LaunchFactReader: Sendable {
  private let apps: AppRegistry
  private let environment: [String: String]
  private let home: String
  private let files: DesktopFiles
  private let locales: [String]

  /// The programs that may run an app's program in a terminal, and open a URL as the desktop does.
  private static let terminal = "xdg-terminal-exec", opener = "xdg-open"
  private static let flatpaks = ["/usr/bin/flatpak", "/usr/local/bin/flatpak"]

  /// Makes a reader.
  ///
  /// - Parameters:
  ///   - apps: The manifests.
  ///   - dataDirectories: Where desktop files are, below `applications`.
  ///   - environment: Names the desktop, the language, directories, and where programs are.
  ///   - home: The person's home directory.
  package init(
    apps: AppRegistry, dataDirectories: [String], environment: [String: String], home: String
  ) {
    self.apps = apps
    self.environment = environment
    self.home = home
    files = DesktopFiles(dataDirectories: dataDirectories)
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }
      .first { !$0.isEmpty }
    locales = desktopLocales(for: locale ?? "C")
  }

  /// The facts about a target and its app, but those about clients.
  package func facts(of target: WireTarget) -> LaunchFacts {
    var facts = target.app.map { self.facts(ofApp: $0.identifier) } ?? LaunchFacts(appName: "")
    facts.terminal = path(of: Self.terminal).map { [$0] }
    guard case .url(let url, _) = target, let scheme = LinkURL.scheme(of: url) else {
      return facts
    }
    facts.opener = path(of: Self.opener).map { [$0] }
    facts.file = LinkURL.path(of: url).flatMap(FileFacts.read)
    let type = scheme == "file" ? SchemeHandlers.folderType : SchemeHandlers.type(ofScheme: scheme)
    facts.handlers = SchemeHandlers.read(environment, home: home).identifiers(for: type)
      .compactMap(desktopFile)
    return facts
  }

  /// The target with the app that is to open it. A place of nobody goes to a registered app that gives directions,
  /// the first by identifier, where the person has no program for places.
  package func addressed(_ target: WireTarget) -> WireTarget {
    guard case .url(let url, nil) = target, LinkURL.scheme(of: url) == "geo",
      facts(of: target).handlers.isEmpty
    else { return target }
    let guides = apps.catalog.entries.lazy.map(\.manifest)
      .filter { !$0.directionsModes.isEmpty }.map(\.identifier)
      .filter { identifier in
        let facts = self.facts(ofApp: identifier)
        return facts.desktop != nil || facts.program != nil
      }
    return guides.min().map { .url(url, app: $0) } ?? target
  }

  /// The registered apps in which a search can go on, as far as they can be started or run.
  ///
  /// - Parameters:
  ///   - hidden: The apps that the person left out of searches.
  ///   - indexed: Those that have items.
  ///   - isRunning: Whether an app has a client that takes activities.
  /// - Returns: The apps, about which nothing is known yet that was learnt.
  package func continuationApps(
    hidden: Set<String>, indexed: Set<String>, isRunning: (AppIdentity) -> Bool
  ) -> [ContinuationOrder.Candidate] {
    apps.catalog.entries.compactMap { entry in
      let identifier = entry.manifest.identifier
      guard entry.manifest.continuesSearch, !hidden.contains(identifier) else { return nil }
      let facts = self.facts(ofApp: identifier)
      guard
        facts.desktop != nil || facts.program != nil
          || isRunning(AppIdentity(identifier: identifier))
      else { return nil }
      return ContinuationOrder.Candidate(
        app: ContinuationApp(app: identifier, name: facts.appName),
        hasIndex: indexed.contains(identifier))
    }
  }

  /// Where a program is that the environment's `PATH` leads to.
  private func path(of program: String) -> String? {
    Command.path(of: program, in: environment["PATH"] ?? Environment["PATH"])
  }

  // MARK: - An app

  private func facts(ofApp identifier: String) -> LaunchFacts {
    let manifest = apps.catalog.entry(identifier)?.manifest
    let desktop = desktopFile(manifest?.desktopFile ?? identifier)
    let name = desktop?.name ?? manifest?.name ?? FileSystem.lastComponent(of: identifier)
    var facts = LaunchFacts(appName: name)
    facts.manifest = manifest
    facts.desktop = desktop
    facts.program = manifest.flatMap(Self.program)
    return facts
  }

  /// The command line of the app's own program; that of a Flatpak is a path inside its sandbox.
  private static func program(of manifest: AppManifest) -> [String]? {
    guard let program = manifest.executables.first else { return nil }
    guard manifest.isOfFlatpak else { return [program] }
    // Whatever is at that path outside of the sandbox is another program.
    guard let flatpak = flatpaks.first(where: FileSystem.exists) else { return nil }
    return [flatpak, "run", "--command=\(program)", manifest.identifier]
  }

  /// A desktop file whose program is installed.
  package func desktopFile(_ identifier: String) -> LaunchableDesktopFile? {
    guard let (path, entry) = files.entry(of: identifier) else { return nil }
    guard
      var file = LaunchableDesktopFile(
        entry, identifier: identifier, path: path, locales: locales)
    else { return nil }
    if let needed = file.neededProgram, self.path(of: needed) == nil { return nil }
    file.followLinks(in: environment["PATH"] ?? Environment["PATH"])
    return file
  }
}
