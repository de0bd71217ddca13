internal import CommandKit
internal import FresnelModel
internal import FresnelPlatform
internal import SpotlightClient
internal import SpotlightWire
internal import Synchronization

/// Where a command gets passphrases from: the terminal, or a descriptor for programs.
final class PassphraseSource: Sendable {
  static let option = Option.text(
    "passphrase-descriptor", "N",
    "Read passphrases from the open descriptor N, a line each, instead of asking at the terminal; 0 is standard "
      + "input")

  private let descriptor: Int32?
  /// From the first question on, so that nothing shows that is typed before the next.
  private let terminal = Mutex<SecretTerminal?>(nil)

  init(_ arguments: ParsedArguments) throws(CommandError) {
    descriptor = try arguments(Self.option).map { (text) throws(CommandError) in
      guard let number = Int32(text), number >= 0 else {
        throw .usage("--passphrase-descriptor takes the number of an open descriptor")
      }
      return number
    }
  }

  /// Whether a person is asked, who can be asked again.
  var isPerson: Bool { descriptor == nil }

  /// Reads a passphrase.
  ///
  /// - Parameter prompt: What a person is asked.
  /// - Returns: The passphrase in UTF-8.
  /// - Throws: ``CommandError`` when there is none.
  func line(_ prompt: String) throws(CommandError) -> [UInt8] {
    guard let line = try lineIfAny(prompt) else { throw .usage("no \(prompt) came") }
    return line
  }

  /// Reads a passphrase that need not be there.
  ///
  /// - Parameter prompt: What a person is asked.
  /// - Returns: The passphrase in UTF-8; `nil` at the end of the input.
  /// - Throws: ``CommandError`` when it cannot be read.
  func lineIfAny(_ prompt: String) throws(CommandError) -> [UInt8]? {
    // Neither other processes nor a core file show what is typed. Where that cannot be had, typing is still wanted.
    try? ProcessHardening.apply()
    do throws(SecretLine.Failure) {
      if let descriptor { return try SecretLine.read(from: descriptor) }
      return try openTerminal().ask(prompt + ": ")
    } catch {
      switch error {
      case .noTerminal:
        throw .usage(
          "there is no terminal to ask for a passphrase at",
          advice: "give it by --passphrase-descriptor, such as 0 for standard input")
      case .cancelled: throw CommandError(.interrupted, "nothing was changed")
      case .ended: return nil
      case .unreadable(let reason):
        throw CommandError(
          .system, "the passphrase can't be read: \(reason.withoutFullStop)")
      case .tooLong:
        throw .usage("a passphrase has at most \(SecretLine.longestByteCount) bytes")
      }
    }
  }

  private func openTerminal() throws(SecretLine.Failure) -> SecretTerminal {
    try terminal.withLock { (terminal) throws(SecretLine.Failure) in
      if let terminal { return terminal }
      guard let opened = try? SecretTerminal() else { throw .noTerminal }
      terminal = opened
      return opened
    }
  }

  /// Refuses what comes from a descriptor after the last passphrase: who wrote it takes the lines before for others
  /// than they are. A person is not waited for.
  ///
  /// - Parameter expected: What was read, in words.
  /// - Throws: ``CommandError`` when more comes, or when it cannot be told.
  func expectEnd(after expected: String) throws(CommandError) {
    guard let descriptor else { return }
    let file = FileDescriptor(
      adopting: descriptor, path: "descriptor \(descriptor)", closing: false)
    guard !Terminal.isTerminal(file) else { return }
    do throws(SecretLine.Failure) {
      _ = try SecretLine.read(from: descriptor)
    } catch {
      switch error {
      case .ended: return
      case .unreadable(let reason):
        throw CommandError(
          .system, "the passphrase can't be read: \(reason.withoutFullStop)")
      case .noTerminal, .cancelled, .tooLong: break
      }
    }
    throw .usage("more came than \(expected); nothing was changed")
  }

  /// Gives the terminal back as it was, once no passphrase is asked for any more.
  func close() { terminal.withLock { $0 = nil } }

