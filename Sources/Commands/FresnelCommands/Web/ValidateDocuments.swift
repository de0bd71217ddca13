internal import CommandKit
internal import FresnelModel
internal import FresnelPlatform
internal import SiteValidation
internal import WebAddresses
internal import WebDocuments

/// `fresnel validate`: what is wrong with the pages of a site, and how they look among results.
struct ValidateDocuments: Subcommand {
  private static let url = Option.text(
    "url", "URL", "Where the file, or the folder, is served")
  private static let app = Option.paths(
    "app", "MANIFEST|APP", "Compare the site with this app, and with no other")
  private static let test = Option(
    definition: OptionDefinition(
      name: "test", short: nil, valueName: "URL",
      summary: "Say what the association file makes of URL", isRepeatable: true, completion: .none)
  ) { texts throws(CommandError) in texts }
  private static let local = Option.flag(
    "local", "Fetch from this machine and its network too, on any port")
  private static let certificate = Option.text(
    "certificate", "FILE", "Trust the certificates in FILE (PEM), and no others", completion: .files
  )
  private static let time = Option.count(
    "time", "SECONDS", "Take at most SECONDS for a page that is fetched", default: 15)
  private static let sarif = Option.flag("sarif", "Print the findings as SARIF 2.1.0")
  private static let strict = Option.flag("strict", "Warnings make the command fail as errors do")
  private static let summary = Option.flag(
    "summary", short: "s", "Print one line for each document, and no findings")

  static let definition = CommandDefinition(
    name: "validate",
    summary: "Tell what is wrong with the pages of a site, and show them as results",
    discussion: """
      Reads pages, robots.txt, sitemaps, feeds, apple-app-site-association and assetlinks.json, each told \
      by its name or its beginning; of a folder, every such file in it. For a page the command shows the \
      findings with their lines in order of effect, the card that search draws, the things that the page \
      tells of, the deep link and why it was chosen, and what the buttons open. For files nothing is fetched.

      Given a URL, the command fetches the page, redirection by redirection, and what its site says of it: \
      robots.txt with the rule that decides, the association file and assetlinks.json as devices ask for \
      them, the sitemaps, and the pictures and recordings of the card. What robots.txt shuts out is fetched \
      all the same, once, since a person asks for it. Only the public web is asked; --local allows this \
      machine and its network, and association files without TLS.

      The site is compared from both sides with the apps that are registered here (fresnel app list), or \
      with those that --app names: a manifest, an app that is registered, or an identifier that only the \
      site's side is looked at for. --test says which rule of the association file decides about an address, \
      and why the ones before it do not fit.

      Without --url, a page is taken to be served at the address that it names itself. Some findings \
      depend on it: relative and foreign canonical addresses, what a sitemap may list.

      With --json each file is an object on a line of its own; of a URL, and with --app or --test, one \
      object tells all. The exit status is 1 where there is an error, with --strict where there is a warning.
      """,
    operands: [
      OperandDefinition(
        "PATH|URL", "files, folders, or addresses of pages", count: .oneOrMore, completion: .files)
    ],
    options: [
      url.definition, app.definition, test.definition, local.definition, certificate.definition,
      time.definition, SharedOptions.json.definition, sarif.definition, strict.definition,
      summary.definition,
    ],
    examples: [
      Example("a page and its site", "fresnel validate https://example.com/items/42"),
      Example(
        "a page as it will be served",
        "fresnel validate item.html --url https://example.com/items/42"),
      Example(
        "which addresses open in an app",
        "fresnel validate https://example.com/ --app Info.plist --test https://example.com/help"),
      Example(
        "a site under development", "fresnel validate --local http://localhost:8000/items/42"),
      Example(
        "a built site, in a check before it's published",
        "fresnel validate --strict --summary public/ --url https://example.com/"),
      Example("findings for a code host", "fresnel validate --sarif public/ > findings.sarif"),
    ])

