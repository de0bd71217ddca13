internal import CommandKit
internal import FresnelApps
internal import FresnelEngine
internal import FresnelModel

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

  private static func apps(in context: CommandContext) -> [String] {
    var silent = context
    silent.console = .silent
    silent.daemonPatience = .milliseconds(500)
    let stores = StoreSet(opening: StoreLocations(option: nil, context: silent))
    let filled = stores.readableIndexes().indexes.filter { $0.itemCount > 0 }.map(\.scope.app)
    let registered = AppWorld(silent).registry.catalog.entries.map(\.manifest.identifier)
    return Set(filled + registered).sorted()
  }

  /// Whether a shell takes a name for one word that means itself.
  private static func isWord(_ name: String) -> Bool {
    name.utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        || "0123456789._-".utf8.contains(byte)
    }
  }
}