  /// A passphrase that is new, which a person types twice.
  func newLine() throws(CommandError) -> [UInt8] {
    let line = try line("new passphrase")
    guard !line.isEmpty else { throw .usage("a passphrase has at least one character") }
    guard isPerson else { return line }
    guard try self.line("the same again") == line else {
      throw .usage("the two passphrases are not the same; nothing was changed")
    }
    return line
  }
}

/// An encrypted class as the daemon's order `keys` reports it.
struct ClassKeyReport {
  /// The class.
  let protection: ProtectionClass
  /// Its name.
  let name: String
  /// Whether a passphrase opens it.
  let hasPassphrase: Bool
  /// Whether it waits for its key.
  let isUnavailable: Bool
  /// Whether it is open.
  let isOpen: Bool
  /// Why it can't be told what opens it, in words for the end of a line.
  let failure: String?
  private let entry: JSONValue

  /// All classes of a daemon.
  static func all(over connection: ServiceConnection) throws(CommandError) -> [ClassKeyReport] {
    try connection.report(on: "keys").list("classes").compactMap(ClassKeyReport.init)
  }

  private init?(_ entry: JSONValue) {
    name = entry.text("class")
    guard let protection = ProtectionClass(name: name) else { return nil }
    self.protection = protection
    hasPassphrase = entry.list("methods").contains(.string("passphrase"))
    isUnavailable = entry.text("state") == "unavailable"
    isOpen = entry.text("state") == "open"
    failure = entry["failure"] == nil ? nil : withoutControls(entry.text("failure"))
    self.entry = entry
  }

  /// As it is printed.
  var json: JSONValue { entry }

  /// Whether something opens the class beside a passphrase.
  var isOpenedByMore: Bool { hasPassphrase && entry.list("methods").count > 1 }

  /// A line for a person.
  var line: String {
    if let failure { return padded(withoutControls(name), to: 12) + "  " + failure }
    let methods = entry.list("methods").compactMap { method in
      if case .string(let text) = method { withoutControls(text) } else { nil }
    }
    return padded(withoutControls(name), to: 12) + "  opened by "
      + (methods.isEmpty ? "nothing yet" : methods.joined(separator: " or "))
  }
}

/// `fresnel protect passphrase`: what a person types opens protected indexes.
struct ProtectByPassphrase: Subcommand {
  private static let classes = Option.list(
    "class", "CLASS", "Which class: complete, unless-open or first-unlock (default: the first two)",
    completion: .words(ProtectionClass.allCases.filter { $0 != .none }.map(\.name)))
  private static let only = Option.flag(
    "only", "Remove everything else that opens the class: the keyring's secret, the local key file")
  private static let remove = Option.flag(
    "remove", "Remove the passphrase; the keyring or a local key file opens the class then")

  static let definition = CommandDefinition(
    name: "protect passphrase",
    summary: "Set, change or remove the passphrase of protected indexes",
    discussion: """
      Sets or changes a passphrase that opens the classes complete and unless-open. What opened them before \
      still does: fresnel unlock asks for the passphrase only where nothing else opens a class. With --only \
      nothing else opens them any more: whoever steals the disk, or runs programs as you \
      while the screen is locked, then has to guess the passphrase. Nobody can reset a passphrase that is \
      forgotten: the items are lost with it.

      Most apps use the class first-unlock. With --only, none of its items are found after a login until \
      fresnel unlock was given its passphrase. Use another passphrase for it than for the other classes: \
      the process that serves it learns it.

      From a descriptor come the present passphrase, where there is one, and then the new one, a line each. The \
      command waits for the end of the descriptor, and changes nothing if there are more lines.
      """,
    options: [
      classes.definition, only.definition, remove.definition, PassphraseSource.option.definition,
      SharedOptions.json.definition,
    ],
    examples: [
      Example("set one, or change it", "fresnel protect passphrase"),
      Example("have nothing else open the classes", "fresnel protect passphrase --only"),
      Example("from a program", "fresnel protect passphrase --passphrase-descriptor 0 < lines"),
      Example("do without", "fresnel protect passphrase --remove"),
    ])