  /// The most bytes of a file that are read.
  private static let sizeLimit = 64 << 20

  private let paths: [String]
  private let pages: [WebURL]
  private let site: WebURL?
  private let apps: [String]
  private let certificate: String?
  private let allowsLocal: Bool
  private let seconds: Int
  private let tests: [WebURL]
  private let asJSON: Bool
  private let asSARIF: Bool
  private let isStrict: Bool
  private let isSummary: Bool

  init(_ arguments: ParsedArguments) throws(CommandError) {
    asJSON = try arguments(SharedOptions.json)
    asSARIF = try arguments(Self.sarif)
    isStrict = try arguments(Self.strict)
    isSummary = try arguments(Self.summary)
    apps = try arguments(Self.app)
    certificate = try arguments(Self.certificate)
    allowsLocal = try arguments(Self.local)
    seconds = try arguments(Self.time)
    var tests: [WebURL] = []
    for text in try arguments(Self.test) { tests.append(try Self.address(text, "--test")) }
    self.tests = tests
    site =
      if let text = try arguments(Self.url) { try Self.address(text, "--url") } else { nil }
    if asJSON, asSARIF { throw .usage("--json and --sarif are two forms of the same; give one") }
    var paths: [String] = []
    var pages: [WebURL] = []
    for operand in arguments.operands {
      if operand.hasPrefix("http://") || operand.hasPrefix("https://") {
        pages.append(try Self.address(operand, "validate"))
      } else {
        paths.append(operand)
      }
    }
    (self.paths, self.pages) = (paths, pages)
    guard (1...600).contains(seconds) else {
      throw .usage("--time takes 1 to 600 seconds", advice: "write --time 15")
    }
  }

  private static func address(_ text: String, _ word: String) throws(CommandError) -> WebURL {
    guard let url = WebURL(text), url.isHTTP else {
      throw .usage(
        "\(word) takes an address of the web, not \"\(withoutControls(text))\"",
        advice: "write https://example.com/items/42")
    }
    return url
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let known = try ValidatedApps.all(apps, in: context)
    var reports: [SiteReport] = []
    let documents = try documents()
    if !documents.isEmpty {
      reports.append(SiteReport(documents: documents, apps: known, tests: tests))
    }
    if !pages.isEmpty { reports += try fetched(known, by: context.fetchWorker) }
    guard !reports.isEmpty else {
      throw CommandError(.incomplete, "there is no page and no file about apps or crawlers")
    }
    write(reports, in: context)
    let worst = reports.map(\.worst).max() ?? .notice
    return worst >= (isStrict ? .warning : .error) ? .incomplete : .success
  }

  private func documents() throws -> [SiteDocument] {
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
    return documents
  }

  private func fetched(
    _ known: [SiteApp], by worker: String?
  ) throws(CommandError) -> [SiteReport] {
    if let certificate, !FileSystem.exists(certificate) {
      throw CommandError(.system, "there is no file \(withoutControls(certificate))")
    }
    var plan = SiteValidationPlan()
    plan.time = .seconds(seconds)
    plan.apps = known
    plan.tests = tests
    plan.asksWithoutTLS = allowsLocal
    let fetching = try SiteFetching(
      plan, allowsLocal: allowsLocal, certificates: certificate, worker: worker)
    return pages.map(fetching.report)
  }

  private func write(_ reports: [SiteReport], in context: CommandContext) {
    if asSARIF {
      let documents = reports.flatMap(\.documents)
      context.console.writeLine(SARIFLog.json(documents).text(indented: true))
      return
    }
    let printer = SitePrinter(context)
    for report in reports {
      if !asJSON {
        printer.print(report, isSummary: isSummary)
      } else if report.requested != nil || !apps.isEmpty || !tests.isEmpty {
        context.console.writeLine(report.json.text())
      } else {
        for document in report.documents { context.console.writeLine(document.json.text()) }
      }
    }
  }
}
