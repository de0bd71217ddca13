internal import CommandKit
internal import FresnelPlatform

/// The command-line tool of those who run a public index.
public enum CloudTool {
  /// Runs the tool on this process's command line and ends the process.
  public static func main() -> Never {
    StandardStreams.openClosed()
    CurrentProcess.exit(tool.run(Array(CommandLine.arguments.dropFirst())))
  }

  /// `fresnel-cloud`.
  static let tool = CommandTool(
    name: "fresnel-cloud", version: SoftwareVersion.text,
    purpose: "Crawls the sites of apps, keeps the index of their pages and serves it.",
    commands: commands, manual: manual,
    adviceForUnknown: { word in
      word == "validate" ? "fresnel validate checks pages" : "see fresnel-cloud --help"
    }, failure: failure)

  /// Every command, in the order of the help.
  private static let commands: [any Subcommand.Type] = [
    CrawlSites.self, ShowCrawl.self, ExplainPage.self, ForgetSites.self, ServeIndex.self,
    AddApp.self, ListListedApps.self, ShowListedApp.self, RemoveListedApps.self,
    ImportListedApps.self, VerifyListedApps.self,
    MeasureSearch.self, PrintCompletions.self, PrintVersion.self, WriteReference.self,
  ]

  /// What the manual says besides the commands.
  private static let manual = ManualTexts(
    summary: "crawl, index and serve the public web of apps",
    description: """
      What a public index needs: a crawler for the sites that apps belong to, the index of their \
      pages, and the service that answers searches.
      """,
    environment: [
      ("NO_COLOR", "when set and not empty, nothing is coloured"),
      ("XDG_DATA_HOME", "where everything is kept; ~/.local/share by default"),
      ("STATE_DIRECTORY", "where everything is kept when systemd starts the tool"),
    ],
    files: [("$XDG_DATA_HOME/fresnel-cloud", "the crawl, the index and the registry of apps")],
    seeAlso: [("fresnel", 1)])

  /// An error of the rooms below as the tool tells it.
  private static func failure(_ error: any Error) -> CommandError? {
    CommandError(cloud: error)
  }
}
