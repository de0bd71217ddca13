internal import CommandKit
internal import FresnelApps
internal import WebResults

/// Whom a search asks on the web, as the person decided.
struct WebSearchChoice {
  /// The server.
  let server: WebSearchServer
  /// How long a single search waits for it after its own results.
  let patience: Duration

  static let web = Option.flag(
    "web", "Ask the public index for what is searched, whatever fresnel web says")
  static let noWeb = Option.flag("no-web", "Ask nobody, whatever fresnel web says")

  /// What a person decided; `nil` where nobody is asked.
  ///
  /// - Parameters:
  ///   - isWanted: What was said for this one search, if anything.
  ///   - context: Whose decision it is.
  /// - Throws: ``CommandError`` when the web is wanted and there is no server that could be asked.
  init?(isWanted: Bool?, in context: CommandContext) throws(CommandError) {
    if isWanted == false { return nil }
    // Damaged settings, of which the search of the stores tells, have nobody asked.
    let settings =
      (try? SettingsFile(of: context.directories).webSearch()) ?? WebSearchSettings()
    guard isWanted == true || settings.isOn else { return nil }
    guard let address = settings.server else { throw Self.noServer }
    server = try Self.server(address)
    patience = .milliseconds(settings.milliseconds)
  }

  /// A server by its address.
  ///
  /// - Throws: ``CommandError`` when nothing can be sent there.
  static func server(_ address: String) throws(CommandError) -> WebSearchServer {
    do throws(WebSearchError) {
      return try WebSearchServer(address)
    } catch {
      throw .usage(error.message.withoutFullStop, advice: adviceToName)
    }
  }

  /// Nobody can be asked.
  static let noServer = CommandError.usage(
    "no public index is known that could be asked", advice: adviceToName)

  private static let adviceToName = "name one: fresnel web on https://search.example/"
}
