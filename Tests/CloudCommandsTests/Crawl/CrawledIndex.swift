import FresnelEngine
import FresnelModel
import PublicIndex

/// All that is in an index of pages.
struct CrawledIndex {
  /// The pages by their addresses.
  private(set) var pages: [String: Item] = [:]
  /// The segments that they are in.
  let segmentCount: Int

  /// Reads an index.
  init(at directory: String) throws {
    let store = try Store.open(at: directory, mode: .readOnly)
    defer { store.close() }
    segmentCount = store.statistics().segmentCount
    try store.snapshot().forEachItem(in: .scopes([PublicPages.scope])) { _, item in
      pages[item.uniqueIdentifier] = try item.item()
      return true
    }
  }

  /// The addresses at which this one and another differ.
  func differences(from other: CrawledIndex) -> [String] {
    Set(pages.keys).union(other.pages.keys).filter { pages[$0] != other.pages[$0] }.sorted()
  }
}
