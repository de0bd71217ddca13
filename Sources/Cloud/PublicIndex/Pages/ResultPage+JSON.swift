internal import FresnelModel
internal import WebMarkup

extension ResultPage {
  /// What programs are told of the page, as the members of a JSON object, which `JSONSchema.searchResult` of the
  /// service describes.
  static func members(
    url: String, title: String, description: String?, host: String, date: Timestamp?,
    _ card: PageCard, _ details: PageDetails
  ) -> [UInt8] {
    let object = JSONValue.present([
      "url": .string(url), "title": .string(title), "description": .text(description),
      "host": .string(host), "site": .text(card.site), "type": .text(card.type),
      "types": .list(details.types), "date": .text(date?.day),
      "thumbnail": card.thumbnail.map(\.json),
      "rating": card.rating.map(\.json), "price": card.price.map(\.json),
      "availability": .text(details.availability?.rawValue),
      "duration_seconds": .number(details.seconds?.rounded()), "yield": .text(details.yield),
      "calories": .text(details.calories), "ingredients": .list(details.ingredients),
      "actions": .array(card.actions.map(\.json)), "deep_link": card.deepLink.map(\.json),
    ])
    // Without the braces. A slice of a string would be copied byte by byte.
    var bytes = Array(object.text().utf8)
    bytes.removeFirst()
    bytes.removeLast()
    return bytes
  }
}

extension Timestamp {
  /// The day, in UTC.
  fileprivate var day: String? { iso8601.map { String($0.prefix(10)) } }
}

extension PageCard.Picture {
  fileprivate var json: JSONValue {
    .present(["url": .string(url), "width": .whole(width), "height": .whole(height)])
  }
}

extension PageCard.Rating {
  fileprivate var json: JSONValue {
    .present(["value": .number(value), "best": .number(best), "count": .whole(count)])
  }
}

extension PageCard.Price {
  fileprivate var json: JSONValue {
    .present([
      "low": .number(low), "high": .number(high), "currency": .text(currency),
      "range": .text(range),
    ])
  }
}

extension PageCard.Action {
  /// What stands on the button.
  package var title: String {
    switch kind {
    case "call": "Call"
    case "directions": "Directions"
    case "play": "Play"
    default: kind
    }
  }

  fileprivate var json: JSONValue {
    .present(["kind": .string(kind), "title": .string(title), "url": .string(url)])
  }
}

extension PageCard.Link {
  fileprivate var json: JSONValue {
    .present(["url": .string(url), "verified": .boolean(isVerified)])
  }
}
