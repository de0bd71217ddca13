package import FresnelModel
internal import StructuredData
internal import WebAddresses
internal import WebDocuments

extension PageReading {
  /// The whole reading as JSON text, for programs.
  ///
  /// - Parameter isIndented: Whether each value stands on a line of its own.
  /// - Returns: The text of one object. Members may be added in later versions.
  public func json(indented isIndented: Bool = false) -> String {
    report.text(indented: isIndented)
  }

  /// The whole reading as an object.
  package var report: JSONValue {
    .members([
      "url": .string(url.href), "base": .string(base.href),
      "canonical": .members([
        "url": .string(canonical.url.href), "source": .string(canonical.source.rawValue),
        "claimedElsewhere": .text(canonical.claimedElsewhere?.href),
      ]),
      "title": .text(metadata.title?.text), "language": .text(metadata.language?.text),
      "robots": .members([
        "index": .boolean(directives.isIndexed), "follow": .boolean(directives.followsLinks),
        "snippet": .boolean(directives.allowsSnippet), "image": .boolean(directives.allowsImage),
      ]),
      "card": card.report, "mainItem": mainItem.map { .integer(Int64($0)) } ?? .null,
      "items": graph.report, "deepLinks": deepLinks.report,
      "search": search.map {
        .members([
          "template": .string($0.template), "variable": .string($0.variable),
          "required": .boolean($0.isRequired),
        ])
      } ?? .null,
      "interactions": .object(
        interactions.sorted { $0.key < $1.key }.map {
          JSONMember($0.key, .integer(Int64($0.value)))
        }),
      "locations": .array(locations.map(\.report)), "links": links.report,
      "attributes": attributesReport, "needsScript": .boolean(needsScript),
      "diagnostics": .array(diagnostics.map(\.report)),
    ])
  }

  /// The attributes by name, without the text of the page.
  private var attributesReport: JSONValue {
    .object(
      attributes.values.filter { $0.key != .builtIn(.textContent) }
        .map { JSONMember($0.key.name, $0.value.report) }.sorted { $0.name < $1.name })
  }
}

extension AttributeValue {
  /// The value of a page's attribute as JSON.
  fileprivate var report: JSONValue {
    switch self {
    case .string(let text), .url(let text): .string(text)
    case .integer(let number): .integer(number)
    case .double(let number): .number(number)
    case .boolean(let value): .boolean(value)
    case .date(let date): .text(date.iso8601)
    case .array(let values): .array(values.map(\.report))
    case .data, .person, .localizedString, .dictionary, .null: .null
    }
  }
}

extension LocationSuggestion {
  /// The place as an object.
  fileprivate var report: JSONValue {
    .members([
      "name": .string(name), "address": .text(address?.line),
      "latitude": .number(coordinates?.latitude), "longitude": .number(coordinates?.longitude),
      "telephone": .text(telephone), "item": .integer(Int64(item)),
    ])
  }
}

extension PageLinks {
  /// The links as an object.
  fileprivate var report: JSONValue {
    .members([
      "pages": .array(
        pages.map {
          .members([
            "url": .string($0.url.href), "text": .string($0.text),
            "placement": .string($0.placement.rawValue), "endorsed": .boolean($0.isEndorsed),
          ])
        }), "feeds": .texts(feeds.map(\.href)), "sitemaps": .texts(sitemaps.map(\.href)),
      "searchDescriptions": .texts(searchDescriptions.map(\.href)),
      "languages": .array(
        languages.map {
          .members(["language": .string($0.language), "url": .string($0.url.href)])
        }), "refresh": .text(refresh?.url.href),
    ])
  }
}
