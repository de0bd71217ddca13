package import FresnelModel
package import SpotlightService
package import SpotlightWire

/// `handoff.accept`: picks something up from another device.
package enum AcceptHandoff: AskingVerb {
  /// The verb.
  package static let name = "handoff.accept"

  /// Begins it.
  package static func begin(
    _ arguments: JSONValue, of session: Session, in context: DaemonContext,
    _ done: @escaping @Sendable (Result<JSONValue, ServiceError>) -> Void
  ) throws(ServiceError) {
    guard let number = try arguments.count("number") else {
      throw ServiceError(.refused, "The argument number is missing.")
    }
    var opening = HandoffOpening(hasTerminal: try arguments.flag("terminal") ?? false)
    if arguments["token"] != nil { opening.token = try arguments.requiredText("token") }
    context.handoff.accept(UInt64(number), opening) { result in
      done(
        result.map { launched in
          .members([
            ("launch", .integer(Int64(clamping: launched.launch))),
            ("way", .integer(Int64(launched.way.rawValue))),
            ("appName", .string(launched.appName)),
            ("words", .array(launched.words.map { .string($0) })),
          ])
        })
    }
  }
}
