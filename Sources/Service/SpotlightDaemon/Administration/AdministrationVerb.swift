package import FresnelModel
package import SpotlightWire

/// Something that the command line has the daemon do: one type for each verb of `administer`.
///
/// Shapes of arguments and reports are written down in Documentation/operation.md.
package protocol AdministrationVerb: Sendable {
  /// The verb, such as `apps.remove`.
  static var name: String { get }

  /// Does it.
  ///
  /// Verbs run one after the other on a thread that is theirs, and may wait.
  ///
  /// - Parameters:
  ///   - arguments: An object; what the command line sent.
  ///   - context: The daemon.
  /// - Returns: The report.
  /// - Throws: ``ServiceError`` for the person at the command line.
  static func run(
    _ arguments: JSONValue, in context: DaemonContext
  ) throws(ServiceError) -> JSONValue
}
