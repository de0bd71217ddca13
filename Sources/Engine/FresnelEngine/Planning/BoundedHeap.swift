/// Keeps the best few of many elements: a binary heap with the worst one on top.
struct BoundedHeap<Element> {
  private let capacity: Int
  /// Whether the left element is worse than the right one.
  private let isWorse: (Element, Element) -> Bool
  private var elements: [Element] = []

  init(capacity: Int, isWorse: @escaping (Element, Element) -> Bool) {
    self.capacity = capacity
    self.isWorse = isWorse
    elements.reserveCapacity(min(capacity, 1024))
  }

  var isFull: Bool { elements.count == capacity }
  /// The worst element kept.
  var worst: Element? { elements.first }

  /// Adds an element if it is among the best so far.
  ///
  /// - Complexity: O(log *k*) in the capacity.
  mutating func insert(_ element: Element) {
    if elements.count < capacity {
      elements.append(element)
      siftUp(elements.count - 1)
    } else if capacity > 0, isWorse(elements[0], element) {
      elements[0] = element
      siftDown(0)
    }
  }

  /// The elements kept, best first.
  func sorted() -> [Element] {
    elements.sorted { isWorse($1, $0) }
  }

  private mutating func siftUp(_ start: Int) {
    var child = start
    while child > 0 {
      let parent = (child - 1) / 2
      guard isWorse(elements[child], elements[parent]) else { return }
      elements.swapAt(child, parent)
      child = parent
    }
  }

  private mutating func siftDown(_ start: Int) {
    var parent = start
    while true {
      var worst = parent
      for child in [2 * parent + 1, 2 * parent + 2]
      where child < elements.count && isWorse(elements[child], elements[worst]) {
        worst = child
      }
      if worst == parent { return }
      elements.swapAt(parent, worst)
      parent = worst
    }
  }
}
