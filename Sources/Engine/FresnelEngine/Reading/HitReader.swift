import FresnelModel
import FresnelSegments
import FresnelStorage

/// Reads what is wanted of the matches in one segment.
struct HitReader: ~Copyable {
  private let segment: IndexSegment
  private let wanted: WantedAttributes
  private var items: ItemReader
  private var scopes: ScopeReader

  init(_ segment: IndexSegment, _ wanted: WantedAttributes) {
    self.segment = segment
    self.wanted = wanted
    items = ItemReader(segment.view)
    scopes = ScopeReader(segment.segment.documents)
  }

  /// The items of which more than the row was read.
  var compressedItemCount: Int { items.compressedItemCount }

  /// The hit of a document.
  mutating func hit(_ document: UInt32, score: Double = 0) throws(StorageError) -> Hit {
    Hit(
      scope: try segment.segment.indexScope(scopes.scope(document)),
      item: try items.item(document, wanted), score: score)
  }
}

extension SearchRequest.Detail {
  /// What is read of each document.
  var wanted: WantedAttributes {
    switch self {
    case .items: .all
    case .rows: .rows
    case .attributes(let keys): WantedAttributes(keys)
    }
  }
}
