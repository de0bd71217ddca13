internal import CommandKit
internal import SiteValidation
internal import WebAddresses

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
      --strict where there is a warning, 2 for a mistake on the command line, and 4 where a file can't be read or written. \
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

  let paths: [String]
  let pages: [WebURL]
  let site: WebURL?
  let apps: [String]
  let certificate: String?
  let allowsLocal: Bool
  let seconds: Int?
  let survey: ValidatedSite?
  let tests: [WebURL]
  let asJSON: Bool
  let asSARIF: Bool
  let isStrict: Bool
  let isSummary: Bool

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
}
