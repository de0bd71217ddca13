internal import FresnelHandoff
package import FresnelModel
package import SpotlightService
package import SpotlightWire

/// `devices.show`: a code with which another device is paired with this one.
package enum ShowPairingCode: AskingVerb {
  /// The verb.
  package static let name = "devices.show"

  /// Begins it.
  package static func begin(
    _ arguments: JSONValue, of session: Session, in context: DaemonContext,
    _ done: @escaping @Sendable (Result<JSONValue, ServiceError>) -> Void
  ) throws(ServiceError) {
    context.handoff.ask(.showCode, for: session) { result in
      done(
        result.flatMap { answer in
          guard case .code(let code, let milliseconds, let addresses) = answer else {
            return .failure(.unexpectedAnswer)
          }
          return .success(
            .members([
              ("code", .string(code)), ("seconds", .integer(Int64(milliseconds / 1000))),
              ("addresses", .array(addresses.map { .string($0.description) })),
            ]))
        })
    }
  }
}

/// `devices.await`: waits until another device is paired by the code that is shown.
package enum AwaitPairing: AskingVerb {
  /// The verb.
  package static let name = "devices.await"

  /// Begins it.
  package static func begin(
    _ arguments: JSONValue, of session: Session, in context: DaemonContext,
    _ done: @escaping @Sendable (Result<JSONValue, ServiceError>) -> Void
  ) throws(ServiceError) {
    context.handoff.ask(.awaitPairing, for: session) { done($0.flatMap(PairDevice.report)) }
  }
}

/// `devices.pair`: pairs this device with the one that shows a code.
package enum PairDevice: AskingVerb {
  /// The verb.
  package static let name = "devices.pair"

  /// Begins it.
  package static func begin(
    _ arguments: JSONValue, of session: Session, in context: DaemonContext,
    _ done: @escaping @Sendable (Result<JSONValue, ServiceError>) -> Void
  ) throws(ServiceError) {
    let code = try arguments.requiredText("code")
    guard code.utf8.count == 6, code.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      throw ServiceError(.unsupported, "The code has six digits.")
    }
    var address: DeviceAddress?
    if let argument = arguments["address"] { address = try DeviceAddress(argument: argument) }
    context.handoff.ask(.typeCode(code, address), for: session) { done($0.flatMap(report)) }
  }

  /// Who was paired.
  static func report(_ answer: HandoffAnswer) -> Result<JSONValue, ServiceError> {
    guard case .paired(let name) = answer else { return .failure(.unexpectedAnswer) }
    return .success(.members([("name", .string(name))]))
  }
}
