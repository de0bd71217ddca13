internal import FresnelPlatform

/// Why a server doesn't serve.
package enum ServerError: Error, Equatable, CustomStringConvertible {
  /// Another program listens at the port.
  case portTaken(UInt16)
  /// The system let no server listen there.
  case cannotListen(address: String, port: UInt16, reason: String)

  /// Makes an error from what the system said.
  init(errno: Int32, address: String, port: UInt16) {
    let error = SystemError(errno: errno, call: "listen")
    self =
      error.code == .addressInUse
      ? .portTaken(port)
      : .cannotListen(address: address, port: port, reason: error.message)
  }

  /// One sentence that names the way out.
  package var description: String {
    switch self {
    case .portTaken(let port):
      "Another program listens at port \(port): end it, or choose another port."
    case .cannotListen(let address, let port, let reason):
      "Cannot listen at \(address), port \(port). \(reason)"
    }
  }
}
