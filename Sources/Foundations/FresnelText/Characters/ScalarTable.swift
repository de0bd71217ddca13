import Synchronization

/// A value of 64 bits for every code point, made page by page when first asked for.
///
/// Most texts use few pages, and a full table would take longer to make than a search lasts.
///
/// `@unchecked Sendable`: the pointer never changes after `init`; the pages behind it are published
/// once by compare-and-exchange, filled before that, and never written or freed until `deinit`.
final class ScalarTable: @unchecked Sendable {
  private typealias Page = UnsafeMutablePointer<UInt64>
  private static let pageBits: UInt32 = 7
  private static let pageCount = 0x110000 >> Int(pageBits)

  private let pages: UnsafeMutablePointer<Atomic<Page?>>
  private let value: @Sendable (UInt32) -> UInt64

  /// Makes a table of the values that `value` returns.
  ///
  /// - Parameter value: Always the same for one code point; may be asked twice, by two threads.
  init(_ value: @escaping @Sendable (UInt32) -> UInt64) {
    self.value = value
    pages = .allocate(capacity: Self.pageCount)
    for page in 0..<Self.pageCount {
      (pages + page).initialize(to: Atomic(nil))
    }
  }

  deinit {
    for page in 0..<Self.pageCount {
      pages[page].load(ordering: .acquiring)?.deallocate()
    }
    pages.deinitialize(count: Self.pageCount)
    pages.deallocate()
  }

  /// The value of a code point, which must not be above U+10FFFF.
  @inline(__always)
  subscript(scalar: UInt32) -> UInt64 {
    let index = Int(scalar >> Self.pageBits)
    let offset = Int(scalar & (1 << Self.pageBits - 1))
    if let page = pages[index].load(ordering: .acquiring) { return page[offset] }
    return fill(index)[offset]
  }

  @inline(never)
  private func fill(_ index: Int) -> Page {
    let count = 1 << Int(Self.pageBits)
    let page = Page.allocate(capacity: count)
    let first = UInt32(index) << Self.pageBits
    for offset in 0..<count {
      (page + offset).initialize(to: value(first + UInt32(offset)))
    }
    let (exchanged, winner) = pages[index].compareExchange(
      expected: nil, desired: page, ordering: .acquiringAndReleasing)
    if !exchanged, let winner {
      page.deallocate()
      return winner
    }
    return page
  }
}
