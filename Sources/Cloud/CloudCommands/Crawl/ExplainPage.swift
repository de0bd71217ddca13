internal import CommandKit
internal import CrawlRules
internal import Crawler
internal import FresnelEngine
internal import FresnelModel
internal import FresnelPlatform
internal import PublicIndex
internal import WebAddresses
internal import WebDocuments

/// `fresnel-cloud why`: why a page is not in the index.
struct ExplainPage: Subcommand {
  static let definition = CommandDefinition(
    name: "why", summary: "Tell why a page is in the index, or why it is not",
    discussion: """
      Says what keeps a page out of the index: its site is not crawled, nothing led to it yet, robots.txt, \
      “noindex”, an answer that is no page, a redirection, or another page that stands for it because it is \
      named as canonical or is nearly the same. May be asked while a crawl runs. The exit status is 1 when the \
      page is not in the index.
      """,
    operands: [OperandDefinition("URL", "the address of a page")],
    options: [CloudData.option.definition, SharedOptions.json.definition],
    examples: [
      Example("of a page that isn't found", "fresnel-cloud why https://example.org/recipes/soup"),
      Example("for a program", "fresnel-cloud why --json https://example.org/"),
    ])

  private let url: WebURL
  private let data: String?
  private let asJSON: Bool

  init(_ arguments: ParsedArguments) throws(CommandError) {
    let word = arguments.operands[0]
    guard let url = WebURL(word.contains("://") ? word : "https://\(word)"), url.isHTTP else {
      throw CommandError.usage("“\(withoutControls(word))” is no address of a page")
    }
    self.url = url
    data = try arguments(CloudData.option)
    asJSON = try arguments(SharedOptions.json)
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let data = CloudData(data, in: context)
    guard FileSystem.exists(data.crawl) else {
      throw CommandError(
        .incomplete, "there was no crawl in \(withoutControls(data.directory)) yet")
    }
    let now = CrawlClock().now
    let store = try SQLiteCrawlStore(path: data.crawl)
    let (standing, page) = try store.reading { () throws(CrawlStoreError) in
      try store.standing(of: url, at: now)
    }
    let isIndexed = try Self.isIndexed(url.crawlKey, data)
    let explanation = PageExplanation(standing, page, url: url, isIndexed: isIndexed)
    if asJSON {
      context.console.writeLine(explanation.json.printed())
    } else {
      explanation.lines(at: now).forEach(context.console.writeLine)
    }
    return isIndexed ? .success : .incomplete
  }

  /// Whether the index holds a page.
  private static func isIndexed(_ key: String, _ data: CloudData) throws -> Bool {
    guard FileSystem.exists(data.index) else { return false }
    let store = try Store.open(at: data.index, mode: .readOnly)
    defer { store.close() }
    return store.snapshot().item(scope: PublicPages.scope, identifier: key) != nil
  }
}
