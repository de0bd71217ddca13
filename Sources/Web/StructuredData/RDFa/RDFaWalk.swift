import WebDocuments

/// The walk through a document that collects what it says in RDFa.
struct RDFaWalk {
  let document: HTMLDocument
  var names: RDFaNames
  var reading = RDFaReading()
  var findings = FindingList()
  private var contexts: [RDFaContext] = []
  private var speakers: RDFaSpeakers
  private var listSets: [RDFaListSet] = [RDFaListSet()]
  private var lists: [[RDFTerm]] = []
  private var bytes = 0
  private var isFull = false
  /// Vocabularies and elements that were complained about.
  var complaints = Set<String>()

  init(_ document: HTMLDocument, base: BaseIRI) {
    self.document = document
    names = RDFaNames(base: base)
    speakers = RDFaSpeakers(document)
  }

  /// The context of the element that is being read.
  var context: RDFaContext { contexts[contexts.count - 1] }

  mutating func run() {
    let all = document.allNodes
    let page = RDFTerm.iri(names.base.text)
    contexts = [
      RDFaContext(
        parentSubject: page, parentObject: page, end: all.upperBound, listOwner: page,
        node: document.root)
    ]
    for node in RDFaSpeakers.candidates(in: document) where !isFull {
      while contexts.count > 1, node.index >= contexts[contexts.count - 1].end.index { close() }
      if isFull { break }
      let present = document.attributeSet(of: node)
      if speakers.contains(node, present) || speakers.leads(present) && matters(node) {
        let attributes = RDFaAttributes(of: node, in: document)
        if !attributes.roles.isEmpty { addRoles(attributes, node) }
        if attributes.isRelevant { open(node, attributes) }
      }
    }
    while !contexts.isEmpty { close() }
    if !reading.copyPatterns() { complainOfSize("statements", at: document.root) }
  }

  // MARK: Elements

  /// Whether anything is said of what an element leads to, or waits for it.
  private mutating func matters(_ node: HTMLNode) -> Bool {
    !contexts[contexts.count - 1].incomplete.isEmpty || speakers.isAny(in: node)
  }

  /// Reads an element. The numbers are those of the steps in 7.5.
  private mutating func open(_ node: HTMLNode, _ attributes: RDFaAttributes) {
    // A link of HTML's own, such as one to a style sheet, as most are: it changes nothing.
    let isLink = attributes.rel != nil || attributes.rev != nil
    let links =
      isLink && attributes.onlyLinks ? links(attributes, context.vocabulary, at: node) : nil
    if let links, links.rels.isEmpty, links.revs.isEmpty, !matters(node) { return }
    let outer = context
    var inner = outer
    inner.node = node
    inner.end = document.descendants(of: node).upperBound
    inner.listOwner = nil
    // 2 to 4
    if let vocab = attributes.vocab { inner.vocabulary = vocabulary(vocab, at: node) }
    let binding = names.bind(attributes.prefixes, namespaces: attributes.namespaces)
    inner.bound = binding.bound
    if binding.isCut { complainOfSize("prefixes", at: node) }
    if let language = attributes.language { inner.language = language.isEmpty ? nil : language }

    // 5 and 6
    let (rels, revs) = links ?? self.links(attributes, inner.vocabulary, at: node)
    var roles = roles(of: node, attributes, outer)

    // 7
    if let typed = roles.typedResource {
      for type in terms(attributes.typeof, inner.vocabulary, at: node, "typeof") {
        add(typed, RDFName.type, type, node, .typeof)
      }
    }
    // 8
    if let subject = roles.subject, subject != outer.parentObject {
      inner.lists = listSets.count
      inner.listOwner = subject
      listSets.append(RDFaListSet())
    }
    // 9 and 10
    var incomplete: [RDFaIncomplete] = []
    if let object = roles.object, isLink, let subject = roles.subject {
      for predicate in rels {
        if attributes.isInList {
          appendMember(object, to: list(of: predicate, in: inner.lists), node)
        } else {
          add(subject, predicate, object, node, .link)
        }
      }
      for predicate in revs { add(object, predicate, subject, node, .link) }
    } else if isLink {
      incomplete = rels.map { predicate in
        attributes.isInList
          ? .member(list: list(of: predicate, in: inner.lists)) : .forward(predicate)
      }
      incomplete += revs.map(RDFaIncomplete.backward)
      roles.object = names.makeBlank()
    }
    // 11
    if attributes.property != nil, let subject = roles.subject {
      addProperties(of: subject, node, attributes, inner, roles.typedResource)
    }
    // 12
    if !roles.isSkipped, let subject = roles.subject {
      for link in outer.incomplete {
        switch link {
        case .forward(let predicate): add(outer.parentSubject, predicate, subject, node, .link)
        case .backward(let predicate): add(subject, predicate, outer.parentSubject, node, .link)
        case .member(let list): appendMember(subject, to: list, node)
        }
        if isFull { break }
      }
    }
    // 13
    if !roles.isSkipped {
      inner.parentSubject = roles.subject ?? outer.parentSubject
      inner.parentObject = roles.object ?? roles.subject ?? outer.parentSubject
      inner.incomplete = incomplete
    }
    contexts.append(inner)
  }

  /// Leaves an element.
  private mutating func close() {
    let inner = contexts.removeLast()
    names.unbind(inner.bound)
    // 14
    guard let owner = inner.listOwner else { return }
    for (predicate, list) in listSets[inner.lists].order {
      addList(lists[list], owner, predicate, inner.node)
    }
    listSets[inner.lists] = RDFaListSet()
  }

