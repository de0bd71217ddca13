import WebDocuments

/// What an element speaks of, and what it leads to (RDFa Core 1.1, 7.5, steps 5 and 6).
struct RDFaRoles {
  /// What the element says something of.
  var subject: RDFTerm?
  /// What the elements in it speak of, and the other end of its links.
  var object: RDFTerm?
  /// What `typeof` is said of.
  var typedResource: RDFTerm?
  /// Whether it changes nothing for those in it.
  var isSkipped = false
}

extension RDFaWalk {
  /// Works out the roles for an element.
  mutating func roles(
    of node: HTMLNode, _ attributes: RDFaAttributes, _ outer: RDFaContext
  ) -> RDFaRoles {
    let isTyped = attributes.typeof != nil
    var about = attributes.about.flatMap { names.resource($0) }
    var roles = RDFaRoles()
    if attributes.rel == nil, attributes.rev == nil {
      let hasOwnValue = attributes.content != nil || attributes.datatype != nil
      if attributes.property != nil, !hasOwnValue {
        if about == nil, isRoot(node) { about = .iri(names.base.text) }
        roles.subject = about ?? outer.parentObject
        if isTyped {
          roles.typedResource = about ?? resource(attributes) ?? names.makeBlank()
          roles.object = roles.typedResource
        }
      } else {
        if let named = about ?? resource(attributes) {
          roles.subject = named
        } else if isRoot(node) {
          roles.subject = .iri(names.base.text)
        } else if isTyped, !isHeadOrBody(node) {
          roles.subject = names.makeBlank()
        } else {
          roles.subject = outer.parentObject
          roles.isSkipped = attributes.property == nil && !isTyped
        }
        if isTyped { roles.typedResource = roles.subject }
      }
      return roles
    }
    if about == nil, isRoot(node) { about = .iri(names.base.text) }
    roles.subject = about ?? outer.parentObject
    roles.object = resource(attributes)
    if isTyped {
      if let about {
        roles.typedResource = about
      } else {
        roles.object = roles.object ?? names.makeBlank()
        roles.typedResource = roles.object
      }
    }
    return roles
  }

  /// What `resource`, `href` or `src` names, the first of them that names anything.
  mutating func resource(_ attributes: RDFaAttributes) -> RDFTerm? {
    if let resource = attributes.resource, let term = names.resource(resource) { return term }
    return (attributes.href ?? attributes.src).map { names.address($0) }
  }

  private func isRoot(_ node: HTMLNode) -> Bool {
    document.parent(of: node) == document.root
  }

  private func isHeadOrBody(_ node: HTMLNode) -> Bool {
    let tag = document.tag(of: node)
    return tag == .head || tag == .body
  }
}
