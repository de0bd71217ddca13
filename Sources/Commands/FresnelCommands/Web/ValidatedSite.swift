internal import CommandKit
internal import FresnelModel
internal import FresnelPlatform
internal import SiteValidation
internal import Synchronization
internal import WebAddresses

/// Validates whole sites for `fresnel validate --site`, beside what is known of them already.
struct ValidatedSite {
  /// What is looked at, and what it may take.
  var plan = SiteSurveyPlan()
  /// The file of findings that are known; `nil` for none.
  var baseline: String?
  /// Where the findings are written that are known from now on; `nil` for nowhere.
  var newBaseline: String?

  /// Validates a site.
  ///
  /// - Parameters:
  ///   - url: An address of it.
  ///   - known: The findings that pass.
  ///   - fetching: Fetches.
  ///   - context: The world.
  /// - Returns: The report.
  /// - Throws: ``CommandError`` for a file of known findings that can't be written.
  func report(
    on url: WebURL, besides known: SurveyBaseline?, by fetching: SiteFetching,
    in context: CommandContext
  ) throws(CommandError) -> SiteSurvey {
    let line = Mutex(ProgressLine("pages", on: context.console))
    let found = fetching.report(onSiteOf: url, plan) { done, all in
      line.withLock { $0.update(count: done, fraction: Double(done) / Double(max(1, all))) }
    }
    line.withLock { $0.finish() }
    guard var survey = found else { throw CommandError(.system, "the validation ended early") }
    if let newBaseline { try write(survey, to: newBaseline, context.confined) }
    known?.mark(&survey)
    return survey
  }

  /// Reads the findings that are known: before anything is fetched, since whoever waits for minutes wants to know
  /// before that the file is none.
  ///
  /// - Throws: ``CommandError`` for a file that can't be read.
  func known() throws(CommandError) -> SurveyBaseline? {
    try baseline.map { path throws(CommandError) in try Self.known(path) }
  }

  private static func known(_ path: String) throws(CommandError) -> SurveyBaseline {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try FileSystem.contents(of: path, maximumByteCount: SurveyBaseline.sizeLimit)
    } catch {
      throw CommandError(
        .system, error.message.withoutFullStop,
        advice: "--write-baseline \(withoutControls(path)) writes it")
    }
    do throws(SurveyBaseline.Fault) {
      return try SurveyBaseline(reading: bytes)
    } catch {
      throw CommandError(
        .system, "\(withoutControls(path)) can't be used: \(error.message.withoutFullStop)",
        advice: "--write-baseline \(withoutControls(path)) writes it anew")
    }
  }

  private func write(
    _ survey: SiteSurvey, to path: String, _ confined: ConfinedReading?
  ) throws(CommandError) {
    let text = SurveyBaseline(of: survey).json.text(indented: true) + "\n"
    if let confined { return confined.keep(Array(text.utf8)) }
    do throws(SystemError) {
      try FileSystem.write(Array(text.utf8), to: path, permissions: 0o644)
    } catch {
      throw CommandError(.system, error.message.withoutFullStop)
    }
  }
}
