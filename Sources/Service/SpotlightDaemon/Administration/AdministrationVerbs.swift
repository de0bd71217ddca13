internal import FresnelModel
package import SpotlightWire

/// The verbs of `administer`.
package enum AdministrationVerbs {
  private static let all: [any AdministrationVerb.Type] = [
    TellStatus.self, ListIndexes.self, ReloadApps.self, AdoptApp.self, FindStrays.self,
    RemoveApp.self, GetSettings.self,
    SetSettings.self, SetHistory.self, PauseIndexing.self, ResumeIndexing.self, LockClasses.self,
    UnlockClasses.self,
    Doctor.self, SetHandoff.self, ListHandoff.self,
  ]

  /// The names of the verbs.
  package static var names: [String] { all.map { $0.name } + AskingVerbs.names }

  /// Does what was ordered. Waits.
  ///
  /// - Parameters:
  ///   - order: The verb and its arguments.
  ///   - context: The daemon.
  /// - Returns: The report, in JSON.
  /// - Throws: ``ServiceError``: ``ServiceError/Code/unsupported`` for a verb that there is not, or what
  ///   the verb says.
  package static func run(
    _ order: Administration, in context: DaemonContext
  ) throws(ServiceError) -> [UInt8] {
    guard let verb = all.first(where: { $0.name == order.verb }) else {
      throw ServiceError(.unsupported, "This daemon knows no verb \(order.verb).")
    }
    return try verb.run(try arguments(of: order), in: context).report
  }

  /// The arguments of an order.
  ///
  /// - Throws: ``ServiceError`` when they are no object.
  static func arguments(of order: Administration) throws(ServiceError) -> JSONValue {
    let arguments: JSONValue
    do throws(JSONError) {
      arguments = try JSONValue.parse(order.arguments)
    } catch {
      throw ServiceError(.refused, "The arguments of \(order.verb) are no JSON. \(error)")
    }
    guard case .object = arguments else {
      throw ServiceError(.refused, "The arguments of \(order.verb) are no object.")
    }
    return arguments
  }
}

extension JSONValue {
  /// The bytes of a report.
  var report: [UInt8] { Array(text(indented: false).utf8) }

  /// An object of members, without those that have no value.
  static func members(_ members: [(String, JSONValue?)]) -> JSONValue {
    .object(members.compactMap { name, value in value.map { JSONMember(name, $0) } })
  }

  /// A text argument.
  ///
  /// - Throws: ``ServiceError`` when it is missing or no text.
  func requiredText(_ name: String) throws(ServiceError) -> String {
    guard case .string(let text)? = self[name], !text.isEmpty else {
      throw ServiceError(.refused, "The argument \(name) is missing or no text.")
    }
    return text
  }

  /// A flag; `nil` when it is not given.
  ///
  /// - Throws: ``ServiceError`` when it is something else.
  func flag(_ name: String) throws(ServiceError) -> Bool? {
    switch self[name] {
    case nil, .null: return nil
    case .boolean(let value): return value
    default: throw ServiceError(.refused, "The argument \(name) is neither true nor false.")
    }
  }

  /// A number of something; `nil` when it is not given.
  ///
  /// - Throws: ``ServiceError`` when it is something else, or negative.
  func count(_ name: String) throws(ServiceError) -> Int? {
    switch self[name] {
    case nil, .null: return nil
    case .integer(let value) where value >= 0: return Int(value)
    default: throw ServiceError(.refused, "The argument \(name) is no whole number.")
    }
  }
}
