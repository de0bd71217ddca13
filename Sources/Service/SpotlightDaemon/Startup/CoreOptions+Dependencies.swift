internal import FresnelModel
internal import FresnelPlatform
internal import SpotlightService

extension CoreOptions {
  /// How long a query may go on without finding enough to send, in seconds: one that reads everything and
  /// finds nothing is not to keep a thread from others for ever.
  private static let usualQueryBudget = 10.0

  /// Has indexing yield to the machine, bounds queries, and takes in which machine it is.
  mutating func noteMachine(_ readings: MachineReadings) {
    machineIdentifier = readings.identifier
    intakeReadings = { readings.intake }
    queryBudget = Self.usualQueryBudget
  }

  /// Takes in what is around the stores of a person: the stores that apps keep themselves.
  mutating func noteDependencies(_ directories: DaemonDirectories) {
    let flatpaks = BaseDirectories.current.home + "/.var/app"
    embeddedStores = {
      EmbeddedStoreDirectory.all(in: directories.data + "/embedded", flatpaks: flatpaks)
    }
  }
}

extension DaemonClock {
  /// Tells the time to a core.
  var timestamp: @Sendable () -> Timestamp {
    { Timestamp(secondsSince1970: self.secondsSince1970) }
  }
}
