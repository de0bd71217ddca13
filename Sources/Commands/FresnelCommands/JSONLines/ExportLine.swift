internal import CommandKit
internal import FresnelEngine
internal import FresnelModel

/// The line of JSON that ``ItemLine`` reads back as an equal item of the same index.
///
/// ``ItemLine`` gives custom attributes flags of its own, so here every custom attribute says its
/// flags.
func exportLine(of item: Item, in scope: IndexScope) -> String {
  guard case .object(let members) = ItemJSON.json(of: item) else { return "" }
  var result = [JSONMember(ItemLine.appField, .string(scope.app))]
  if !scope.index.isEmpty { result.append(JSONMember(ItemLine.indexField, .string(scope.index))) }
  var custom: [JSONMember] = []
  for member in members {
    if member.name == "$custom", case .object(let flagged) = member.value {
      custom += flagged
    } else if case .custom? = try? ItemJSON.key(named: member.name),
      !itemFields.contains(member.name)
    {
      custom.append(JSONMember(member.name, .object([JSONMember("value", member.value)])))
    } else {
      let value = ExactValue.wrapped(member.value, ofAttribute: member.name)
      result.append(JSONMember(member.name, value))
    }
  }
  if !custom.isEmpty { result.append(JSONMember("$custom", .object(custom))) }
  return JSONValue.object(result).printed()
}

/// The fields of a line that are no attributes.
private let itemFields: Set<String> = ["id", "domain", "expires", "update"]
