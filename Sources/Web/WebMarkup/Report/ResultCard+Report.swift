internal import FresnelModel
internal import WebAddresses

extension ResultCard {
  /// The card as an object.
  var report: JSONValue {
    .members([
      "title": .string(title), "description": .text(description), "image": .text(image?.href),
      "icon": .text(icon?.href), "rating": rating?.report ?? .null, "price": price?.report ?? .null,
      "published": .text(dates.published?.iso8601), "start": .text(dates.start?.iso8601),
      "end": .text(dates.end?.iso8601), "details": details.report,
      "actions": .array(actions.map(\.report)),
      "deepLink": deepLink?.report ?? .null, "paywalled": .boolean(isPaywalled),
      "url": .string(url.href),
    ])
  }
}

extension StarRating {
  /// The rating as an object.
  fileprivate var report: JSONValue {
    .members([
      "value": .number(value), "best": .number(best), "stars": .number(stars),
      "count": count.map { .integer(Int64($0)) } ?? .null,
    ])
  }
}

extension CardPrice {
  /// The price as an object.
  fileprivate var report: JSONValue {
    .members([
      "low": .number(low), "high": .number(high), "currency": .text(currency), "unit": .text(unit),
      "availability": .text(availability), "text": .text(text),
    ])
  }
}

extension CardDetails {
  /// The details as an object; `null` where there are none.
  fileprivate var report: JSONValue {
    guard self != CardDetails() else { return .null }
    return .members([
      "types": types.isEmpty ? .null : .texts(types), "seconds": .number(seconds),
      "yield": .text(yield), "calories": .text(calories),
      "availability": .text(availability?.rawValue),
      "ingredients": ingredients.isEmpty ? .null : .texts(ingredients),
    ])
  }
}

extension CardAction {
  /// The button as an object.
  fileprivate var report: JSONValue {
    switch self {
    case .call(let url):
      .members(["kind": .string(kind), "url": .string(url)])
    case .directions(let address, let point):
      .members([
        "kind": .string(kind), "url": .string(url), "address": .text(address),
        "latitude": .number(point?.latitude), "longitude": .number(point?.longitude),
      ])
    case .play(let medium, let url):
      .members([
        "kind": .string(kind), "media": .string(medium.rawValue), "url": .string(url),
      ])
    }
  }
}
