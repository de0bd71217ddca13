/// An array of values that can't be copied, of a capacity fixed when it is made.
struct OwnedArray<Element: ~Copyable>: ~Copyable {
  /// Room for as many elements as may come; no memory is taken for none.
  private let room: UnsafeMutableBufferPointer<Element>
  private(set) var count = 0

  init(capacity: Int) {
    room =
      capacity > 0
      ? .allocate(capacity: capacity) : UnsafeMutableBufferPointer(start: nil, count: 0)
  }

  deinit {
    room.extracting(..<count).deinitialize()
    room.deallocate()
  }

  mutating func append(_ element: consuming Element) {
    precondition(count < room.count, "The array is full")
    room.initializeElement(at: count, to: element)
    count += 1
  }

  /// An element; the index is the program's own, never one that was read from a file.
  subscript(index: Int) -> Element {
    @inline(__always) _read {
      assert(index >= 0 && index < count)
      yield room[index]
    }
    @inline(__always) _modify {
      assert(index >= 0 && index < count)
      // A copy of the pointer: under ThreadSanitizer the compiler takes the stored one for what it points to.
      let room = room
      yield &room[index]
    }
  }
}
