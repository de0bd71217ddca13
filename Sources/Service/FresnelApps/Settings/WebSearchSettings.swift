internal import FresnelModel

/// What a person decided about having a public index asked for what they search.
package struct WebSearchSettings: Equatable, Sendable {
  /// Whether it is asked; no, unless the person says so.
  package var isOn = false
  /// The address of its server, as the person wrote it; kept while nothing is asked.
  package var server: String?
  /// How long a single search waits for it after its own results, in milliseconds.
  package var milliseconds = Self.usualMilliseconds

  /// How long a single search waits where nothing is decided, in milliseconds.
  package static let usualMilliseconds = 600
  /// What may be decided about that, in milliseconds.
  package static let possibleMilliseconds = 50...60_000

  /// Nobody is asked.
  package init() {}

  // {"search":true,"server":"https://search.example/","milliseconds":1000}; what is left out is as usual. Members that
  // this version does not know are kept.
  private var unknown: [JSONMember] = []

  /// Reads the member of a file of settings; `nil` for what it can't be.
  init?(_ json: JSONValue) {
    guard case .object(let members) = json else { return nil }
    for member in members {
      switch (member.name, member.value) {
      case ("search", .boolean(let value)): isOn = value
      case ("server", .string(let value)): server = value
      case ("milliseconds", .integer(let value)):
        guard let value = Int(exactly: value), Self.possibleMilliseconds.contains(value) else {
          return nil
        }
        milliseconds = value
      case ("search", _), ("server", _), ("milliseconds", _): return nil
      default: unknown.append(member)
      }
    }
  }

  /// The member of a file of settings.
  var json: JSONValue {
    var members: [JSONMember] = []
    if isOn { members.append(JSONMember("search", .boolean(true))) }
    if let server { members.append(JSONMember("server", .string(server))) }
    if milliseconds != Self.usualMilliseconds {
      members.append(JSONMember("milliseconds", .integer(Int64(milliseconds))))
    }
    return .object(members + unknown)
  }
}
