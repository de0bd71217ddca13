internal import CommandKit
internal import FresnelModel
internal import FresnelPlatform
internal import SiteValidation
internal import WebAddresses
internal import WebDocuments
internal import WebFetching

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
  private static let time = Option.text(
    "time", "SECONDS",
    "Take at most SECONDS for a page (default 15) or a whole site (default 600)")
  private static let wholeSite = Option.flag(
    "site", "Validate the whole site that URL is of, from its sitemaps")
  private static let pages = Option.count(
    "pages", "N", "With --site, fetch at most N pages", default: SiteSurveyPlan().pageLimit)
  private static let baseline = Option.text(
    "baseline", "FILE", "With --site, let findings pass that stand in FILE", completion: .files)
  private static let writeBaseline = Option.text(
    "write-baseline", "FILE", "With --site, write the findings to FILE, and let them pass",
    completion: .files)
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

      With --site, the command reads the sitemaps of the site that URL is of, and fetches pages one after \
      the other, of each shape of address in its turn, at most --pages of them. It leaves the site alone \
      for a second after each answer, or as long as robots.txt asks for (not with --local, where only \
      robots.txt counts), and stops when the site fails three times in a row. The findings are told for each template \
      of page, which is the shape of the address and the main type of what the page tells of. With --baseline, only \
      findings count that the file does not have for their template; --write-baseline writes the file.

      Without --url, a page is taken to be served at the address that it names itself. Some findings \
      depend on it: relative and foreign canonical addresses, what a sitemap may list.

      With --json each file is an object on a line of its own; of a URL, and with --app or --test, one \
      object tells all, and so it is of a site. The exit status is 0 where nothing is wrong, 1 where there is an error, with \
      --strict where there is a warning, 2 for a mistake on the command line, and 3 where a file can't be read or written. \
      With --baseline and --write-baseline, errors and warnings that are known leave it at 0.
      """,
    operands: [
      OperandDefinition(
        "PATH|URL", "files, folders, or addresses of pages", count: .oneOrMore, completion: .files)
    ],
    options: [
      url.definition, app.definition, test.definition, local.definition, certificate.definition,
      time.definition, wholeSite.definition, pages.definition, baseline.definition,
      writeBaseline.definition, SharedOptions.json.definition, sarif.definition, strict.definition,
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
      Example(
        "a whole site, where only new findings fail",
        "fresnel validate --site https://example.com/ --baseline findings.json"),
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
  private let seconds: Int?
  private let survey: ValidatedSite?
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
    seconds = try arguments(Self.time).map { text throws(CommandError) in
      guard let seconds = Int(text), (1...86_400).contains(seconds) else {
        throw .usage(
          "--time takes seconds, not \"\(withoutControls(text))\"", advice: "write --time 15")
      }
      return seconds
    }
    survey = try Self.survey(arguments, seconds: seconds)
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
    guard survey != nil || (seconds ?? 1) <= 600 else {
      throw .usage("--time takes 1 to 600 seconds", advice: "write --time 15")
    }
    if survey != nil,
      pages.count != 1 || !paths.isEmpty || !tests.isEmpty || !apps.isEmpty || asSARIF
    {
      throw .usage(
        "--site takes one address, and neither files, --app, --test nor --sarif",
        advice: "write fresnel validate --site https://example.com/")
    }
  }

  /// What is asked for of a whole site; `nil` where none is.
  private static func survey(
    _ arguments: ParsedArguments, seconds: Int?
  ) throws(CommandError) -> ValidatedSite? {
    var survey = ValidatedSite()
    survey.baseline = try arguments(baseline)
    survey.newBaseline = try arguments(writeBaseline)
    survey.plan.pageLimit = try arguments(pages)
    guard (1...10_000).contains(survey.plan.pageLimit) else {
      throw .usage("--pages takes 1 to 10,000 pages", advice: "write --pages 100")
    }
    if let seconds { survey.plan.time = .seconds(seconds) }
    if try arguments(local) { survey.plan.delay = .zero }
    if try arguments(wholeSite) { return survey }
    guard survey.baseline == nil, survey.newBaseline == nil else {
      throw .usage("--baseline and --write-baseline are for --site", advice: "add --site")
    }
    return nil
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
    if !pages.isEmpty, context.fetchWorker != nil || context.confined != nil {
      try ConfinedFiles(named).check()
    }
    if !pages.isEmpty, let program = context.fetchWorker { return try confined(program, context) }
    if let survey { return try run(survey, in: context) }
    let known = try ValidatedApps.all(apps, in: context)
    var reports: [SiteReport] = []
    let files = try files()
    let socket = pages.isEmpty ? nil : try begin(in: context)
    let documents = files.map {
      SiteDocument(name: $0.path, bytes: $0.bytes, path: $0.name, url: $0.url)
    }
    let unplaced = documents.filter(\.isAtUnknownPlace).map(\.name)
    if let first = unplaced.first {
      let others = unplaced.count == 1 ? "" : " and of \(counted(unplaced.count - 1, "other file"))"
      context.warn(
        "the address of \(withoutControls(first))\(others) is not known, so that findings about addresses are those "
          + "of https://example.invalid/; say with --url where it is served")
    }
    if !documents.isEmpty {
      reports.append(SiteReport(documents: documents, apps: known, tests: tests))
    }
    if !pages.isEmpty { reports += try fetched(known, through: socket) }
    guard !reports.isEmpty else {
      throw CommandError(.incomplete, "there is no page and no file about apps or crawlers")
    }
    write(reports, in: context)
    let worst = reports.map(\.worst).max() ?? .notice
    return worst >= (isStrict ? .warning : .error) ? .incomplete : .success
  }

  /// Has this run with the same words in a confined process, which reads what is fetched.
  ///
  /// Where that process may have something fetched is decided here, before it reads anything.
  private func confined(_ program: String, _ context: CommandContext) throws -> ExitStatus {
    try checkCertificate()
    let known = survey == nil ? try ValidatedApps.all(apps, in: context) : []
    var command = ConfinedCommand(program, context, fetching: policy(for: known))
    command.files = named
    command.newBaseline = survey?.newBaseline
    command.patience = patience
    return try command.run()
  }

  /// The files that are read and their names are on the command line.
  private var named: [String] {
    paths + apps + [survey?.baseline, certificate].compactMap(\.self)
  }

  /// How long the confined process may take: the time for what is fetched, and some for what is not.
  private var patience: Duration {
    let fetching = survey?.plan.time ?? plan.time * pages.count
    return fetching + .seconds(300)
  }

  private func run(
    _ survey: ValidatedSite, in context: CommandContext
  ) throws -> ExitStatus {
    let known = try survey.known()
    let socket = try begin(in: context)
    let fetching = try SiteFetching(SiteValidationPlan(), policy(for: []), through: socket)
    guard let url = pages.first else { return .success }
    let report = try survey.report(on: url, besides: known, by: fetching, in: context)
    if asJSON {
      context.console.writeLine(report.json.text())
    } else {
      SurveyPrinter(context).print(report, isSummary: isSummary)
    }
    // What was written just now is known.
    if survey.newBaseline != nil { return .success }
    return report.worst >= (isStrict ? .warning : .error) ? .incomplete : .success
  }

  /// Takes from this process what it does not need any more before something is fetched.
  ///
  /// - Returns: The socket of the process that fetches; `nil` where this process fetches itself.
  private func begin(in context: CommandContext) throws -> UnixSocket? {
    try checkCertificate()
    return try context.confined?.begin()
  }

  private func checkCertificate() throws(CommandError) {
    if let certificate, !FileSystem.exists(certificate) {
      throw CommandError(.system, "there is no file \(withoutControls(certificate))")
    }
  }

  /// A file as it was read.
  private struct File {
    let path: String
    let name: String
    let url: WebURL?
    let bytes: [UInt8]
  }

  private func files() throws -> [File] {
    var files: [File] = []
    for path in paths {
      guard FileSystem.exists(path) else {
        throw CommandError(.system, "there is no file \(withoutControls(path))")
      }
      let isFolder = FileSystem.isDirectory(path)
      for file in try WebDocumentFinder.files(at: path) {
        let url = WebDocumentFinder.url(of: file.name, below: site, isFolder: isFolder)
        let bytes = try FileSystem.contents(of: file.path, maximumByteCount: Self.sizeLimit)
        files.append(File(path: file.path, name: file.name, url: url, bytes: bytes))
      }
    }
    return files
  }

  private func fetched(
    _ known: [SiteApp], through socket: UnixSocket?
  ) throws(CommandError) -> [SiteReport] {
    var plan = plan
    plan.apps = known
    return pages.map(try SiteFetching(plan, policy(for: known), through: socket).report)
  }

  /// What is looked at of a page, without the apps.
  private var plan: SiteValidationPlan {
    var plan = SiteValidationPlan()
    if let seconds { plan.time = .seconds(seconds) }
    plan.tests = tests
    plan.asksWithoutTLS = allowsLocal
    return plan
  }

  private func policy(for known: [SiteApp]) -> FetchPolicy {
    SiteFetching.policy(for: known, allowsLocal: allowsLocal, certificates: certificate)
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
