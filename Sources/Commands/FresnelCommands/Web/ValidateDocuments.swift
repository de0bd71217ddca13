internal import CommandKit
internal import FresnelModel
internal import FresnelPlatform
internal import SiteValidation
internal import WebAddresses
internal import WebDocuments
internal import WebMarkup

/// `fresnel validate`: what is wrong with the pages of a site, and how they look among results.
struct ValidateDocuments: Subcommand {
  private static let url = Option.text(
    "url", "URL", "Where the file, or the folder, is served")
  private static let sarif = Option.flag("sarif", "Print the findings as SARIF 2.1.0")
  private static let strict = Option.flag("strict", "Warnings make the command fail as errors do")
  private static let summary = Option.flag(
    "summary", short: "s", "Print one line for each file, and no findings")

  static let definition = CommandDefinition(
    name: "validate",
    summary: "Tell what is wrong with the pages of a site, and show them as results",
    discussion: """
      Reads pages, robots.txt, sitemaps, feeds, apple-app-site-association and assetlinks.json, each told \
      by its name or its beginning; of a folder, every such file in it. For a page the command shows the \
      findings with their lines, the card that search draws, the things that the page tells of, the deep \
      link and why it was chosen, and what the buttons open. Nothing is fetched.

      Without --url, a page is taken to be served at the address that it names itself. Some findings \
      depend on it: relative and foreign canonical addresses, what a sitemap may list.

      The exit status is 1 where there is an error, with --strict where there is a warning.
      """,
    operands: [
      OperandDefinition("PATH", "files and folders", count: .oneOrMore, completion: .files)
    ],
    options: [
      url.definition, SharedOptions.json.definition, sarif.definition, strict.definition,
      summary.definition,
    ],
    examples: [
      Example(
        "a page as it will be served",
        "fresnel validate item.html --url https://example.com/items/42"),
      Example(
        "a built site, in a check before it's published",
        "fresnel validate --strict --summary public/ --url https://example.com/"),
      Example("findings for a code host", "fresnel validate --sarif public/ > findings.sarif"),
    ])

  /// The most bytes of a file that are read.
  private static let sizeLimit = 64 << 20

  private let paths: [String]
  private let site: WebURL?
  private let asJSON: Bool
  private let asSARIF: Bool
  private let isStrict: Bool
  private let isSummary: Bool

  init(_ arguments: ParsedArguments) throws(CommandError) {
    paths = arguments.operands
    asJSON = try arguments(SharedOptions.json)
    asSARIF = try arguments(Self.sarif)
    isStrict = try arguments(Self.strict)
    isSummary = try arguments(Self.summary)
    let text = try arguments(Self.url)
    site = text.flatMap { WebURL($0) }
    if let text, site?.isHTTP != true {
      throw .usage(
        "--url takes an address of the web, not \"\(withoutControls(text))\"",
        advice: "write --url https://example.com/items/42")
    }
    if asJSON, asSARIF { throw .usage("--json and --sarif are two forms of the same; give one") }
    for path in paths where path.hasPrefix("http://") || path.hasPrefix("https://") {
      throw .usage(
        "validate reads files and does not fetch \(withoutControls(path))",
        advice: "save the page, and say with --url where it is served")
    }
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    var documents: [SiteDocument] = []
    for path in paths {
      guard FileSystem.exists(path) else {
        throw CommandError(.system, "there is no file \(withoutControls(path))")
      }
      let isFolder = FileSystem.isDirectory(path)
      for file in try WebDocumentFinder.files(at: path) {
        let url = WebDocumentFinder.url(of: file.name, below: site, isFolder: isFolder)
        let bytes = try FileSystem.contents(of: file.path, maximumByteCount: Self.sizeLimit)
        documents.append(
          SiteDocument(name: file.path, bytes: bytes, path: file.name, url: url))
      }
    }
    guard !documents.isEmpty else {
      throw CommandError(.incomplete, "there is no page and no file about apps or crawlers")
    }
    let report = SiteReport(documents: documents)
    write(report.documents, in: context)
    return report.worst >= (isStrict ? .warning : .error) ? .incomplete : .success
  }

  private func write(_ documents: [SiteDocument], in context: CommandContext) {
    if asSARIF {
      context.console.writeLine(SARIFLog.json(documents).text(indented: true))
      return
    }
    let printer = WebDocumentPrinter(context)
    for document in documents {
      if asJSON {
        context.console.writeLine(document.json.text())
      } else {
        printer.print(document, isSummary: isSummary)
      }
    }
  }
}
