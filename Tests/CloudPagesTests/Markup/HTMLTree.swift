import WebDocuments

/// A page as a parser of the project reads it back.
struct HTMLTree {
  /// The elements by their depth and name.
  var shape: [String] = []
  /// The texts in order, each the whole text between two tags.
  var texts: [String] = []
  /// The attributes that the page's own texts may be in.
  var attributes: [(name: String, value: String)] = []
  /// What follows from the page that nobody wrote: `onclick` and the like, `style`, elements that run something.
  var running: [String] = []

  init(_ source: String) {
    let document = HTMLDocument.parse(DecodedPage(source))
    for node in document.allNodes {
      switch document.kind(of: node) {
      case .element:
        let depth = sequence(first: node) { document.parent(of: $0) }.reduce(0) { count, _ in
          count + 1
        }
        let names = document.attributes(of: node).map(\.name)
        shape.append("\(depth) \(document.name(of: node)) \(names.joined(separator: " "))")
        attributes += document.attributes(of: node)
        running += names.filter { $0.hasPrefix("on") || $0 == "style" || $0 == "srcdoc" }
        if document.name(of: node) == "script",
          document.attribute("src", of: node)?.hasPrefix("/") != true
        {
          running.append("script")
        }
        if ["style", "iframe", "object", "embed", "base"].contains(document.name(of: node)) {
          running.append(document.name(of: node))
        }
      case .text:
        let text = document.text(of: node)
        if text != "\n" { texts.append(text) }
      case .comment: shape.append("comment")
      case .document: break
      }
    }
  }
}
