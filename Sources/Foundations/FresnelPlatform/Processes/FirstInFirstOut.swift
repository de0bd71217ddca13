/// A line: elements leave it in the order in which they came. What has left is not kept.
package struct FirstInFirstOut<Element> {
  private var elements: [Element?] = []
  private var start = 0

  /// Makes an empty line.
  package init() {}

  /// Whether nothing is in line.
  package var isEmpty: Bool { start == elements.count }

  /// The element that leaves next.
  package var first: Element? { isEmpty ? nil : elements[start] }

  /// Puts an element at the end.
  package mutating func append(_ element: Element) {
    elements.append(element)
  }

  /// Takes the first element out; `nil` where nothing is in line.
  ///
  /// - Complexity: O(1) on average.
  package mutating func popFirst() -> Element? {
    guard !isEmpty else { return nil }
    defer {
      elements[start] = nil
      start += 1
      if start == elements.count || start >= 64 && start * 2 >= elements.count {
        elements.removeFirst(start)
        start = 0
      }
    }
    return elements[start]
  }

  /// Takes the first element out that fulfils a condition; `nil` where none does.
  ///
  /// - Complexity: O(*n*) in the length of the line.
  package mutating func removeFirst(where condition: (Element) -> Bool) -> Element? {
    guard
      let index = elements.indices.dropFirst(start).first(where: {
        elements[$0].map(condition) ?? false
      })
    else { return nil }
    return elements.remove(at: index)
  }
}

extension FirstInFirstOut: Sendable where Element: Sendable {}
