internal import SpotlightWire

/// The installation of the daemon that serves. A command line of another one may not administer it, and is told of this
/// one.
package struct ServingInstallation: Sendable {
  private let daemon: String
  private let commandLine: String?
  private let processIdentifier: Int32
  private let isActivated: Bool

  /// Describes an installation.
  ///
  /// - Parameters:
  ///   - daemon: The path of the daemon's program.
  ///   - commandLine: The path of the command line that belongs to it; `nil` where there is none any more.
  ///   - processIdentifier: The daemon's process.
  ///   - isActivated: Whether systemd opened the socket and would start the daemon again.
  package init(
    daemon: String, commandLine: String?,
    processIdentifier: Int32, isActivated: Bool
  ) {
    self.daemon = daemon
    self.commandLine = commandLine
    self.processIdentifier = processIdentifier
    self.isActivated = isActivated
  }

  /// What a command line of another installation is told: which daemon runs, which command line belongs to it, and how
  /// to do without either. One sentence without a full stop.
  ///
  /// To end the daemon alone is of no use: the next program that needs one starts the same again, wherever it is
  /// installed. Once another one serves, all programs find that.
  package var notice: String {
    let other = commandLine.map { "\(IdentityNotice.word($0)), or " } ?? ""
    let end =
      isActivated
      ? "systemctl --user stop fresneld.socket fresneld.service" : "kill \(processIdentifier)"
    return Welcome.otherInstallation
      + " than the daemon that runs, \(IdentityNotice.word(daemon)) (process \(processIdentifier)); use \(other)"
      + "--store DIR, which works without a daemon, or end that daemon (\(end)) and start the fresneld of this "
      + "installation right after"
  }
}
