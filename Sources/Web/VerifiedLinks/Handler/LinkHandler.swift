internal import FresnelApps
package import FresnelLaunching
internal import FresnelModel
package import FresnelPlatform
package import WebAddresses

/// `fresnel open` as the desktop's program for web links, and the person's browser behind it.
package struct LinkHandler: Sendable {
  /// The identifier of the desktop file.
  package static let identifier = "org.fresnel.Links"
  /// The schemes that it takes.
  package static let schemes = ["http", "https", FresnelAddress.scheme]
  /// The largest list that is read, in bytes.
  private static let maximumByteCount = 4 << 20
  /// Programs that hand a link to the desktop's program, which would be us again.
  private static let forwarders: Set<String> = [
    "fresnel", "xdg-open", "gio", "exo-open", "kde-open",
  ]

  private let base: BaseDirectories
  private let environment: [String: String]

  /// Works with a person's files.
  package init(of base: BaseDirectories, environment: [String: String]) {
    self.base = base
    self.environment = environment
  }

  /// Whether it is the desktop's program for web links now.
  package var isRegistered: Bool {
    let handlers = SchemeHandlers.read(environment, home: base.home)
    return Self.schemes.allSatisfy { scheme in
      handlers.identifiers(for: SchemeHandlers.type(ofScheme: scheme)).first == Self.identifier
    }
  }

  /// Makes it the desktop's program for web links, and remembers what was it before.
  ///
  /// - Parameter program: The path of `fresnel`.
  /// - Throws: `SystemError`, also when the person's list or what was noted before cannot be read.
  package func register(program: String) throws(SystemError) {
    // What cannot be read is not replaced, so these come first.
    var list = try self.list()
    var former = try storedFormerPrograms()
    // A backslash counts twice: in the value, and in the command line that the value is.
    let quoted = program.flatMap { character in
      switch character {
      case "\"", "`", "$", "\\": "\\\\\(character)"
      case "%": "%%"
      default: String(character)
      }
    }
    try FileSystem.createDirectory(FileSystem.parent(of: desktopFile))
    try FileSystem.write(
      Array(
        """
        [Desktop Entry]
        Type=Application
        Name=Fresnel Links
        Comment=Opens web links in the apps that their sites vouch for
        Exec="\(String(quoted))" open %u
        NoDisplay=true
        MimeType=\(Self.schemes.map { SchemeHandlers.type(ofScheme: $0) + ";" }.joined())

        """.utf8), to: desktopFile)
    for scheme in Self.schemes {
      let type = SchemeHandlers.type(ofScheme: scheme)
      let value = list.value(of: type)
      // Registering twice must not make it its own predecessor.
      if value != "\(Self.identifier).desktop" { former[scheme] = value }
      list.set("\(Self.identifier).desktop", for: type)
    }
    try keep(former)
    try FileSystem.createDirectory(base.configuration)
    try FileSystem.write(Array(list.text.utf8), to: listPath)
  }

  /// Gives web links back to the program that had them before.
  ///
  /// - Returns: Whether it was registered.
  /// - Throws: `SystemError`, also when the person's list or what was noted before cannot be read.
  @discardableResult
  package func unregister() throws(SystemError) -> Bool {
    var list = try self.list()
    var wasRegistered = FileSystem.exists(desktopFile)
    let former = try storedFormerPrograms()
    for scheme in Self.schemes {
      let type = SchemeHandlers.type(ofScheme: scheme)
      guard list.value(of: type) == "\(Self.identifier).desktop" else { continue }
      wasRegistered = true
      list.set(former[scheme], for: type)
    }
    if wasRegistered, FileSystem.exists(listPath) {
      try FileSystem.write(Array(list.text.utf8), to: listPath)
    }
    for path in [desktopFile, formerPath] where FileSystem.exists(path) {
      try FileSystem.removeFile(path)
    }
    return wasRegistered
  }

  /// The person's browser for a link; never a program that leads back here.
  ///
  /// The program that had web links before comes first, then those of the desktop's lists.
  ///
  /// - Parameters:
  ///   - url: The link, of the web.
  ///   - hasTerminal: Whether a browser that needs a terminal will do.
  /// - Returns: The program, and whether it needs a terminal; `nil` where there is none.
  /// - Throws: `LaunchFailure` when the link would be read as part of a command.
  package func browser(
    for url: String, hasTerminal: Bool
  ) throws(LaunchFailure) -> (program: StartedProgram, needsTerminal: Bool)? {
    let browser = Command.path(of: "x-www-browser").map { [$0] }
    return try program(for: url, hasTerminal: hasTerminal, orElse: browser)
  }

  /// The person's software centre for an app.
  ///
  /// - Parameters:
  ///   - app: The app.
  ///   - hasTerminal: Whether a program that needs a terminal will do.
  /// - Returns: The program, and whether it needs a terminal; `nil` where there is none.
  /// - Throws: `LaunchFailure` when the address would be read as part of a command.
  package func softwareCentre(
    for app: AppStreamIdentifier, hasTerminal: Bool
  ) throws(LaunchFailure) -> (program: StartedProgram, needsTerminal: Bool)? {
    try program(for: app.address, hasTerminal: hasTerminal, orElse: nil)
  }

  /// The program for an address: the one that had its scheme before, else those of the desktop's lists, else another one.
  private func program(
    for url: String, hasTerminal: Bool, orElse opener: [String]?
  ) throws(LaunchFailure) -> (program: StartedProgram, needsTerminal: Bool)? {
    let scheme = url.prefix { $0 != ":" }
    let former = (formerPrograms[String(scheme)] ?? "").split(separator: ";")
      .filter { $0.hasSuffix(".desktop") }.map { String($0.dropLast(".desktop".count)) }
    let listed = SchemeHandlers.read(environment, home: base.home)
      .identifiers(for: SchemeHandlers.type(ofScheme: String(scheme)))
    let files = DesktopFiles(dataDirectories: [base.data] + base.systemData)
    var facts = LaunchFacts(appName: "")
    facts.hasTerminal = hasTerminal
    facts.opener = opener
    facts.handlers = (former + listed).compactMap { identifier in
      guard identifier != Self.identifier, let (path, entry) = files.entry(of: identifier),
        var file = LaunchableDesktopFile(entry, identifier: identifier, path: path),
        file.neededProgram.map({ Command.path(of: $0) != nil }) ?? true,
        file.command.map(Self.opensItself) ?? false
      else { return nil }
      file.followLinks(in: Environment["PATH"])
      return file
    }
    let step: LaunchStep?
    do throws(LaunchFailure) {
      step = try LaunchPlan.make(trusting: url, facts).steps.first
    } catch {
      if error.cause == .unsafeCommand { throw error }
      return nil
    }
    switch step {
    case .start(let program): return (program, false)
    case .runInSurface(let program): return (program, true)
    case .deliver, .activate, .showInFolder, nil: return nil
    }
  }

  /// Whether a command line is one of a program that is there and shows addresses itself.
  private static func opensItself(_ command: ExecLine) -> Bool {
    // "env NAME=VALUE program" starts the program behind it.
    let names = command.words.prefix { !$0.contains("%") }.map { FileSystem.lastComponent(of: $0) }
    return forwarders.isDisjoint(with: names)
      && command.words.first.map { Command.path(of: $0) != nil } ?? false
  }

  // MARK: - Files

  private var desktopFile: String { "\(base.data)/applications/\(Self.identifier).desktop" }
  private var listPath: String { "\(base.configuration)/mimeapps.list" }
  private var formerPath: String { "\(base.state)/fresnel/links/handler.json" }

  /// The person's list; a file that is there and cannot be read is an error, since it is about to be replaced.
  private func list() throws(SystemError) -> MimeAppsList {
    let bytes = try FileSystem.contentToReplace(listPath, maximumByteCount: Self.maximumByteCount)
    return MimeAppsList(String(decoding: bytes ?? [], as: UTF8.self))
  }

  /// What had the schemes before, as the list named it, as far as it can be read.
  private var formerPrograms: [String: String] {
    let file = try? FileSystem.regularFile(formerPath, maximumByteCount: Self.maximumByteCount)
    return file.flatMap { Self.programs(in: $0.bytes) } ?? [:]
  }

  /// What had the schemes before, for who is about to write it anew or remove it. What is damaged is copied to
  /// another name.
  private func storedFormerPrograms() throws(SystemError) -> [String: String] {
    guard
      let bytes = try FileSystem.contentToReplace(
        formerPath, maximumByteCount: Self.maximumByteCount)
    else { return [:] }
    if let programs = Self.programs(in: bytes) { return programs }
    try FileSystem.keepDamaged(bytes, of: formerPath)
    return [:]
  }

  private static func programs(in bytes: [UInt8]) -> [String: String]? {
    guard case .object(let members)? = try? JSONValue.parse(bytes) else { return nil }
    var programs: [String: String] = [:]
    for member in members where schemes.contains(member.name) {
      if case .string(let value) = member.value { programs[member.name] = value }
    }
    return programs
  }

  private func keep(_ former: [String: String]) throws(SystemError) {
    try FileSystem.createDirectory(FileSystem.parent(of: formerPath))
    let json = JSONValue.object(
      former.sorted { $0.key < $1.key }.map { JSONMember($0.key, .string($0.value)) })
    try FileSystem.write(Array(json.text().utf8), to: formerPath)
  }
}
