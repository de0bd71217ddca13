package import FresnelModel
package import SpotlightService
package import SpotlightWire

/// A verb of `administer` for which others are asked that may take long, such as a person at another device.
///
/// It keeps nobody waiting: the answer is told when it is there. What is asked ends with who asks.
package protocol AskingVerb: Sendable {
  /// The verb, such as `devices.pair`.
  static var name: String { get }

  /// Begins it; must not wait.
  ///
  /// - Parameters:
  ///   - arguments: An object; what the command line sent.
  ///   - session: Who asks.
  ///   - context: The daemon.
  ///   - done: Told the report once, on any thread, or why there is none.
  /// - Throws: ``ServiceError`` for the person at the command line; nothing is told then.
  static func begin(
    _ arguments: JSONValue, of session: Session, in context: DaemonContext,
    _ done: @escaping @Sendable (Result<JSONValue, ServiceError>) -> Void
  ) throws(ServiceError)
}

/// The verbs of `administer` that keep nobody waiting.
enum AskingVerbs {
  private static let all: [any AskingVerb.Type] = [
    ListDevices.self, ShowPairingCode.self, AwaitPairing.self, PairDevice.self, ForgetDevice.self,
    SetDeviceAddresses.self, AcceptHandoff.self, ListKeys.self, CompactStores.self,
  ]

  /// The names of the verbs.
  static var names: [String] { all.map { $0.name } }

  /// Begins what was ordered, if it is one of these.
  ///
  /// - Parameters:
  ///   - order: The verb and its arguments.
  ///   - session: Who gave it.
  ///   - context: The daemon.
  ///   - done: Told the report once, in JSON, or why there is none.
  static func run(
    _ order: Administration, of session: Session, in context: DaemonContext,
    _ done: @escaping @Sendable (Result<[UInt8], ServiceError>) -> Void
  ) {
    do throws(ServiceError) {
      guard let verb = all.first(where: { $0.name == order.verb }) else {
        throw ServiceError(.unsupported, "This daemon knows no verb \(order.verb).")
      }
      try verb.begin(try AdministrationVerbs.arguments(of: order), of: session, in: context) {
        done($0.map(\.report))
      }
    } catch {
      done(.failure(error))
    }
  }
}
