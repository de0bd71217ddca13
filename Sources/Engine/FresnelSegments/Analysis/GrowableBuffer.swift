import FresnelPlatform

/// A growing array of plain values, owned by one structure and filled element by element.
///
/// The inner loops of indexing run over several such arrays at once. Holding them by pointer keeps
/// uniqueness checks, bounds checks and reference counts out of these loops: measured on package
/// descriptions, indexing is more than twice as fast as over `Array`.
package struct GrowableBuffer<Element: BitwiseCopyable>: ~Copyable {
  /// Room for `capacity` elements, of which the first `count` are initialized.
  package private(set) var base: UnsafeMutablePointer<Element>
  /// The number of elements.
  package private(set) var count = 0
  private var capacity: Int

  /// Makes an empty buffer.
  package init(capacity: Int = 64) {
    self.capacity = max(capacity, 16)
    base = BufferMemory.allocate(byteCount: self.capacity * MemoryLayout<Element>.stride)
      .bindMemory(to: Element.self, capacity: self.capacity)
  }

  deinit {
    BufferMemory.deallocate(base, byteCount: capacity * MemoryLayout<Element>.stride)
  }

  /// Adds an element.
  @inline(__always)
  package mutating func append(_ element: Element) {
    if count == capacity { grow(to: capacity * 2) }
    // `count` is below `capacity` here.
    (base + count).initialize(to: element)
    count &+= 1
  }

  /// Adds copies of elements.
  package mutating func append(contentsOf source: UnsafePointer<Element>, count added: Int) {
    if count + added > capacity { grow(to: max(capacity * 2, count + added)) }
    (base + count).initialize(from: source, count: added)
    count += added
  }

  /// An element; the index must be below `count`, which only debug builds check.
  package subscript(index: Int) -> Element {
    @inline(__always) get {
      assert(index >= 0 && index < count)
      return base[index]
    }
    @inline(__always) set {
      assert(index >= 0 && index < count)
      base[index] = newValue
    }
  }

  /// Removes all elements and keeps the room.
  package mutating func removeAll() {
    count = 0
  }

  /// Removes elements at the end, at most all of them.
  package mutating func removeLast(_ removed: Int) {
    assert(removed >= 0 && removed <= count)
    count -= removed
  }

  /// A copy of the elements.
  package func array() -> [Element] {
    Array(UnsafeBufferPointer(start: base, count: count))
  }

  private mutating func grow(to newCapacity: Int) {
    let stride = MemoryLayout<Element>.stride
    base = BufferMemory.resize(base, from: capacity * stride, to: newCapacity * stride)
      .bindMemory(to: Element.self, capacity: newCapacity)
    capacity = newCapacity
  }
}
