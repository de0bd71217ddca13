internal import FresnelModel
internal import StructuredData
internal import WebDocuments

extension ItemGraph {
  /// The items as a list: values that are items are objects with the place of the item in this list.
  var report: JSONValue {
    let isTopLevel = Set(topLevel)
    return .array(
      items.indices.map { place in
        let item = items[place]
        return .members([
          "id": .text(item.identifier), "types": .texts(item.types),
          "syntax": .string(item.syntax.name),
          "topLevel": isTopLevel.contains(place) ? .boolean(true) : .null,
          "line": item.location.map { .integer(Int64($0.line)) } ?? .null,
          "properties": .object(
            item.properties.map { JSONMember($0.name, .array($0.values.map(\.report))) }),
        ])
      })
  }

}

extension GraphValue {
  /// The value as JSON.
  fileprivate var report: JSONValue {
    switch content {
    case .text(let text, let language):
      language.map { .members(["text": .string(text), "language": .string($0)]) } ?? .string(text)
    case .number(let number, _): .number(number)
    case .boolean(let value): .boolean(value)
    case .url(let url): .members(["url": .string(url)])
    case .item(let place): .members(["item": .integer(Int64(place))])
    }
  }
}
