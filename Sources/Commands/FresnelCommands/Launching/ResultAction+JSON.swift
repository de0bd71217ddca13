internal import CommandKit
internal import FresnelModel
internal import SpotlightWire

extension ResultAction {
  /// The action as a program reads it.
  var json: JSONValue {
    var members = [
      JSONMember("kind", .string("\(kind)")), JSONMember("title", .string(title)),
    ]
    if let url { members.append(JSONMember("url", .string(url))) }
    if case .item(_, _, let identifier?) = target {
      members.append(JSONMember("identifier", .string(identifier)))
    }
    return .object(members)
  }
}
