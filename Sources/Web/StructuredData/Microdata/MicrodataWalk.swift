import WebDocuments

/// The walk through a document that collects its Microdata.
struct MicrodataWalk {
  let document: HTMLDocument
  let base: BaseIRI
  let isStrict: Bool
  var reading = MicrodataReading()
  var findings = FindingList()
  /// The places of the items by the indices of their elements.
  private var places: [Int: Int] = [:]
  /// The indices of the elements with a property, and their values once they are known.
  private var values: [Int: MicrodataItem.Value?] = [:]
  private var elementsByID: [String: HTMLNode]?
  /// The last item, counted from 1, that each element was looked at for.
  private var lookedAtFor: [Int] = []
  private var referredElements = 0
  private var bytes = 0
  private var isCut = false

  init(_ document: HTMLDocument, base: BaseIRI, isStrict: Bool) {
    self.document = document
    self.base = base
    self.isStrict = isStrict
  }

  mutating func run() {
    findItems()
    guard !reading.items.isEmpty || !values.isEmpty else { return }
    lookedAtFor = [Int](repeating: 0, count: document.allNodes.count)
    for place in reading.items.indices { collectProperties(of: place) }
    breakCycles()
    // Where not everything was looked at, what stands in no item isn't known.
    if !isCut {
      complainOfStrays(
        values.compactMap { $0.value == nil ? HTMLNode(index: $0.key) : nil }.sorted())
    }
  }

  // MARK: Items

  /// The attributes of elements that are items, or have a property, or should.
  private static let telling = HTMLAttributeSet([.itemscope, .itemprop, .itemtype])

  /// Lists the items and the elements with a property.
  private mutating func findItems() {
    for node in document.elements(withAnyOf: Self.telling) {
      let isItem = document.hasAttribute(.itemscope, of: node)
      let isProperty = document.hasAttribute(.itemprop, of: node)
      if isProperty { values[node.index] = .some(nil) }
      guard isItem else {
        if document.hasAttribute(.itemtype, of: node) { complainOfType(at: node) }
        continue
      }
      let types = document.attribute(.itemtype, of: node)?.splitAtHTMLSpace() ?? []
      let identifier = types.isEmpty ? nil : document.attribute(.itemid, of: node)
      places[node.index] = reading.items.count
      reading.items.append(
        MicrodataItem(
          node: node, types: types, identifier: identifier.map(base.resolve),
          isTopLevel: !isProperty))
    }
  }

  /// Collects the properties of an item: of the elements in it, and of those that it refers to with what is in
  /// them, each element once.
  private mutating func collectProperties(of place: Int) {
    let root = reading.items[place].node
    var found: [HTMLNode] = []
    lookedAtFor[root.index] = place + 1
    let inside = document.descendants(of: root)
    look(at: inside.lowerBound, until: inside.upperBound, for: place, &found)

    let references = document.attribute(.itemref, of: root)?.splitAtHTMLSpace() ?? []
    for id in references {
      guard let target = element(withID: String(id)) else {
        complainOfReference(String(id), at: root)
        continue
      }
      let end = document.descendants(of: target).upperBound
      if lookedAtFor[target.index] != place + 1 {
        guard look(at: target, until: end, for: place, &found, isReferred: true) else {
          isCut = true
          return complainOfSize("itemref", at: root)
        }
      } else if target == root {
        complainOfCycle(at: root)
      }
    }
    if !references.isEmpty { found.sort() }
    for node in found {
      guard let value = value(of: node) else {
        isCut = true
        return complainOfSize("itemprop", at: root)
      }
      let names = document.attribute(.itemprop, of: node)?.splitAtHTMLSpace() ?? []
      var seen = Set<Substring>()
      reading.items[place].properties.append(
        MicrodataItem.Property(
          names: names.filter { seen.insert($0).inserted }, value: value, node: node))
    }
  }

