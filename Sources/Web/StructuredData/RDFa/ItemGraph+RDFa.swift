package import WebDocuments

extension ItemGraph {
  /// The items that a document tells of in RDFa.
  ///
  /// RDFa says things of everything that has a name, the page included; an item is what has a type, or is said
  /// something of in the words of schema.org, and what is a value of such an item. Else each page with
  /// `property="og:title"` or a licence would be an item.
  ///
  /// - Parameters:
  ///   - reading: What the document says.
  ///   - document: The document.
  package init(_ reading: RDFaReading, of document: HTMLDocument) {
    var draft = RDFaItems(reading, document)
    self = draft.graph()
  }
}

/// Makes items of statements.
private struct RDFaItems {
  private let reading: RDFaReading
  private let document: HTMLDocument
  private var bySubject: [RDFTerm: [Int]] = [:]
  /// Vocabularies of schema.org that were written without the slash at the end.
  private var withoutSlash: [String] = []
  private var builder = ItemGraphBuilder(.rdfa)
  private var places: [RDFTerm: Int] = [:]

  init(_ reading: RDFaReading, _ document: HTMLDocument) {
    self.reading = reading
    self.document = document
    for (index, statement) in reading.statements.enumerated() {
      switch statement.source {
      case .list, .role: break
      case .vocabulary:
        if let iri = statement.object.iri, iri.utf8.last != UInt8(ascii: "/"),
          withoutSlash.count < 8, SchemaNamespace.isNamespace(iri), !withoutSlash.contains(iri)
        {
          withoutSlash.append(iri)
        }
      default: bySubject[statement.subject, default: []].append(index)
      }
    }
  }

  mutating func graph() -> ItemGraph {
    let kept = subjectsOfItems()
    for subject in kept.order {
      guard let first = bySubject[subject]?.first else { continue }
      let location = document.location(of: reading.statements[first].node)
      places[subject] = builder.item(identifier(subject), at: location)
    }
    for subject in kept.order {
      guard let place = places[subject] else { continue }
      for index in bySubject[subject] ?? [] { add(reading.statements[index], to: place) }
    }
    return builder.finish()
  }

  /// The subjects that are items, in the order of the document.
  private func subjectsOfItems() -> (order: [RDFTerm], all: Set<RDFTerm>) {
    var all = Set<RDFTerm>()
    var waiting: [RDFTerm] = []
    for statement in reading.statements {
      let isItem =
        statement.predicate == RDFName.type
        || statement.source == .property
          && SchemaNamespace.localName(of: repaired(statement.predicate)) != nil
      if isItem, statement.source != .list, all.insert(statement.subject).inserted {
        waiting.append(statement.subject)
      }
    }
    while let subject = waiting.popLast() {
      for index in bySubject[subject] ?? []
      where reading.statements[index].predicate != RDFName.type {
        let object = reading.statements[index].object
        for value in reading.lists[object] ?? [object] {
          if bySubject[value] != nil, all.insert(value).inserted { waiting.append(value) }
        }
      }
    }
    var seen = Set<RDFTerm>()
    let order = reading.statements.map(\.subject).filter {
      all.contains($0) && seen.insert($0).inserted
    }
    return (order, all)
  }

  private mutating func add(_ statement: RDFStatement, to place: Int) {
    if statement.predicate == RDFName.type {
      if let type = statement.object.iri { builder.addType(repaired(type), to: place) }
      return
    }
    let property = repaired(statement.predicate)
    // Where a vocabulary is in force, HTML's own link types, such as stylesheet, become words of it.
    if statement.source == .link, let name = SchemaNamespace.localName(of: property),
      SchemaTerm(.property, named: name) == nil
    {
      return
    }
    let location = document.location(of: statement.node)
    if statement.object.iri == RDFName.nil { return }
    for value in reading.lists[statement.object] ?? [statement.object] {
      builder.add(reference(to: value), to: property, of: place, at: location)
    }
  }

  private mutating func reference(to term: RDFTerm) -> GraphReference {
    switch term {
    case .iri(let iri): return .named(iri)
    case .blank:
      let place = places[term] ?? builder.item(identifier(term), at: nil)
      places[term] = place
      return .value(.item(place))
    case .literal(let text, let language, let datatype):
      return .value(
        .text(text, language: language),
        datatype: datatype.map { SchemaNamespace.shortened(repaired($0)) })
    }
  }

  private func identifier(_ term: RDFTerm) -> String? {
    switch term {
    case .iri(let iri): iri
    case .blank(let number): "_:\(number)"
    case .literal: nil
    }
  }

  /// A name with the slash that its vocabulary should have had.
  private func repaired(_ iri: String) -> String {
    for vocabulary in withoutSlash where iri.utf8.starts(with: vocabulary.utf8) {
      let rest = iri.dropFirst(vocabulary.count)
      if rest.utf8.first != UInt8(ascii: "/"), RDFaNames.isTerm(rest) {
        return vocabulary + "/" + rest
      }
    }
    return iri
  }
}
