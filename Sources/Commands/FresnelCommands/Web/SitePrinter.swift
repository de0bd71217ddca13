internal import CommandKit
internal import CrawlRules
internal import FresnelPlatform
internal import SiteAssociations
internal import SiteValidation
internal import WebAddresses
internal import WebDocuments

/// Prints how a page was reached, what its site says of it, and what to do.
struct SitePrinter {
  private let context: CommandContext

  /// Prints to a command's console.
  init(_ context: CommandContext) {
    self.context = context
  }

  /// Prints a report, document by document.
  func print(_ report: SiteReport, isSummary: Bool) {
    let documents = WebDocumentPrinter(context)
    if !isSummary { printReach(report) }
    for document in report.documents { documents.print(document, isSummary: isSummary) }
    guard !isSummary else { return }
    if let apps = report.apps { print(apps) }
    if !report.resources.isEmpty { print(report.resources) }
    if report.documents.count > 1 { print(report.tasks) }
  }

  // MARK: - The way to the page

  private func printReach(_ report: SiteReport) {
    guard !report.hops.isEmpty else {
      if let access = report.access { print(access) }
      return
    }
    heading("The way to the page")
    for hop in report.hops { write(line(hop)) }
    if report.page?.diagnostics.contains(where: { $0.rule == .fetchRefused }) == true {
      write("fresnel validate --local asks this machine and its network too")
    }
    if let access = report.access { print(access) }
    context.console.writeLine("")
  }

  private func line(_ hop: SiteHop) -> String {
    var parts = [hop.url.href]
    if let status = hop.status { parts.append("status \(status)") }
    switch hop.outcome {
    case .page:
      parts.append(hop.contentType ?? "no type")
      parts.append(formatted(byteCount: hop.byteCount))
    case .redirection(let target): parts.append("to \(target.href)")
    case .refresh(let target): parts.append("refreshes to \(target.href)")
    case .refused: break
    case .failure(let problem): parts.append(problem.withoutFullStop)
    }
    if let answering = hop.answering {
      parts.append("after \(formatted(seconds: answering / .seconds(1)))")
    }
    if hop.robots?.isAllowed == false { parts.append("shut out by robots.txt") }
    return parts.joined(separator: ", ")
  }

  private func print(_ access: SiteAccess) {
    heading("robots.txt")
    switch access.state {
    case .read: write(access.robots.href)
    case .absent: write("\(access.robots.href) is not there, so everything may be fetched")
    case .unreachable(let problem):
      write("\(access.robots.href): \(problem.withoutFullStop); nothing may be fetched")
    }
    guard access.state == .read else { return }
    let verdict = access.decision.isAllowed ? "the page may be fetched" : "the page is shut out"
    let group =
      access.decision.agent.map { "by the rules for “\($0)”" }
      ?? "no rules are for \(access.agents.first ?? "the crawler")"
    if let rule = access.decision.rule {
      let text = "\(rule.isAllowing ? "allow" : "disallow"): \(rule.pattern)"
      write("\(verdict) \(group): line \(rule.line), \(text)")
    } else {
      write("\(verdict): \(group)\(access.decision.agent == nil ? "" : ", none of which fits")")
    }
    if let delay = access.crawlDelay { write("wants \(oneDecimal(delay)) s between requests") }
    for sitemap in access.sitemaps.prefix(3) { write("names the sitemap \(sitemap.href)") }
  }

  // MARK: - Site and apps

  private func print(_ apps: SiteApps) {
    heading("\(apps.host) and apps")
    write(apps.file.map(\.href) ?? "no association file")
    if apps.members.isEmpty { write("no app") }
    for member in apps.members {
      let name = member.name.map { "\($0) (\(member.identifier))" } ?? member.identifier
      write("\(name): \(words(member))")
      for link in member.links {
        write(
          "\(link.isTest ? "" : "the page, ")\(link.url.href): \(words(link.match))", depth: 1)
        guard link.isTest else { continue }
        for misfit in link.match.misfits.prefix(20) {
          write("\(misfit.rule) does not fit: \(misfit.misfit?.words ?? "")", depth: 2)
        }
      }
    }
    for app in apps.androidApps {
      let isNamed = app.isNamedByPage ? "the page names it" : "the page does not name it"
      let isListed = app.isListed ? "assetlinks.json lists it for links" : "assetlinks.json doesn't"
      write("\(app.package) for Android: \(isNamed), \(isListed)")
    }
    context.console.writeLine("")
  }

  private func words(_ member: SiteApps.Member) -> String {
    let services = member.services.map(\.rawValue).joined(separator: ", ")
    return switch member.standing {
    case .verified: "site and app name each other (\(services))"
    case .siteOnly: "the site names it (\(services)); its manifest isn't known here"
    case .entitlementMissing: "the app does not name the site"
    case .appNotListed: "the site does not name it"
    case .fileUnusable: "the site has no file that can be used"
    }
  }

  private func words(_ match: AssociationMatch) -> String {
    let rule = match.decision.map { decision in
      decision.rule + (decision.comment.map { " (\($0))" } ?? "")
        + (match.location.map { ", line \($0.line)" } ?? "")
    }
    return switch match.outcome {
    case .match: "opens in the app by \(rule ?? "a rule")"
    case .exclude: "kept out by \(rule ?? "a rule")"
    case .noMatch: match.obstacle.map(\.words) ?? "no rule fits"
    }
  }

  // MARK: - Pictures, recordings, things to do

  private func print(_ resources: [SiteResource]) {
    heading("Pictures and recordings")
    for resource in resources {
      var parts = [resource.role == .image ? "picture" : "recording", resource.url.href]
      if case .unreachable(let problem) = resource.outcome { parts.append(problem.withoutFullStop) }
      if let type = resource.contentType { parts.append(type) }
      if let size = resource.size { parts.append("\(size.width) by \(size.height)") }
      if resource.isBlockedByRobots { parts.append("shut out by robots.txt") }
      write(parts.joined(separator: ", "))
    }
    context.console.writeLine("")
  }

  private func print(_ tasks: [SiteTask]) {
    heading("To do")
    if tasks.isEmpty { write("nothing") }
    for (index, task) in tasks.enumerated() {
      let count = task.count > 1 ? ", \(task.count) times" : ""
      write("\(index + 1). \(task.rule.remedy)")
      let place = task.examples.first.map { " in \($0.document)" } ?? ""
      write(
        "\(task.severity.name) \(task.rule.code)\(count)\(place): \(task.effect.title)", depth: 1)
    }
  }

  private func heading(_ text: String) {
    context.console.writeLine("  \(context.style.kind(withoutControls(text)))")
  }

  private func write(_ text: String, depth: Int = 0) {
    let indent = String(repeating: " ", count: 4 + 2 * depth)
    let lines = wrapped(
      withoutControls(text), width: max(40, context.console.columns), indent: indent)
    context.console.writeLine(lines)
  }
}
