internal import FresnelModel
internal import Synchronization

/// What ranking looks at in pages that were candidates lately, so that pages that many questions find are not read for
/// each of them.
package final class PageCache: Sendable {
  /// What ranking looks at in a page.
  struct Page: Sendable {
    let words: PageWords
    let facts: PageFacts

    init(of item: EncodedItem, language: String) {
      words = PageWords(of: item, language: language)
      facts = PageFacts(of: item)
    }
  }

  private struct Key: Hashable {
    let identifier: ArraySlice<UInt8>
    let language: String

    // Byte by byte, as a slice does it, takes several times as long.
    func hash(into hasher: inout Hasher) {
      identifier.withUnsafeBytes { hasher.combine(bytes: $0) }
      hasher.combine(language)
    }
  }

  /// Pages that were asked for since the older ones were put aside, and those. Where the younger ones fill half of the
  /// room, the older ones go.
  private struct Pages {
    var young: [Key: Page] = [:]
    var old: [Key: Page] = [:]
    var youngByteCount = 0
  }

  private let byteCount: Int
  private let pages = Mutex(Pages())

  /// Makes a cache of one state of a store.
  ///
  /// - Parameter byteCount: About how much memory it takes at most.
  package init(byteCount: Int = 128 << 20) { self.byteCount = byteCount }

  /// The pages that are known, in the order of their identifiers.
  func pages(_ identifiers: [ArraySlice<UInt8>], language: String) -> [Page?] {
    pages.withLock { pages in
      identifiers.map { identifier in
        let key = Key(identifier: identifier, language: language)
        if let page = pages.young[key] { return page }
        guard let page = pages.old[key] else { return nil }
        add(page, key, to: &pages)
        return page
      }
    }
  }

  /// Notes pages.
  func add(_ added: [(identifier: ArraySlice<UInt8>, page: Page)], language: String) {
    pages.withLock { pages in
      for (identifier, page) in added {
        // The slice would keep all that it is a slice of.
        add(page, Key(identifier: Array(identifier)[...], language: language), to: &pages)
      }
    }
  }

  private func add(_ page: Page, _ key: Key, to pages: inout Pages) {
    let size = page.words.byteCount + key.identifier.count + 256
    if pages.youngByteCount + size > byteCount / 2 {
      pages.old = pages.young
      pages.young = [:]
      pages.youngByteCount = 0
    }
    if pages.young.updateValue(page, forKey: key) == nil { pages.youngByteCount += size }
  }
}
