internal import CommandKit
internal import FresnelApps
internal import FresnelModel
internal import WebResults

/// Whether searches ask a public index, told to the person whose words it gets.
struct WebSearchState {
  private let settings: WebSearchSettings

  /// Tells of settings.
  init(_ settings: WebSearchSettings) {
    self.settings = settings
  }

  /// Changes what is decided.
  ///
  /// - Parameters:
  ///   - context: Whose settings they are.
  ///   - change: Changes them, or refuses.
  /// - Returns: What holds from now on.
  /// - Throws: ``CommandError``; nothing is changed then.
  static func change(
    in context: CommandContext,
    _ change: (inout WebSearchSettings) throws(CommandError) -> Void
  ) throws(CommandError) -> WebSearchSettings {
    let file = SettingsFile(of: context.directories)
    // A damaged file is set aside when it is written.
    var settings = (try? file.webSearch()) ?? WebSearchSettings()
    try change(&settings)
    do throws(SettingsError) {
      if let kept = try file.setWebSearch(settings) {
        context.warn("the settings were damaged; the old file is kept as \(kept)")
      }
    } catch {
      throw error.commandError
    }
    return settings
  }

  /// Prints it: to a person with what is sent to whom.
  func print(asJSON: Bool, to context: CommandContext) {
    if asJSON {
      var members = [JSONMember("search", .boolean(settings.isOn))]
      if let server = settings.server { members.append(JSONMember("server", .string(server))) }
      members.append(JSONMember("milliseconds", .integer(Int64(settings.milliseconds))))
      return context.console.writeLine(JSONValue.object(members).printed())
    }
    guard settings.isOn, let address = settings.server else {
      return context.console.writeLine("the web is not searched: what you type stays here")
    }
    let name = withoutControls((try? WebSearchServer(address))?.name ?? address)
    context.console.writeLine("the web is searched by \(name)")
    context.console.writeLine(
      wrapped(
        """
        What you type into fresnel search and the interactive search is sent to \(name), the latter whenever \
        you pause: the words alone, without a name, a number, a cookie or your language. It sees the address \
        of your network, as every site does. fresnel web off ends it.
        """, width: min(100, context.console.columns)))
  }
}