  private let chosen: [ProtectionClass]
  private let isOnly: Bool
  private let removes: Bool
  private let source: PassphraseSource
  private let asJSON: Bool

  init(_ arguments: ParsedArguments) throws(CommandError) {
    let names = try arguments(Self.classes)
    chosen = try names.map { (name) throws(CommandError) in
      guard let protection = ProtectionClass(name: name), protection != .none else {
        throw .usage(
          "\"\(withoutControls(name))\" is no encrypted class",
          advice: "use complete, unless-open or first-unlock")
      }
      return protection
    }
    isOnly = try arguments(Self.only)
    removes = try arguments(Self.remove)
    source = try PassphraseSource(arguments)
    asJSON = try arguments(SharedOptions.json)
    if isOnly, removes { throw .usage("--only and --remove do not go together") }
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    defer { source.close() }
    let connection = try DaemonReach.required(context)
    defer { connection.close() }
    let reports = try ClassKeyReport.all(over: connection).filter { report in
      chosen.isEmpty ? report.protection.isLockable : chosen.contains(report.protection)
    }
    if let closed = reports.first(where: { $0.failure != nil }), let failure = closed.failure {
      throw CommandError(.store, "\(closed.name): \(failure)", advice: "see fresnel doctor")
    }
    if removes, let bare = reports.first(where: { !$0.hasPassphrase }) {
      throw CommandError(.store, "the class \(bare.name) has no passphrase")
    }
    // One passphrase for all classes. Classes with different passphrases are changed one at a time, by --class.
    var current: [UInt8] = []
    if reports.contains(where: \.hasPassphrase) {
      current = try source.line("current passphrase")
    }
    // Checked for all classes before the first one is changed.
    for report in reports where report.hasPassphrase {
      try send(Unlock(protection: report.protection, passphrase: current), report, connection)
    }
    var new: [UInt8]?
    if !removes { new = try source.newLine() }
    let isSet = reports.contains(where: \.hasPassphrase)
    try source.expectEnd(
      after: removes
        ? "the current passphrase"
        : isSet
          ? "the current passphrase and the new one"
          : "the new passphrase, and none is set yet")
    var changed: [String] = []
    for report in reports {
      let request = Unlock(
        protection: report.protection, passphrase: report.hasPassphrase ? current : [],
        newPassphrase: new, purpose: removes ? .remove : isOnly ? .setAlone : .set)
      do throws(CommandError) {
        try send(request, report, connection)
      } catch {
        guard !changed.isEmpty else { throw error }
        throw CommandError(
          error.status, error.message,
          advice:
            "\(changed.joined(separator: " and ")) is changed; repeat this command with --class "
            + report.name)
      }
      changed.append(report.name)
    }
    let after = try ClassKeyReport.all(over: connection)
    for report in after { context.console.writeLine(asJSON ? report.json.printed() : report.line) }
    let names = Set(changed)
    if !removes, !asJSON,
      after.contains(where: { names.contains($0.name) && $0.isOpenedByMore })
    {
      context.console.writeLine(
        "fresnel unlock does not ask for the passphrase while something else opens the class; --only "
          + "removes that")
    }
    return .success
  }

  private func send(
    _ request: Unlock, _ report: ClassKeyReport, _ connection: ServiceConnection
  ) throws(CommandError) {
    do throws(ServiceError) {
      try connection.unlock(request)
    } catch {
      throw CommandError(
        passphrase: error, of: report.name,
        advice: "with different passphrases for classes, name one by --class")
    }
  }
}

extension CommandError {
  /// Why the daemon did not take a passphrase.
  init(passphrase error: ServiceError, of name: String, advice: String? = nil) {
    guard error.code == .refused else {
      self = CommandError(error)
      return
    }
    self.init(.store, "\(name): \(error.message.withoutFullStop)", advice: advice)
  }
}
