internal import CommandKit
internal import FresnelLaunching
internal import FresnelModel
internal import FresnelPlatform
internal import VerifiedLinks

/// `fresnel links register`: makes `fresnel open` the desktop's program for web links.
struct RegisterLinks: BareCommand {
  static let definition = CommandDefinition(
    name: "links register", summary: "Have the desktop's web links open in apps",
    discussion: """
      Makes fresnel open the program for http and https links: those that a site's app may open go to the \
      app, all others to the browser that was chosen before. It writes a desktop file, and three lines of \
      mimeapps.list; fresnel links unregister puts back what was there. Links of the scheme fresnel-open, by \
      which pages of results offer apps, come to fresnel open as well.
      """,
    options: [SharedOptions.json.definition],
    examples: [Example("from now on", "fresnel links register")])

  let asJSON: Bool

  func run(in context: CommandContext) throws -> ExitStatus {
    guard let program = CurrentProcess.executablePath else {
      throw CommandError(.system, "the path of this program cannot be found")
    }
    let handler = LinkWorld(context).handler
    let browser: (program: StartedProgram, needsTerminal: Bool)?
    do throws(LaunchFailure) {
      browser = try handler.browser(for: "https://example.com/", hasTerminal: false)
    } catch {
      throw CommandError(.system, error.message.withoutFullStop)
    }
    guard browser != nil else {
      throw CommandError(
        .system, "there is no browser that other links could go to",
        advice: "install one, or choose one in the desktop's settings")
    }
    try handler.register(program: program)
    let isRegistered = handler.isRegistered
    if asJSON {
      context.console.writeLine(
        JSONValue.object([JSONMember("registered", .boolean(isRegistered))]).printed())
    } else if isRegistered {
      context.console.writeLine("web links open in the apps that their sites vouch for")
    } else {
      context.warn(
        "another list of the desktop's comes before mimeapps.list; choose Fresnel Links in its settings"
      )
    }
    return isRegistered ? .success : .incomplete
  }
}

/// `fresnel links unregister`: gives web links back to the browser.
struct UnregisterLinks: BareCommand {
  static let definition = CommandDefinition(
    name: "links unregister", summary: "Have the desktop's web links open in the browser again",
    discussion: "The program that had them before fresnel links register has them again.",
    options: [SharedOptions.json.definition],
    examples: [Example("as it was before", "fresnel links unregister")])

  let asJSON: Bool

  func run(in context: CommandContext) throws -> ExitStatus {
    let wasRegistered = try LinkWorld(context).handler.unregister()
    if asJSON {
      context.console.writeLine(
        JSONValue.object([JSONMember("unregistered", .boolean(wasRegistered))]).printed())
    } else {
      context.console.writeLine(
        wasRegistered ? "web links open in the browser again" : "web links were not registered")
    }
    return wasRegistered ? .success : .incomplete
  }
}
