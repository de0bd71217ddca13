internal import CSystemd
internal import FresnelPlatform

/// A failure on a message bus.
package struct BusError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What kind of failure it is, and so what a caller can do about it.
  package var code: Code
  /// The error's name on the bus, such as `org.freedesktop.DBus.Error.ServiceUnknown`, where another
  /// process reported it.
  package var name: String?
  /// One sentence that says what failed.
  package var message: String

  /// Makes an error of our own.
  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// Makes an error that goes to another process, or came from one.
  package init(named name: String, _ message: String) {
    self.name = name
    self.message = message
    code =
      switch name {
      case "org.freedesktop.DBus.Error.NoReply", "org.freedesktop.DBus.Error.Timeout",
        "org.freedesktop.DBus.Error.TimedOut":
        .timedOut
      case "org.freedesktop.DBus.Error.ServiceUnknown",
        "org.freedesktop.DBus.Error.NameHasNoOwner",
        "org.freedesktop.DBus.Error.Spawn.ServiceNotFound":
        .noService
      case "org.freedesktop.DBus.Error.Disconnected": .closed
      default: .remote
      }
  }

  /// Makes an error of a negative error number of sd-bus.
  init(status: Int32, _ call: String) {
    let error = SystemError(errno: -status, call: call)
    let code: Code =
      switch error.code {
      case _ where fresnel_bus_means_end(status) != 0: .closed
      case .notFound, .connectionRefused: .noBus
      case .invalidArgument, .damagedData: .malformed
      default: .system
      }
    self.init(code, error.message)
  }

  /// The message.
  package var description: String { message }

  /// A kind of failure.
  package enum Code: Hashable, Sendable {
    /// There is no such bus; do without it.
    case noBus
    /// The connection has ended; open another.
    case closed
    /// No reply came in time.
    case timedOut
    /// Nobody on the bus has the name, and nobody can be started for it.
    case noService
    /// The other process says that it can't; see the error's name.
    case remote
    /// A message, name or value breaks the rules of the bus.
    case malformed
    /// The system has too little of something.
    case system
  }
}
