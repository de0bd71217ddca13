package import FresnelPlatform

/// The sockets that systemd opened before it started this process, as sd_listen_fds(3) describes them.
package enum ActivatedSockets {
  /// Where the first of them is.
  private static let firstDescriptor: Int32 = 3
  private static let variables = ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"]

  /// How many there are, from the environment; 0 when they are meant for another process.
  package static func count(
    in environment: [String: String], processIdentifier: Int32 = CurrentProcess.identifier
  ) -> Int {
    guard let process = environment["LISTEN_PID"].flatMap({ Int32($0) }),
      process == processIdentifier,
      let count = environment["LISTEN_FDS"].flatMap({ Int($0) }), 0...64 ~= count
    else { return 0 }
    return count
  }

  /// Takes the sockets over. Called once, before other threads start and before anything is opened.
  ///
  /// The variables are removed, so that programs which this one starts do not take them for theirs.
  package static func take() -> [SharedDescriptor] {
    let count = count(in: Environment.all)
    for variable in variables { Environment.setValue(nil, for: variable) }
    return (0..<count).map { SharedDescriptor(adopting: firstDescriptor + Int32($0)) }
  }
}
