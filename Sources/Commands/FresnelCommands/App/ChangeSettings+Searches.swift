internal import CommandKit
internal import FresnelApps
internal import SpotlightClient
internal import SpotlightWire

// Decisions about searches that a daemon has to heed at once.

extension ChangeSettings {
  /// Decides what orders results, and has a daemon heed that in the lists that it shows now.
  func set(
    _ ranking: ResultRanking, in file: SettingsFile, _ context: CommandContext
  ) throws(SettingsError) {
    if let kept = try file.setRanking(ranking) {
      context.warn("the settings were damaged; the old file is kept as \(kept)")
    }
    guard let connection = DaemonReach.connection(context) else { return }
    defer { connection.close() }
    do throws(CommandError) {
      _ = try connection.report(on: "apps.reload")
    } catch {
      context.warn("the daemon heeds it from the next search on: \(error.message)")
    }
  }

  /// Decides whether the texts are kept after which the person opens something, and has those that are kept forgotten
  /// where they are not.
  func set(
    keepsSearches isOn: Bool, in file: SettingsFile, _ context: CommandContext
  ) throws(SettingsError) {
    if let kept = try file.setKeepsSearches(isOn) {
      context.warn("the settings were damaged; the old file is kept as \(kept)")
    }
    guard let connection = DaemonReach.connection(context) else {
      if !isOn { context.warn(Self.stillKept) }
      return
    }
    defer { connection.close() }
    do {
      _ = try connection.report(on: "apps.reload")
      if isOn { return }
      let (_, locked) = try connection.forgetSearches(nil)
      // In classes that a lock closes none is kept.
      if locked.contains(.firstUnlock) { context.warn(Self.stillKept) }
    } catch {
      context.warn("\(Self.stillKept): \(error)")
    }
  }

  private static let stillKept =
    "recent searches may still be kept; run fresnel history forget --searches"
}
