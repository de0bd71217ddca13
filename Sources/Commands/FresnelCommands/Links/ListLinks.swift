internal import CommandKit
internal import FresnelModel

/// `fresnel links list`: the sites whose links apps open, and whether the sites say so too.
struct ListLinks: BareCommand {
  static let definition = CommandDefinition(
    name: "links list", summary: "List the sites whose links apps open",
    discussion: """
      Each line is a site that an app's manifest names, the app, and whether the site's own file names the app \
      too: only then do links open in it. The exit status is 1 when there is none.
      """,
    options: [SharedOptions.json.definition],
    examples: [
      Example("at a glance", "fresnel links list"),
      Example("for a program", "fresnel links list --json"),
    ])

  let asJSON: Bool

  func run(in context: CommandContext) throws -> ExitStatus {
    let world = LinkWorld(context)
    for claim in world.claims {
      let report = ClaimReport(claim, in: world)
      context.console.writeLine(asJSON ? report.json.printed() : report.line(context.style))
    }
    if world.claims.isEmpty, !asJSON {
      context.console.writeError("no registered app names a site by applinks:\n")
    }
    return world.claims.isEmpty ? .incomplete : .success
  }
}
