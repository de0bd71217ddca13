/// A piece of a page that is sound whatever texts went into it.
///
/// There is no way to make one of HTML that is written out: it is made of texts, which are escaped, and of elements and
/// attributes of closed lists, of which none runs anything.
package struct HTML: Hashable, Sendable {
  /// The HTML.
  package private(set) var source: String

  private init(source: String) { self.source = source }

  /// Makes an empty piece.
  package init() { source = "" }

  /// Makes a text.
  package init(_ text: String) { source = HTMLEscaping.text(text) }

  /// Whether there is nothing in it.
  package var isEmpty: Bool { source.isEmpty }

  /// Pieces one after the other.
  package static func joined(_ pieces: some Sequence<HTML>) -> HTML {
    HTML(source: pieces.reduce(into: "") { $0 += $1.source })
  }

  /// An element with its attributes and what is in it.
  ///
  /// - Parameters:
  ///   - element: The element.
  ///   - attributes: Its attributes; those that are `nil` are left out.
  ///   - content: What is in it; nothing in an element that holds nothing.
  /// - Returns: The element.
  package static func of(
    _ element: HTMLElement, _ attributes: [HTMLAttribute?], content: HTML = HTML()
  ) -> HTML {
    var source = "<\(element.rawValue)"
    for attribute in attributes {
      guard let attribute else { continue }
      source += " \(attribute.name)"
      if let value = attribute.value { source += "=\"\(HTMLEscaping.text(value))\"" }
    }
    source += ">"
    guard !element.isVoid else { return HTML(source: source) }
    // Parsers drop a line's end right behind the start of these.
    if element.dropsFirstLineEnd, content.source.utf8.first == UInt8(ascii: "\n") { source += "\n" }
    return HTML(source: source + content.source + "</\(element.rawValue)>")
  }

  /// A whole document.
  ///
  /// - Parameter root: The element `html`.
  /// - Returns: The HTML, with its document type.
  package static func document(_ root: HTML) -> String { "<!DOCTYPE html>\n" + root.source + "\n" }
}

/// An element with what is in it.
package func element(
  _ element: HTMLElement, _ attributes: HTMLAttribute?..., @HTMLBuilder content: () -> HTML
) -> HTML {
  HTML.of(element, attributes, content: content())
}

/// An element with nothing in it.
package func element(_ element: HTMLElement, _ attributes: HTMLAttribute?...) -> HTML {
  HTML.of(element, attributes)
}
