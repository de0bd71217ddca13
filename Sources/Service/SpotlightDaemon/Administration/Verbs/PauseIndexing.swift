internal import FresnelApps
package import FresnelModel
internal import FresnelPlatform
internal import SpotlightService
package import SpotlightWire

/// `pause`: takes no changes for a time, or until `resume`; what is indexed is found all the same.
package enum PauseIndexing: AdministrationVerb {
  /// The verb.
  package static let name = "pause"
  /// The longest time that is counted, in seconds: a year.
  private static let longest = 366 * 86_400

  /// Does it.
  package static func run(
    _ arguments: JSONValue, in context: DaemonContext
  ) throws(ServiceError) -> JSONValue {
    let seconds = try arguments.count("seconds")
    let pause = seconds.map { seconds in
      DaemonSettings.Pause.until(
        Int64(context.options.clock.secondsSince1970.rounded(.up)) + Int64(min(seconds, longest)))
    }
    return try set(pause ?? .indefinite, in: context)
  }

  /// Pauses or goes on, and says which.
  static func set(
    _ pause: DaemonSettings.Pause, in context: DaemonContext
  ) throws(ServiceError) -> JSONValue {
    do throws(SettingsError) {
      try context.settings.setPause(pause)
    } catch {
      throw ServiceError(.unavailable, error.message)
    }
    context.settingsChanged()
    context.log.write(
      DaemonEvent(
        .paused, pause == .no ? "Indexing goes on." : "Indexing is paused.",
        facts: ["PAUSED": pause == .no ? "0" : "1"]))
    return report(pause)
  }

  /// Whether indexing is paused, for people and programs.
  static func report(_ pause: DaemonSettings.Pause) -> JSONValue {
    switch pause {
    case .no: return .members([("paused", .boolean(false))])
    case .indefinite: return .members([("paused", .boolean(true))])
    case .until(let end):
      return .members([("paused", .boolean(true)), ("until", .integer(end))])
    }
  }
}
