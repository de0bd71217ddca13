internal import CommandKit
internal import FresnelPlatform
internal import SiteValidation
internal import WebAddresses
internal import WebDocuments
internal import WebFetching

// What the command does: here, or in a confined process with the same words.

extension ValidateDocuments {
  func run(in context: CommandContext) throws -> ExitStatus {
    if !pages.isEmpty, context.fetchWorker != nil || context.confined != nil {
      try ConfinedFiles(named).check()
    }
    if !pages.isEmpty, let program = context.fetchWorker { return try confined(program, context) }
    if let survey { return try run(survey, in: context) }
    let known = try ValidatedApps.all(apps, in: context)
    var reports: [SiteReport] = []
    let files = try ValidatedFiles(paths, servedAt: site).read()
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
    var failure: CommandError?
    if !pages.isEmpty {
      let fetched = try fetching(known, through: socket, context.confined).reports(on: pages)
      reports += fetched.reports
      failure = fetched.failure
    }
    guard !reports.isEmpty else {
      throw CommandError(.incomplete, "there is no page and no file about apps or crawlers")
    }
    write(reports, in: context)
    if let failure { throw failure }
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

  /// How long the confined process may take: the time for what is fetched, with that in which it waits for a process
  /// that fetches and does not answer, and some for what is not, the more so the more files there are.
  private var patience: Duration {
    let fetching = survey?.plan.time ?? (plan.time + .seconds(10)) * pages.count
    return fetching + .seconds(300) + ValidatedFiles(paths, servedAt: site).patience
  }

  private func run(
    _ survey: ValidatedSite, in context: CommandContext
  ) throws -> ExitStatus {
    let known = try survey.known()
    let socket = try begin(in: context)
    let fetching = try SiteFetching(
      SiteValidationPlan(), policy(for: []), through: socket, context.confined)
    guard let url = pages.first else { return .success }
    let report = try survey.report(on: url, besides: known, by: fetching, in: context)
    if asJSON {
      context.console.writeLine(report.json.printed())
    } else {
      SurveyPrinter(context).print(report, isSummary: isSummary)
    }
    if let stop = report.stop {
      context.warn(
        "\(counted(report.pageCount, "page")) of \(withoutControls(url.origin)) "
          + "\(report.pageCount == 1 ? "was" : "were") looked at: \(SurveyPrinter.words(stop))")
    }
    // A check that looked at nothing has found nothing.
    if report.pageCount == 0 { return .incomplete }
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

  private func fetching(
    _ known: [SiteApp], through socket: UnixSocket?, _ confined: ConfinedReading?
  ) throws(CommandError) -> SiteFetching {
    var plan = plan
    plan.apps = known
    return try SiteFetching(plan, policy(for: known), through: socket, confined)
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
      context.console.writeLine(SARIFLog.json(documents).printed(indented: true))
      return
    }
    let printer = SitePrinter(context)
    for report in reports {
      if !asJSON {
        printer.print(report, isSummary: isSummary)
      } else if report.requested != nil || !apps.isEmpty || !tests.isEmpty {
        context.console.writeLine(report.json.printed())
      } else {
        for document in report.documents { context.console.writeLine(document.json.printed()) }
      }
    }
  }
}
