internal import CGumbo
import Synchronization

/// A page as the tree that browsers make of it.
///
/// All nodes stand in one array in document order, so the descendants of a node are a range. Contents of
/// `template` are not in the tree; `noscript` is read as where scripts don't run.
package final class HTMLDocument: Sendable {
  /// What was found wrong: a page that was cut, or nests too deeply.
  package let diagnostics: [Diagnostic]
  let nodes: [fresnel_html_node]
  let attributes: [fresnel_html_attribute]
  /// The texts, names and values that nodes and attributes point into.
  let bytes: [UInt8]
  /// How many steps the parser took, and how many bytes it used meanwhile.
  let cost: (steps: Int, memory: Int)
  /// Whether the parser was spared parts of the page.
  let wasAbridged: Bool
  private let page: [UInt8]
  private let lines = Mutex<LineIndex?>(nil)

  /// Takes over what the parser made; without it, the document is empty.
  init(page: [UInt8], tree: fresnel_html_tree?, diagnostics: [Diagnostic]) {
    self.page = page
    self.diagnostics = diagnostics
    guard let tree else {
      var document = fresnel_html_node()
      document.end = 1
      nodes = [document]
      attributes = []
      bytes = []
      cost = (0, 0)
      wasAbridged = false
      return
    }
    nodes = Array(UnsafeBufferPointer(start: tree.nodes, count: Int(tree.node_count)))
    attributes = Array(
      UnsafeBufferPointer(start: tree.attributes, count: Int(tree.attribute_count)))
    bytes = Array(UnsafeBufferPointer(start: tree.bytes, count: tree.byte_count))
    cost = (Int(clamping: tree.work), tree.memory)
    wasAbridged = tree.was_abridged
  }

  // MARK: - Nodes

  /// The document itself, above everything else.
  package var root: HTMLNode { HTMLNode(index: 0) }

  /// All nodes in document order, the document first.
  package var allNodes: Range<HTMLNode> { root..<HTMLNode(index: nodes.count) }

  /// What a node is.
  package func kind(of node: HTMLNode) -> HTMLNode.Kind {
    HTMLNode.Kind(rawValue: nodes[node.index].kind) ?? .comment
  }

  /// An element's name as a number; ``HTMLTag/unknown`` for other nodes.
  package func tag(of node: HTMLNode) -> HTMLTag {
    HTMLTag(rawValue: nodes[node.index].tag) ?? .unknown
  }

  /// An element's lower-case name; empty for other nodes.
  package func name(of node: HTMLNode) -> String {
    let element = nodes[node.index]
    guard element.kind == HTMLNode.Kind.element.rawValue else { return "" }
    return element.tag == HTMLTag.unknown.rawValue
      ? string(element.text, element.text_count) : HTMLTag.names[Int(element.tag)]
  }

  /// The node above; `nil` for the document.
  package func parent(of node: HTMLNode) -> HTMLNode? {
    node == root ? nil : HTMLNode(index: Int(nodes[node.index].parent))
  }

  /// The nodes below, those below them, and so on, in document order.
  package func descendants(of node: HTMLNode) -> Range<HTMLNode> {
    HTMLNode(index: node.index + 1)..<HTMLNode(index: Int(nodes[node.index].end))
  }

  /// The nodes right below, in order.
  package func children(of node: HTMLNode) -> HTMLChildren {
    HTMLChildren(of: descendants(of: node), in: self)
  }

  /// All elements of a name, in document order.
  package func elements(_ tag: HTMLTag) -> [HTMLNode] {
    nodes.indices.filter { nodes[$0].tag == tag.rawValue }.map { HTMLNode(index: $0) }
  }

  /// All elements that have any of some attributes, in document order.
  package func elements(withAnyOf attributes: HTMLAttributeSet) -> [HTMLNode] {
    nodes.indices.filter { nodes[$0].names & attributes.bits != 0 }.map { HTMLNode(index: $0) }
  }

  // MARK: - Texts

  /// The text of a text or a comment; of an element, all texts in it one after the other.
  ///
  /// - Complexity: O(*n*) in the number of its descendants and the length of the text.
  package func text(of node: HTMLNode) -> String {
    String(decoding: bytes(of: node), as: UTF8.self)
  }

  /// The same text as ``text(of:)``, in UTF-8.
  package func bytes(of node: HTMLNode) -> ArraySlice<UInt8> {
    switch kind(of: node) {
    case .text, .comment: return slice(nodes[node.index].text, nodes[node.index].text_count)
    case .document, .element: break
    }
    // One text, which is nearly always all there is, is not copied.
    var text: ArraySlice<UInt8> = []
    for descendant in descendants(of: node) where kind(of: descendant) == .text {
      let next = bytes(of: descendant)
      if text.isEmpty { text = next } else { text.append(contentsOf: next) }
    }
    return text
  }

  // MARK: - Places

  /// Where a node begins in the page; of an element that only follows from others, where that became clear.
  package func location(of node: HTMLNode) -> SourceLocation {
    location(ofPageByte: Int(nodes[node.index].offset))
  }

  /// Where a byte of a text stands in the page; of an element, of the first text in it.
  ///
  /// Right for texts that stand in the page as they are, such as scripts.
  ///
  /// - Parameters:
  ///   - offset: The offset in ``bytes(of:)``, from 0.
  ///   - node: The text, or the element around it.
  /// - Returns: The place.
  package func location(ofByte offset: Int, inTextOf node: HTMLNode) -> SourceLocation {
    let text =
      kind(of: node) == .text
      ? node : descendants(of: node).first { kind(of: $0) == .text } ?? node
    return location(ofPageByte: Int(nodes[text.index].offset) + offset)
  }

  func location(ofPageByte offset: Int) -> SourceLocation {
    // The lines are looked for once, and only for pages of which somebody asks for places.
    lines.withLock { lines in
      if lines == nil { lines = LineIndex(page) }
      return lines?.location(of: offset) ?? SourceLocation(line: 1, column: 1)
    }
  }

  // MARK: - Bytes

  func slice(_ start: UInt32, _ count: UInt32) -> ArraySlice<UInt8> {
    bytes[Int(start)..<Int(start) + Int(count)]
  }

  func string(_ start: UInt32, _ count: UInt32) -> String {
    String(decoding: slice(start, count), as: UTF8.self)
  }
}
