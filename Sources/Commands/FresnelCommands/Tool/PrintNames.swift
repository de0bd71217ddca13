internal import CommandKit
internal import Dispatch
internal import FresnelApps
internal import FresnelEngine
internal import FresnelModel
internal import Synchronization

/// `fresnel names`: prints the names that a shell completes the values of options and operands with, one on each line.
/// It says nothing of what goes wrong, as the person is typing.
struct PrintNames: Subcommand {
  /// What has names.
  private enum Kind: String, CaseIterable {
    case apps
    case attributes
  }

  /// Names of apps that have items, and of those that are registered.
  static let apps = Completion.names(Kind.apps.rawValue)
  /// Names of attributes.
  static let attributes = Completion.names(Kind.attributes.rawValue)

  static let definition = CommandDefinition(
    name: "names", summary: "Print the names that shells complete words with",
    operands: [
      OperandDefinition(
        "KIND", "what has the names", completion: .words(Kind.allCases.map(\.rawValue)))
    ], isHidden: true)

  private let kind: Kind

  init(_ arguments: ParsedArguments) throws(CommandError) {
    guard let kind = Kind(rawValue: arguments.operands[0]) else {
      throw .usage(
        "there are no names of \(withoutControls(arguments.operands[0]))",
        advice: "use one of \(Kind.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    self.kind = kind
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let names = kind == .apps ? Self.apps(in: context) : AttributeTable.all.map(\.swiftName)
    for name in names where Self.isWord(name) { context.console.writeLine(name) }
    return names.isEmpty ? .incomplete : .success
  }

  /// How long who presses Tab waits for the daemon: to take the connection, and to answer then.
  private static let patience = (connection: Duration.milliseconds(500), answer: 2)

  private static func apps(in context: CommandContext) -> [String] {
    var silent = context
    silent.console = .silent
    silent.daemonPatience = patience.connection
    let locations = StoreLocations(option: nil, context: silent)
    let files = StoreSet(opening: locations).members.filter { !($0.library is DaemonLibrary) }
    var indexes = files.flatMap { (try? $0.library.indexes()) ?? [] }
    if let daemon = locations.daemon { indexes += answer(of: daemon) }
    let filled = indexes.filter { $0.itemCount > 0 }.map(\.scope.app)
    let registered = AppWorld(silent).registry.catalog.entries.map(\.manifest.identifier)
    return Set(filled + registered).sorted()
  }

  /// The indexes that a daemon tells of in time; one may take the connection and say nothing from then on.
  private static func answer(of daemon: DaemonLibrary) -> [IndexCount] {
    let answer = Mutex<[IndexCount]>([])
    let isThere = DispatchSemaphore(value: 0)
    DispatchQueue(label: "fresnel.names").async {
      let indexes = (try? daemon.readableIndexes().indexes) ?? []
      answer.withLock { $0 = indexes }
      isThere.signal()
    }
    _ = isThere.wait(timeout: .now() + .seconds(patience.answer))
    return answer.withLock { $0 }
  }

  /// Whether a shell takes a name for one word that means itself.
  private static func isWord(_ name: String) -> Bool {
    name.utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        || "0123456789._-".utf8.contains(byte)
    }
  }
}
