package import WebDocuments

extension ItemGraph {
  /// The items that a document tells of in Microdata.
  ///
  /// - Parameters:
  ///   - reading: What the document says.
  ///   - document: The document.
  package init(_ reading: MicrodataReading, of document: HTMLDocument) {
    var builder = ItemGraphBuilder(.microdata)
    let vocabularies = reading.vocabularies()
    var places: [Int: Int] = [:]
    for index in vocabularies.keys.sorted() {
      let item = reading.items[index]
      let place = builder.item(item.identifier, at: document.location(of: item.node))
      places[index] = place
      if item.isTopLevel { builder.markTopLevel(place) }
      for type in item.types where IRIParts.hasScheme(type) {
        builder.addType(String(type), to: place)
      }
    }
    for (index, place) in places.sorted(by: { $0.key < $1.key }) {
      for property in reading.items[index].properties {
        let reference: GraphReference
        switch property.value {
        case .text(let text): reference = .value(.text(text, language: nil))
        case .url(let url): reference = .named(url)
        case .item(let target):
          guard let target = places[target] else { continue }
          reference = .value(.item(target))
        }
        let location = document.location(of: property.node)
        for name in property.names {
          let whole = IRIParts.hasScheme(name) ? name : (vocabularies[index] ?? "") + name
          builder.add(reference, to: String(whole), of: place, at: location)
        }
      }
    }
    self = builder.finish()
  }
}

extension MicrodataReading {
  /// What words belong to in each item that one at the top leads to: what the item's own type says, or that of the
  /// item that it is a value of; empty where none says anything.
  fileprivate func vocabularies() -> [Int: Substring] {
    var vocabularies: [Int: Substring] = [:]
    var waiting: [(item: Int, outer: Substring)] = []
    for index in items.indices.reversed() where items[index].isTopLevel {
      waiting.append((index, ""))
    }
    while let (index, outer) = waiting.popLast() {
      guard vocabularies[index] == nil else { continue }
      let vocabulary = Self.vocabulary(of: items[index]) ?? outer
      vocabularies[index] = vocabulary
      for property in items[index].properties.reversed() {
        if case .item(let target) = property.value { waiting.append((target, vocabulary)) }
      }
    }
    return vocabularies
  }

  /// The most bytes of what words are put behind, since it is copied into each name.
  private static let greatestVocabulary = 1024

  /// What the words of an item belong to: its first type up to the last `#` or `/`.
  private static func vocabulary(of item: MicrodataItem) -> Substring? {
    guard let type = item.types.first(where: { IRIParts.hasScheme($0) }),
      type.utf8.count <= greatestVocabulary
    else { return nil }
    let parts = IRIParts(type)
    guard !parts.path.isEmpty || parts.fragment != nil else { return type + "/" }
    let end =
      type.utf8.lastIndex(of: UInt8(ascii: "#")) ?? type.utf8.lastIndex(of: UInt8(ascii: "/"))
    return end.map { type[...$0] }
  }
}
