import CICU

/// A piece of text as code points with their combining classes, for canonical normalization by the
/// algorithms of The Unicode Standard, section 3.11.
///
/// ICU's own normalizer inserts each mark by walking back over those before it, which takes
/// quadratic time on a hostile run of marks; sorting here counts instead.
struct NormalizedScalars {
  /// A code point, with its combining class in the top byte.
  struct Element {
    let rawValue: UInt32

    init(_ scalar: UInt32) {
      let combiningClass = scalar < 0x300 ? 0 : ScalarTraits(of: scalar).combiningClass
      rawValue = scalar | UInt32(combiningClass) << 24
    }

    var scalar: UInt32 { rawValue & 0x1F_FFFF }
    var combiningClass: UInt8 { UInt8(truncatingIfNeeded: rawValue >> 24) }
  }

  var elements: [Element] = []
  private var sorted: [Element] = []

  /// Appends the canonical decomposition of a code point.
  mutating func appendDecomposed(_ scalar: UInt32) {
    guard scalar >= 0xC0, ScalarTraits(of: scalar).contains(.decomposes) else {
      elements.append(Element(scalar))
      return
    }
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: Int(FRESNEL_MAX_EXPANSION)) { buffer in
      let count = Int(fresnel_decompose(scalar, buffer.baseAddress))
      for index in 0..<count {
        elements.append(Element(buffer[index]))
      }
    }
  }

  /// Puts the marks of each letter in canonical order.
  mutating func reorder() {
    var start = 0
    while start < elements.count {
      guard elements[start].combiningClass != 0 else {
        start += 1
        continue
      }
      var end = start + 1
      var isOrdered = true
      while end < elements.count, elements[end].combiningClass != 0 {
        isOrdered = isOrdered && elements[end - 1].combiningClass <= elements[end].combiningClass
        end += 1
      }
      if !isOrdered { sortByCombiningClass(start..<end) }
      start = end
    }
  }

  /// Sorts marks by counting, so that equal classes keep their order.
  private mutating func sortByCombiningClass(_ range: Range<Int>) {
    var starts = [Int](repeating: 0, count: 257)
    for index in range { starts[Int(elements[index].combiningClass) + 1] += 1 }
    for index in 1..<257 { starts[index] += starts[index - 1] }
    sorted.removeAll(keepingCapacity: true)
    sorted.append(contentsOf: elements[range])
    for element in sorted {
      let combiningClass = Int(element.combiningClass)
      elements[range.lowerBound + starts[combiningClass]] = element
      starts[combiningClass] += 1
    }
  }

  /// Composes what is in canonical order.
  mutating func compose() {
    var count = 0
    var starter: Int?
    for index in elements.indices {
      let element = elements[index]
      if let starter, canCompose(element, after: starter, count: count) {
        let composite = fresnel_compose(elements[starter].scalar, element.scalar)
        if composite >= 0 {
          elements[starter] = Element(UInt32(composite))
          continue
        }
      }
      elements[count] = element
      if element.combiningClass == 0 { starter = count }
      count += 1
    }
    elements.removeSubrange(count...)
  }

  /// Whether nothing kept between a starter and an element blocks it.
  private func canCompose(_ element: Element, after starter: Int, count: Int) -> Bool {
    if count - 1 == starter { return true }
    let last = elements[count - 1].combiningClass
    return last != 0 && last < element.combiningClass
  }
}
