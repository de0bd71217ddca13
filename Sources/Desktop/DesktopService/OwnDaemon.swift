package import FresnelBus
internal import FresnelPlatform
package import SpotlightClient
internal import SpotlightWire

/// The programs that were installed with this one, which stands in `libexec/fresnel`, or beside which they lie in a
/// build.
package enum OwnDaemon {
  /// The way to the daemon with the role surface. The daemon is started when nobody listens.
  ///
  /// - Parameters:
  ///   - identifier: What this program is called.
  ///   - hiddenVariables: Variables of this process's environment that a daemon which it starts does not get.
  /// - Returns: The connection, which is made when it is first used.
  /// - Throws: ``BusError`` where no daemon is to be asked, with the reason.
  package static func connection(
    claiming identifier: String, hiding hiddenVariables: Set<String> = []
  ) throws(BusError) -> ServiceConnection {
    let app = AppIdentity(identifier: identifier)
    var rule = ConnectionRule.current(for: app)
    // The daemon that was installed with this program comes first.
    let usual = rule.daemonProgram
    rule.daemonProgram = { program ?? usual() }
    switch rule.decide() {
    case .daemon(let socket, let start):
      return ServiceConnection(
        daemonAt: socket, claiming: app, role: .surface, start: start, hiding: hiddenVariables)
    case .nothing(let reason): throw BusError(.system, reason)
    case .embedded, .forTests: throw BusError(.system, "There is no index daemon here.")
    }
  }

  /// The path of `fresnel`, the search in a terminal.
  package static var searchProgram: String {
    let prefix = FileSystem.parent(of: FileSystem.parent(of: directory))
    let places = ["\(prefix)/bin/fresnel", "\(directory)/fresnel"]
    return places.first { FileSystem.isExecutable($0) } ?? "fresnel"
  }

  /// The daemon's program that belongs to this one; beside it only where nobody else could have put it.
  private static var program: String? {
    if FileSystem.lastComponent(of: directory) == "fresnel" {
      let own = FileSystem.parent(of: directory) + "/fresneld"
      return FileSystem.isExecutable(own) ? own : nil
    }
    let own = directory + "/fresneld"
    guard FileSystem.isExecutable(own) else { return nil }
    return TrustedPlace.contains(directory) && TrustedPlace.contains(own) ? own : nil
  }

  private static var directory: String {
    FileSystem.parent(of: CurrentProcess.executablePath ?? "")
  }
}
