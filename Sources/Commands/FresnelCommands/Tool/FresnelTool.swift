internal import CommandKit
internal import FresnelEngine
internal import FresnelModel
internal import FresnelPlatform
internal import FresnelQuery
internal import FresnelStorage
internal import SiteAssociations
internal import SpotlightWire
internal import VerifiedLinks
internal import WebFetching

/// The command-line tool.
public enum FresnelTool {
  /// Runs the tool on this process's command line and ends the process.
  public static func main() -> Never {
    StandardStreams.openClosed()
    let arguments = Array(CommandLine.arguments.dropFirst())
    // The processes that fetch for a command, and read what was fetched. They are no commands themselves.
    if arguments.first == FetchWorker.argument { FetchWorker.run(Array(arguments.dropFirst())) }
    if arguments.first == ReadWorker.argument { read(Array(arguments.dropFirst())) }
    CurrentProcess.exit(tool.run(arguments, fetchWorker: FetchWorker.ownProgram))
  }

  /// Is the process that reads what was fetched.
  private static func read(_ words: [String]) -> Never {
    ReadWorker.run(words) { worker in
      let rest = Array(words.dropFirst())
      switch words.first {
      case ConfinedCommand.word: return ConfinedCommand.serve(rest, of: tool, in: worker)
      case ConfinedSignatures.word: return try ConfinedSignatures.serve(rest, in: worker)
      default: return UInt8(clamping: ExitStatus.usage.rawValue)
      }
    }
  }

  /// `fresnel`.
  static let tool = CommandTool(
    name: "fresnel", version: FresnelVersion.current,
    purpose: "Finds what the applications of this machine know: apps, manuals, packages, items.",
    bare: CommandTool.Bare(
      "Without a command, fresnel opens the interactive search: type, choose with the arrow keys, "
        + "open with Enter, leave with Esc."
    ) { context in
      try StartSearching(ParsedArguments([], for: StartSearching.definition, of: "fresnel"))
        .search(in: context)
    },
    commands: commands, manual: manual,
    adviceForUnknown: { "see fresnel --help; to search for words: fresnel search \($0)" },
    failure: failure)

  /// Every command, in the order of the help.
  private static let commands: [any Subcommand.Type] = [
    StartSearching.self, SearchItems.self, QueryItems.self, ListItems.self, ShowItem.self,
    OpenItem.self,
    ContinueSearch.self, ExplainItem.self,
    IndexItems.self, ImportItems.self, DeleteItems.self, ExportItems.self, ShowStatistics.self,
    CheckStore.self, CompactStores.self,
    ListApps.self, ShowApp.self, DoctorApp.self, InitApp.self, InstallApp.self,
    AdoptItems.self, RemoveApp.self,
    ChangeSettings.self, ShowHistory.self, EraseHistory.self,
    ShowChoices.self, ShowSearches.self, ForgetHistory.self, SwitchHistoryOff.self,
    SwitchHistoryOn.self,
    PinItem.self, NameItem.self, HideItem.self, ListMarkedItems.self, RemoveMarks.self,
    ListHandoff.self, AcceptHandoff.self, SwitchHandoffOn.self,
    SwitchHandoffOff.self, PairDevice.self, ListDevices.self, ForgetDevices.self,
    SetDeviceAddresses.self, ListLinks.self, VerifyLinks.self, CheckLink.self, PreferLinks.self,
    RegisterLinks.self, UnregisterLinks.self, SwitchWebOn.self, SwitchWebOff.self,
    ShowWebSearch.self, ShowStatus.self, DoctorService.self,
    PauseIndexing.self,
    ResumeIndexing.self,
    LockClasses.self, UnlockClasses.self, ProtectByPassphrase.self, ShowLogs.self,
    ValidateDocuments.self,
    PrintCompletions.self, PrintVersion.self,
    MeasureTyping.self, MeasureService.self, WriteReference.self, PrintNames.self,
  ]

  /// An error of the rooms below as the tool tells it.
  private static func failure(_ error: any Error) -> CommandError? {
    switch error {
    case let error as StoreError: CommandError(.store, error.message)
    case let error as StorageError: CommandError(.store, error.message)
    case let error as QueryError: CommandError(.usage, error.message)
    case let error as ModelError: CommandError(.store, error.message)
    case let error as ServiceError: CommandError(error)
    default: nil
    }
  }
}