  /// Looks for properties of an item in a part of the document.
  ///
  /// - Returns: Whether there wasn't too much to look at.
  @discardableResult
  private mutating func look(
    at start: HTMLNode, until end: HTMLNode, for place: Int, _ found: inout [HTMLNode],
    isReferred: Bool = false
  ) -> Bool {
    var node = start
    while node < end {
      if document.kind(of: node) != .element {
        node = node.advanced(by: 1)
        continue
      }
      if lookedAtFor[node.index] == place + 1 {
        // The item itself within what it refers to would be its own property.
        if node == reading.items[place].node { complainOfCycle(at: node) }
        node = document.descendants(of: node).upperBound
        continue
      }
      lookedAtFor[node.index] = place + 1
      if isReferred {
        referredElements += 1
        guard referredElements <= MicrodataReading.mostReferredElements else { return false }
      }
      if values[node.index] != nil { found.append(node) }
      // What is in another item belongs to that.
      node =
        places[node.index] == nil ? node.advanced(by: 1) : document.descendants(of: node).upperBound
    }
    return true
  }

  private mutating func element(withID id: String) -> HTMLNode? {
    if let elementsByID { return elementsByID[id] }
    var elements: [String: HTMLNode] = [:]
    let all = document.allNodes
    var node = all.lowerBound
    while node < all.upperBound {
      if let id = document.attribute(.id, of: node), elements[id] == nil { elements[id] = node }
      node = node.advanced(by: 1)
    }
    elementsByID = elements
    return elements[id]
  }

  // MARK: Values

  /// The value of an element with a property; `nil` when the values of the document became too much.
  private mutating func value(of node: HTMLNode) -> MicrodataItem.Value? {
    if let known = values[node.index] ?? nil { return known }
    let value = places[node.index].map(MicrodataItem.Value.item) ?? plainValue(of: node)
    values[node.index] = value
    switch value {
    case .text(let text), .url(let text): bytes += text.utf8.count
    case .item: break
    }
    return bytes <= MicrodataReading.mostBytes ? value : nil
  }

  /// The value of an element that is no item (HTML Standard, 5.2.4).
  private func plainValue(of node: HTMLNode) -> MicrodataItem.Value {
    func text(_ attribute: HTMLAttributeName) -> MicrodataItem.Value {
      .text(document.attribute(attribute, of: node) ?? "")
    }
    func url(_ attribute: HTMLAttributeName) -> MicrodataItem.Value {
      .url(document.attribute(attribute, of: node).map(base.resolve) ?? "")
    }
    if !isStrict, let content = document.attribute(.content, of: node) { return .text(content) }
    switch document.tag(of: node) {
    case .meta: return text(.content)
    case .audio, .embed, .iframe, .img, .source, .track, .video: return url(.src)
    case .a, .area, .link: return url(.href)
    case .object: return url(.data)
    case .data, .meter: return text(.value)
    case .time:
      return .text(document.attribute(.datetime, of: node) ?? document.text(of: node))
    default: return .text(document.text(of: node))
    }
  }

  // MARK: Cycles

  /// Takes away the values by which an item leads to itself.
  private mutating func breakCycles() {
    enum State { case new, open, done }
    var dropped: [Int: Set<Int>] = [:]
    var states = [State](repeating: .new, count: reading.items.count)
    let order =
      reading.items.indices.filter { reading.items[$0].isTopLevel }
      + reading.items.indices.filter { !reading.items[$0].isTopLevel }
    for start in order where states[start] == .new {
      var path = [(item: start, next: 0)]
      states[start] = .open
      while let (item, next) = path.last {
        guard next < reading.items[item].properties.count else {
          states[item] = .done
          path.removeLast()
          continue
        }
        path[path.count - 1].next += 1
        let property = reading.items[item].properties[next]
        guard case .item(let target) = property.value else { continue }
        switch states[target] {
        case .new:
          states[target] = .open
          path.append((target, 0))
        case .open:
          complainOfCycle(at: reading.items[item].node)
          dropped[item, default: []].insert(next)
        case .done: break
        }
      }
    }
    for (item, places) in dropped {
      let properties = reading.items[item].properties
      reading.items[item].properties = properties.indices.filter { !places.contains($0) }
        .map { properties[$0] }
    }
  }
}
