internal import FresnelModel
internal import FresnelPlatform
internal import SpotlightService

extension CoreOptions {
  /// Takes in what is around the stores of a person: the stores that apps keep themselves, and which machine
  /// it is.
  mutating func noteSurroundings(_ directories: DaemonDirectories) {
    let flatpaks = BaseDirectories.current.home + "/.var/app"
    guests = { GuestDirectory.all(in: directories.data + "/embedded", flatpaks: flatpaks) }
    // Without one, as in some containers, a store from another machine is not told from one of this.
    let identifier = try? FileSystem.contents(of: "/etc/machine-id")
    machineIdentifier = identifier.map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}

extension DaemonClock {
  /// Tells the time to a core.
  var timestamp: @Sendable () -> Timestamp {
    { Timestamp(secondsSince1970: self.secondsSince1970) }
  }
}
