internal import CGumbo

extension HTMLDocument {
  /// The value of an element's attribute, with character references resolved; `nil` when it has none of the name.
  package func attribute(_ name: HTMLAttributeName, of node: HTMLNode) -> String? {
    find(name, of: node).map(value)
  }

  /// The value of an element's attribute, with character references resolved; `nil` when it has none of the name.
  ///
  /// - Parameters:
  ///   - name: The name in lower case.
  ///   - node: The element.
  /// - Returns: The value.
  package func attribute(_ name: String, of node: HTMLNode) -> String? {
    find(name, of: node).map(value)
  }

  /// Whether an element has an attribute, which may be empty.
  package func hasAttribute(_ name: HTMLAttributeName, of node: HTMLNode) -> Bool {
    nodes[node.index].names & 1 << UInt64(name.rawValue) != 0
  }

  /// Which attributes an element has.
  package func attributeSet(of node: HTMLNode) -> HTMLAttributeSet {
    HTMLAttributeSet(bits: nodes[node.index].names)
  }

  /// An element's attributes in the order of the page; of several of one name the first one only.
  package func attributes(of node: HTMLNode) -> [(name: String, value: String)] {
    range(of: node).map { index in
      let attribute = attributes[index]
      return (string(attribute.name, attribute.name_count), value(attribute))
    }
  }

  /// Whether an element has attributes for languages or namespaces of XML: their names begin with `xml`.
  package func hasAttribute(ofXML node: HTMLNode) -> Bool {
    nodes[node.index].names & 1 != 0 && range(of: node).contains { isOfXML(attributes[$0]) }
  }

  /// An element's attributes for languages and namespaces of XML, in the order of the page.
  package func attributes(ofXML node: HTMLNode) -> [(name: String, value: String)] {
    guard nodes[node.index].names & 1 != 0 else { return [] }
    return range(of: node).compactMap { index in
      let attribute = attributes[index]
      guard isOfXML(attribute) else { return nil }
      return (string(attribute.name, attribute.name_count), value(attribute))
    }
  }

  /// Where an attribute's name begins in the page; where the element begins when it has none of the name.
  package func location(ofAttribute name: String, of node: HTMLNode) -> SourceLocation {
    location(ofPageByte: Int(find(name, of: node)?.offset ?? nodes[node.index].offset))
  }

  /// Where an attribute's name begins in the page; where the element begins when it has none of the name.
  package func location(ofAttribute name: HTMLAttributeName, of node: HTMLNode) -> SourceLocation {
    location(ofPageByte: Int(find(name, of: node)?.offset ?? nodes[node.index].offset))
  }

  private func range(of node: HTMLNode) -> Range<Int> {
    let element = nodes[node.index]
    return Int(element.attribute)..<Int(element.attribute) + Int(element.attribute_count)
  }

  /// Whether an attribute has no number and a name that begins with `xml`.
  private func isOfXML(_ attribute: fresnel_html_attribute) -> Bool {
    guard attribute.known_name == 0, attribute.name_count > 3 else { return false }
    let start = Int(attribute.name)
    return bytes[start] == UInt8(ascii: "x") && bytes[start + 1] == UInt8(ascii: "m")
      && bytes[start + 2] == UInt8(ascii: "l")
  }

  private func find(_ name: HTMLAttributeName, of node: HTMLNode) -> fresnel_html_attribute? {
    guard hasAttribute(name, of: node) else { return nil }
    for index in range(of: node) where attributes[index].known_name == name.rawValue {
      return attributes[index]
    }
    return nil
  }

  private func find(_ name: String, of node: HTMLNode) -> fresnel_html_attribute? {
    for index in range(of: node) {
      let attribute = attributes[index]
      if Int(attribute.name_count) == name.utf8.count,
        slice(attribute.name, attribute.name_count).elementsEqual(name.utf8)
      {
        return attribute
      }
    }
    return nil
  }

  private func value(_ attribute: fresnel_html_attribute) -> String {
    string(attribute.name + attribute.name_count, attribute.value_count)
  }
}
