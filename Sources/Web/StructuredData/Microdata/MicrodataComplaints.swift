import WebDocuments

extension MicrodataWalk {
  private mutating func report(
    _ rule: DiagnosticRule, _ message: @autoclosure () -> String, at location: SourceLocation,
    _ subject: String
  ) {
    findings.add(rule, message(), at: location, subject: subject)
  }

  /// Reports a type of something that is no item.
  mutating func complainOfType(at node: HTMLNode) {
    let type = document.attribute(.itemtype, of: node) ?? ""
    report(
      .microdataTypeWithoutScope,
      "The element has the type “\(Diagnostic.excerpt(type))” and no itemscope, so that it is no item.",
      at: document.location(ofAttribute: .itemtype, of: node), "itemtype")
  }

  /// Reports a reference to an element that isn't there.
  mutating func complainOfReference(_ id: String, at node: HTMLNode) {
    report(
      .microdataReferenceMissing,
      "The itemref names “\(Diagnostic.excerpt(id))”, and no element has this id.",
      at: document.location(ofAttribute: .itemref, of: node), "itemref")
  }

  /// Reports an item that leads to itself.
  mutating func complainOfCycle(at node: HTMLNode) {
    report(
      .microdataReferenceCycle,
      "The item leads to itself; the value by which it does is not read.",
      at: document.location(of: node), "itemref")
  }

  /// Reports elements with a property that belong to no item.
  mutating func complainOfStrays(_ nodes: [HTMLNode]) {
    for node in nodes {
      let name = document.attribute(.itemprop, of: node) ?? ""
      report(
        .microdataPropertyOutsideItem,
        "The property “\(Diagnostic.excerpt(name))” stands in no item and is not read.",
        at: document.location(ofAttribute: .itemprop, of: node), "itemprop")
    }
  }

  /// Reports that an item was not read to its end.
  mutating func complainOfSize(_ subject: String, at node: HTMLNode) {
    report(
      .tooLarge,
      "The document says too much in Microdata; this item and those behind it are not read to their end.",
      at: document.location(of: node), subject)
  }
}
