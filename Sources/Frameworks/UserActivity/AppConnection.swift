package import SpotlightClient
internal import SpotlightWire
package import Synchronization

/// The connection of this app to its indexes and its history.
package enum AppConnection {
  /// What stands in for the process's own connection, in tests and in extensions.
  @TaskLocal package static var override: ServiceConnection?

  /// The connection of this process, as the rule of `Documentation/daemon.md` decides once.
  package static var current: ServiceConnection {
    override ?? adopted.withLock { $0 } ?? own
  }

  /// The connection that the daemon gave to this process, an extension.
  package static let adopted = Mutex<ServiceConnection?>(nil)

  private static let own: ServiceConnection = {
    let app = AppIdentity.current(declared: ProgramManifest.ofProcess?.identifier)
    let connection = ServiceConnection(by: ConnectionRule.current(for: app), app: app)
    connection.finishAtExit()
    return connection
  }()
}
