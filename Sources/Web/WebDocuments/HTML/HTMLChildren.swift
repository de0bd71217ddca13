/// The nodes right below one, in order.
package struct HTMLChildren: Sequence, IteratorProtocol {
  private let document: HTMLDocument
  private var position: HTMLNode
  private let end: HTMLNode

  init(of descendants: Range<HTMLNode>, in document: HTMLDocument) {
    self.document = document
    position = descendants.lowerBound
    end = descendants.upperBound
  }

  /// The next one.
  package mutating func next() -> HTMLNode? {
    guard position < end else { return nil }
    defer { position = document.descendants(of: position).upperBound }
    return position
  }
}
