/// An array of values that can't be copied, of a capacity fixed when it is made.
struct OwnedArray<Element: ~Copyable>: ~Copyable {
  private let base: UnsafeMutablePointer<Element>
  private let capacity: Int
  private(set) var count = 0

  init(capacity: Int) {
    self.capacity = capacity
    base = .allocate(capacity: max(capacity, 1))
  }

  deinit {
    base.deinitialize(count: count)
    base.deallocate()
  }

  mutating func append(_ element: consuming Element) {
    precondition(count < capacity, "The array is full")
    (base + count).initialize(to: element)
    count += 1
  }

  /// An element; the index is the program's own, never one that was read from a file.
  subscript(index: Int) -> Element {
    @inline(__always) _read {
      assert(index >= 0 && index < count)
      yield base[index]
    }
    @inline(__always) _modify {
      assert(index >= 0 && index < count)
      yield &base[index]
    }
  }
}
