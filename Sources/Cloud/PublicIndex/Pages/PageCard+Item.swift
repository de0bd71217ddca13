package import FresnelModel

extension PageCard {
  /// Where an item keeps the card: as bytes, which no query looks at.
  private static let key = AttributeKey.custom(CustomAttributeKey(name: "fresnel_page_card"))

  /// The card that an item holds; an empty one where it holds none that can be read.
  package init(of item: EncodedItem) {
    self.init()
    guard case .data(let bytes) = try? item.decodedValue(for: Self.key),
      let object = try? JSONValue.parse(bytes)
    else { return }
    site = object["site"]?.text
    type = object["type"]?.text
    thumbnail = object["thumbnail"].flatMap { picture in
      picture["url"]?.text.map {
        Picture(url: $0, width: picture["width"]?.whole, height: picture["height"]?.whole)
      }
    }
    rating = object["rating"].flatMap { rating in
      guard let value = rating["value"]?.number, let best = rating["best"]?.number else {
        return nil
      }
      return Rating(value: value, best: best, count: rating["count"]?.whole)
    }
    price = object["price"].map {
      Price(
        low: $0["low"]?.number, high: $0["high"]?.number, currency: $0["currency"]?.text,
        range: $0["range"]?.text, line: $0["line"]?.text)
    }
    if case .array(let list) = object["actions"] {
      actions = list.compactMap { action in
        guard let kind = action["kind"]?.text, let url = action["url"]?.text else { return nil }
        return Action(kind: kind, url: url)
      }
    }
    deepLink = object["link"].flatMap { link in
      link["url"]?.text.map { Link(url: $0, isVerified: link["verified"] == .boolean(true)) }
    }
    app = object["app"].map { App(storeID: $0["store_id"]?.text, name: $0["name"]?.text) }
    search = object["search"].flatMap { search in
      guard let template = search["template"]?.text, let variable = search["variable"]?.text else {
        return nil
      }
      return Search(template: template, variable: variable)
    }
    isPaywalled = object["paywalled"] == .boolean(true)
  }

  /// Puts the card among the attributes of an item.
  package func write(to attributes: inout Attributes) {
    attributes[Self.key] = self == PageCard() ? nil : .data(Array(object.text().utf8))
  }

  private var object: JSONValue {
    .present([
      "site": .text(site), "type": .text(type),
      "thumbnail": thumbnail.map {
        .present(["url": .string($0.url), "width": .whole($0.width), "height": .whole($0.height)])
      },
      "rating": rating.map {
        .present([
          "value": .number($0.value), "best": .number($0.best), "count": .whole($0.count),
        ])
      },
      "price": price.map {
        .present([
          "low": .number($0.low), "high": .number($0.high), "currency": .text($0.currency),
          "range": .text($0.range), "line": .text($0.line),
        ])
      },
      "actions": actions.isEmpty
        ? nil
        : .array(actions.map { .present(["kind": .string($0.kind), "url": .string($0.url)]) }),
      "link": deepLink.map {
        .present(["url": .string($0.url), "verified": .boolean($0.isVerified)])
      },
      "app": app.map { .present(["store_id": .text($0.storeID), "name": .text($0.name)]) },
      "search": search.map {
        .present(["template": .string($0.template), "variable": .string($0.variable)])
      },
      "paywalled": isPaywalled ? .boolean(true) : nil,
    ])
  }
}
