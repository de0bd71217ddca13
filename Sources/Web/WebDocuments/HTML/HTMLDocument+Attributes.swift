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
