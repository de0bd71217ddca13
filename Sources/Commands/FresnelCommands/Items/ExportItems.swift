internal import FresnelEngine
internal import FresnelModel

/// `fresnel export`: writes items as lines of JSON.
struct ExportItems: Subcommand {
  static let definition = CommandDefinition(
    name: "export", summary: "Write items as lines of JSON that fresnel index reads back",
    discussion: """
      Each line is an item with all its attributes. Items of several apps are told apart only by their \
      identifiers, so export one app at a time to read it back.
      """,
    options: [SharedOptions.app.definition, SharedOptions.store.definition],
    examples: [
      Example("a backup of an app's items", "fresnel export --app movies > movies.jsonl"),
      Example("the same, packed", "fresnel export --app movies | gzip > movies.jsonl.gz"),
    ])

  private let apps: [String]
  private let store: String?

  init(_ arguments: ParsedArguments) throws(CommandError) {
    apps = try arguments(SharedOptions.app)
    store = try arguments(SharedOptions.store)
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let stores = try StoreSet.opened(StoreLocations(option: store, context: context), for: context)
    var failures = 0
    stores.forEachItem(in: try stores.filter(apps: apps)) { _, _, encoded in
      do throws(ModelError) {
        context.console.writeLine(exportLine(of: try encoded.item()))
      } catch {
        failures += 1
        context.warn("an item cannot be read: \(error.message)")
      }
      return true
    }
    return failures == 0 ? .success : .incomplete
  }
}
