package import FresnelPlatform

/// Where other devices of the person find this one, and as what.
package struct HandoffOptions: Equatable, Sendable {
  /// The port at which devices call, unless somebody else has it or another one was asked for. It is below those that
  /// the system gives to connections.
  package static let usualPort: UInt16 = 28470

  /// Where devices call; `nil` for every address of this machine at ``usualPort``, or at any port where that is taken.
  package var address: NetworkAddress?
  /// What devices call this one; `nil` for the machine's name.
  package var name: String?
  /// Whether Avahi is asked for devices and tells of this one.
  package var usesAvahi = true

  /// Reads where devices call: an address of this machine and a port, which is 0 for any.
  ///
  /// - Throws: ``UsageError``.
  static func address(_ text: String) throws(UsageError) -> NetworkAddress {
    guard let address = NetworkAddress(text) else {
      throw UsageError(
        message: "--handoff-address needs an address and a port, such as 192.0.2.7:28470.")
    }
    return address
  }
}

extension DaemonOptions {
  /// The command line of the process that stands on the network, without the program's name.
  ///
  /// - Parameter descriptor: The number under which it finds the socket that leads to main.
  /// - Returns: The arguments.
  package func handoffArguments(descriptor: Int32) -> [String] {
    var arguments = ["--handoff", "--descriptor", "\(descriptor)"]
    if isInForeground { arguments.append("--foreground") }
    if isDumpable { arguments.append("--dumpable") }
    if !machineDirectory.isEmpty { arguments += ["--machine-directory", machineDirectory] }
    if let path = clock.offsetPath { arguments += ["--clock-offset", path] }
    if let address = systemBusAddress { arguments += ["--system-bus-address", address] }
    if let address = handoff.address { arguments += ["--handoff-address", address.description] }
    if let name = handoff.name { arguments += ["--handoff-name", name] }
    if !handoff.usesAvahi { arguments.append("--no-avahi") }
    return arguments
  }
}
