internal import CommandKit
internal import FresnelEngine
internal import FresnelModel
internal import FresnelPlatform

/// `fresnel import`: imports what this machine holds.
struct ImportItems: Subcommand {
  private static let force = Option.flag(
    "force", short: "f", "Read everything anew, even where nothing seems to have changed")

  static let definition = CommandDefinition(
    name: "import", summary: "Import applications, manual pages and packages of this machine",
    discussion: """
      applications are read from desktop files, with names in your language, icons and actions; manuals \
      from the manual path, with name, section, summary and text; packages from the database of dpkg. \
      all stands for the three.

      Importing again replaces what changed and removes what is gone; a source that has not changed is \
      left alone. What comes from a directory that cannot be listed, from a file that cannot be read or from a \
      file system that is not mounted now stays, which is said; the exit status is then 1. --force removes what \
      comes from file systems that are not mounted.
      """,
    operands: [
      OperandDefinition(
        "SOURCE", "applications, manuals, packages or all", count: .oneOrMore,
        completion: .words(ImportSource.allCases.map(\.rawValue) + ["all"]))
    ],
    options: [
      force.definition, SharedOptions.json.definition, SharedOptions.store.definition,
    ],
    examples: [
      Example("everything", "fresnel import all"),
      Example("after installing packages", "fresnel import packages applications"),
    ])

  private let sources: [ImportSource]
  private let isForced: Bool
  private let asJSON: Bool
  private let store: String?

  init(_ arguments: ParsedArguments) throws(CommandError) {
    var sources: [ImportSource] = []
    for word in arguments.operands {
      let named =
        word == "all" ? ImportSource.allCases : [ImportSource(rawValue: word)].compactMap { $0 }
      if named.isEmpty {
        let words = ImportSource.allCases.map(\.rawValue) + ["all"]
        let near = nearest(to: word, among: words).map { "did you mean \($0)?" }
        throw .usage(
          "there is no source \"\(word)\"", advice: near ?? "use \(words.joined(separator: ", "))")
      }
      for source in named where !sources.contains(source) { sources.append(source) }
    }
    self.sources = sources
    isForced = try arguments(Self.force)
    asJSON = try arguments(SharedOptions.json)
    store = try arguments(SharedOptions.store)
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let locations = StoreLocations(option: store, context: context)
    let library = try StoreWriter.opened(locations, for: context)
    defer { library.close() }
    var hadWarnings = false
    let written = ItemCounter()
    let notice = SourceImport.interruptNotice(counting: written, context)
    defer { notice.end() }
    for source in sources {
      let result = try SourceImport(source: source, isForced: isForced, written: written)
        .run(into: library, context)
      hadWarnings = hadWarnings || result.warningCount > 0
      context.console.writeLine(asJSON ? result.json(source).printed() : result.sentence(source))
    }
    return hadWarnings ? .incomplete : .success
  }
}