  // MARK: Properties

  private mutating func addProperties(
    of subject: RDFTerm, _ node: HTMLNode, _ attributes: RDFaAttributes, _ inner: RDFaContext,
    _ typedResource: RDFTerm?
  ) {
    let predicates = terms(attributes.property, inner.vocabulary, at: node, "property")
      .compactMap(\.iri)
    guard !predicates.isEmpty else { return }
    let object = value(of: node, attributes, inner, typedResource)
    if case .literal(let text, _, _) = object { charge(text.utf8.count, at: node) }
    for predicate in predicates where !isFull {
      if attributes.isInList {
        appendMember(object, to: list(of: predicate, in: inner.lists), node)
      } else {
        add(subject, predicate, object, node, .property)
      }
    }
  }

  /// Says what an element is for, as the attribute `role` does (Role Attribute 1.0, 4).
  private mutating func addRoles(_ attributes: RDFaAttributes, _ node: HTMLNode) {
    let subject =
      attributes.id.map { names.address("#" + $0) } ?? names.makeBlank()
    for word in attributes.roles where !isFull {
      guard let role = names.term(word, vocabulary: RDFaInitialContext.emptyPrefix)?.iri
      else { continue }
      add(subject, RDFaInitialContext.emptyPrefix + "role", .iri(role), node, .role)
    }
  }

  // MARK: Names

  /// What the words of an attribute mean, and a complaint about those that would need a vocabulary.
  private mutating func terms(
    _ words: [Substring]?, _ vocabulary: String?, at node: HTMLNode, _ attribute: String
  ) -> [RDFTerm] {
    (words ?? []).compactMap { word in
      guard !isFull else { return nil }
      guard let term = names.term(word, vocabulary: vocabulary) else {
        if vocabulary == nil, RDFaNames.isTerm(word) {
          complainOfVocabulary(word, at: node, attribute)
        }
        return nil
      }
      if let iri = term.iri { charge(iri.utf8.count, at: node) }
      return term
    }
  }

  /// What the words of `rel` and of `rev` mean.
  private mutating func links(
    _ attributes: RDFaAttributes, _ vocabulary: String?, at node: HTMLNode
  ) -> (rels: [String], revs: [String]) {
    (
      predicates(attributes.rel, vocabulary, at: node),
      predicates(attributes.rev, vocabulary, at: node)
    )
  }

  /// What the words of `rel` and `rev` mean; most are link types of HTML, which mean nothing here.
  private mutating func predicates(
    _ words: [Substring]?, _ vocabulary: String?, at node: HTMLNode
  ) -> [String] {
    (words ?? []).compactMap { word in
      guard !isFull, let iri = names.term(word, vocabulary: vocabulary)?.iri else { return nil }
      charge(iri.utf8.count, at: node)
      return iri
    }
  }

  // MARK: Statements

  private mutating func add(
    _ subject: RDFTerm, _ predicate: String, _ object: RDFTerm, _ node: HTMLNode,
    _ source: RDFStatement.Source
  ) {
    guard !isFull else { return }
    guard reading.statements.count < RDFaReading.mostStatements else {
      isFull = true
      return complainOfSize("statements", at: node)
    }
    reading.statements.append(
      RDFStatement(
        subject: subject, predicate: predicate, object: object, node: node, source: source))
    charge((subject.iri?.utf8.count ?? 0) + (object.iri?.utf8.count ?? 0), at: node)
  }

  /// Counts what was read, and stops the walk where it is too much.
  private mutating func charge(_ count: Int, at node: HTMLNode) {
    bytes += count
    guard bytes > RDFaReading.mostBytes, !isFull else { return }
    isFull = true
    complainOfSize("values", at: node)
  }

  /// What a vocabulary means for the words below, and the statement that it is used.
  private mutating func vocabulary(_ text: String, at node: HTMLNode) -> String? {
    guard !text.trimmingHTMLSpace().isEmpty,
      text.utf8.count <= RDFaNames.greatestNamespace
    else { return nil }
    let iri = names.base.resolve(text)
    add(.iri(names.base.text), RDFName.usesVocabulary, .iri(iri), node, .vocabulary)
    checkVocabulary(iri, at: node)
    return iri
  }

  // MARK: Lists

  /// The list that is being filled for a predicate, a new one if there is none.
  private mutating func list(of predicate: String, in set: Int) -> Int {
    if let list = listSets[set][predicate] { return list }
    lists.append([])
    listSets[set].add(predicate, list: lists.count - 1)
    return lists.count - 1
  }

  private mutating func appendMember(_ member: RDFTerm, to list: Int, _ node: HTMLNode) {
    lists[list].append(member)
    charge(MemoryLayout<RDFTerm>.size, at: node)
  }

  /// Writes a list as RDF does: a chain of blank nodes.
  private mutating func addList(
    _ members: [RDFTerm], _ owner: RDFTerm, _ predicate: String, _ node: HTMLNode
  ) {
    var cells = members.map { _ in names.makeBlank() }
    cells.append(.iri(RDFName.nil))
    if let head = cells.first, !members.isEmpty { reading.lists[head] = members }
    add(owner, predicate, cells[0], node, .property)
    for (index, member) in members.enumerated() {
      add(cells[index], RDFName.first, member, node, .list)
      add(cells[index], RDFName.rest, cells[index + 1], node, .list)
    }
  }
}
