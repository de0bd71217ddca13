internal import CommandKit
internal import FresnelEngine
internal import FresnelModel

/// `fresnel export`: writes items as lines of JSON.
struct ExportItems: Subcommand {
  static let definition = CommandDefinition(
    name: "export", summary: "Write items as lines of JSON that fresnel index reads back",
    discussion: """
      Each line is an item with its app, its index and all its attributes, so that one file holds \
      everything. Client states are not written: they belong to the apps. What cannot be read now is named \
      on standard error, with how many items are missing where that is known, and the rest is written; the exit \
      status is 1 then, and where there is nothing to write.
      """,
    options: [SharedOptions.app.definition, SharedOptions.store.definition],
    examples: [
      Example("everything, packed", "fresnel export | gzip > items.jsonl.gz"),
      Example("the items of one app", "fresnel export --app movies > movies.jsonl"),
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
    let count = ItemCounter()
    let notice = InterruptNotice(on: context.console) {
      "the export is not whole: it has at most \(counted(count.value, "item"))"
    }
    defer { notice.end() }
    let filter = try stores.filter(apps: apps)
    let missing = try stores.forEachItem(in: filter) { _, scope, encoded in
      do throws(ModelError) {
        context.console.writeLine(exportLine(of: try encoded.item(), in: scope))
        count.add(1)
      } catch {
        failures += 1
        context.warn("an item cannot be read: \(error.message)")
      }
      return true
    }
    StoreSet.warn(of: missing, context)
    for loss in stores.earlierLosses(in: filter) { context.warn(loss) }
    let isWhole = failures == 0 && missing.isEmpty && !stores.lacksItems(in: filter)
    if !isWhole {
      let written = "\(counted(count.value, "item")) \(count.value == 1 ? "was" : "were") written"
      context.warn("\(written), and \(stores.missingText(in: filter, besides: failures))")
    } else if count.value == 0 {
      context.warn("there are no items to write")
    }
    return isWhole && count.value > 0 ? .success : .incomplete
  }
}
