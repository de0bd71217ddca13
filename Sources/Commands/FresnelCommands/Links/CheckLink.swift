internal import CommandKit
internal import FresnelModel
internal import SiteAssociations
internal import VerifiedLinks
internal import WebAddresses

/// `fresnel links check`: says who opens a link, and why.
struct CheckLink: Subcommand {
  static let definition = CommandDefinition(
    name: "links check", summary: "Say which app opens a link, and why",
    discussion: """
      Names the apps that claim the link's site, whether the site says so too, the rule of the site's file \
      that decides, and why the rules before it do not fit. Opens nothing and asks nobody. The exit status is \
      1 when the link goes to the browser.
      """,
    operands: [OperandDefinition("URL", "the link")],
    options: [SharedOptions.json.definition],
    examples: [
      Example("a page", "fresnel links check https://example.com/recipes/soup"),
      Example("for a program", "fresnel links check --json https://example.com/"),
    ])

  private let link: String
  private let asJSON: Bool

  init(_ arguments: ParsedArguments) throws(CommandError) {
    link = arguments.operands[0]
    asJSON = try arguments(SharedOptions.json)
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    try Self.explain(try LinkWorld.link(link), in: context, asJSON: asJSON)
  }

  /// Prints who opens a link.
  static func explain(
    _ url: WebURL, in context: CommandContext, asJSON: Bool = false
  ) throws -> ExitStatus {
    let world = LinkWorld(context)
    let decision = world.decision(url)
    if asJSON {
      context.console.writeLine(json(url, decision).printed())
    } else {
      let place = decision.app.map { world.name(of: $0) } ?? "the browser"
      context.console.writeLine("opens in \(context.style.strong(place))")
      if decision.preference == .browser {
        context.console.writeLine("  you chose the browser for \(withoutControls(url.host ?? ""))")
      }
      if decision.candidates.isEmpty {
        context.console.writeLine("  no app names this site")
      }
      for candidate in decision.candidates {
        for line in lines(candidate) { context.console.writeLine("  \(withoutControls(line))") }
      }
    }
    return decision.app == nil ? .incomplete : .success
  }

  /// What a person reads of an app that claims the site.
  private static func lines(_ candidate: LinkDecision.Candidate) -> [String] {
    let claim = candidate.claim
    let comment = candidate.match?.decision?.comment.map { " (\($0))" } ?? ""
    let rule = (candidate.match?.decision?.rule ?? "") + comment
    let words =
      switch candidate.state {
      case .opens: "\(rule) includes it"
      case .excluded: "\(rule) keeps it out"
      case .notMatched: "no rule of the site fits"
      case .notListed: "the site's file does not name the app"
      case .noFile: candidate.problems.first?.withoutFullStop ?? "the site's file is too old"
      case .notVerified: "the site was not asked yet; fresnel links verify \(claim.app) does that"
      }
    var lines = ["\(claim.app) (\(claim.entry.description)): \(words)"]
    for trial in (candidate.match?.misfits ?? []).prefix(20) {
      lines.append("  \(trial.rule) does not fit: \(misfit(trial))")
    }
    return lines
  }

  private static func misfit(_ trial: AssociationMatch.Trial) -> String {
    guard let misfit = trial.misfit else { return "" }
    let part =
      switch misfit.part {
      case .path: "path"
      case .query: "query"
      case .queryItem(let name): "query item \(name)"
      case .fragment: "fragment"
      }
    let reason = misfit.reason.map { " \($0.withoutFullStop)" } ?? ""
    return "\(part) \"\(misfit.text)\" against \"\(misfit.pattern ?? "")\"\(reason)"
  }

  private static func json(_ url: WebURL, _ decision: LinkDecision) -> JSONValue {
    .object([
      JSONMember("url", .string(url.href)),
      JSONMember("opensIn", .string(decision.app ?? "browser")),
      JSONMember(
        "apps",
        .array(
          decision.candidates.map { candidate in
            .object([
              JSONMember("app", .string(candidate.claim.app)),
              JSONMember("entry", .string(candidate.claim.entry.description)),
              JSONMember("state", .string(candidate.state.rawValue)),
              JSONMember("rule", candidate.match?.decision.map { .string($0.rule) } ?? .null),
              JSONMember(
                "misfits",
                .array(
                  (candidate.match?.misfits ?? []).map {
                    .object([
                      JSONMember("rule", .string($0.rule)), JSONMember("why", .string(misfit($0))),
                    ])
                  })),
            ])
          })),
    ])
  }
}
