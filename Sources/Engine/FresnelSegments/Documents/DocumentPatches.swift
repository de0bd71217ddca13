import FresnelModel

/// The patches of a segment's documents: a table that snapshots share, page by page, until a change
/// copies the page concerned.
package struct DocumentPatches: Sendable {
  /// A page has the patches of so many documents, by their numbers.
  private static let pageShift: UInt32 = 9

  private struct Entry: Equatable, Sendable {
    let document: UInt32
    let patch: DocumentPatch
  }

  /// The patches of documents `512 * p` to `512 * p + 511`, ascending; empty as long as there are none.
  private var pages: [[Entry]] = []
  /// The number of patched documents.
  package private(set) var count = 0
  /// Those of which more than the expiry changed.
  package private(set) var changedCount = 0
  /// The bytes of what the patches change besides expiries.
  package private(set) var byteCount = 0
  /// The smallest expiry that any patch had; infinite when none expires. Seconds since 2001.
  package private(set) var earliestExpiration = Double.infinity
  /// Rises with each change: tells whether a file has what is here.
  package private(set) var revision: UInt64 = 0

  /// No patches.
  package init() {}

  /// Whether no document is patched.
  package var isEmpty: Bool {
    @inline(__always) get { count == 0 }
  }

  /// The patch of a document; `nil` without one.
  package subscript(document: UInt32) -> DocumentPatch? {
    if count == 0 { return nil }
    let page = Int(document >> Self.pageShift)
    guard page < pages.count, let place = Self.place(of: document, in: pages[page]),
      place.isFound
    else { return nil }
    return pages[page][place.index].patch
  }

  /// Gives a document a patch in the place of the one it has.
  ///
  /// - Complexity: O(*p*) in the pages and the patches of one page, where another table shares them.
  package mutating func set(_ patch: DocumentPatch, of document: UInt32) {
    remove(document)
    let page = Int(document >> Self.pageShift)
    if page >= pages.count { pages += repeatElement([], count: page + 1 - pages.count) }
    let index = Self.place(of: document, in: pages[page])?.index ?? 0
    pages[page].insert(Entry(document: document, patch: patch), at: index)
    count += 1
    if let changes = patch.changes {
      changedCount += 1
      byteCount += changes.byteCount
    }
    earliestExpiration = min(
      earliestExpiration, patch.expiration?.secondsSinceReferenceDate ?? .infinity)
    revision += 1
  }

  /// Removes the patch of a document, if it has one.
  package mutating func remove(_ document: UInt32) {
    let page = Int(document >> Self.pageShift)
    guard count > 0, page < pages.count, let place = Self.place(of: document, in: pages[page]),
      place.isFound
    else { return }
    if let changes = pages[page][place.index].patch.changes {
      changedCount -= 1
      byteCount -= changes.byteCount
    }
    pages[page].remove(at: place.index)
    count -= 1
    revision += 1
  }

  /// The first patched document from a number on; `UInt32.max` when there is none.
  func next(from document: UInt32) -> UInt32 {
    if count == 0 { return .max }
    var page = Int(document >> Self.pageShift)
    while page < pages.count {
      if let index = Self.place(of: document, in: pages[page])?.index, index < pages[page].count {
        return pages[page][index].document
      }
      page += 1
    }
    return .max
  }

  /// Calls the body with each patched document in ascending order.
  package func forEach<Failure>(
    _ body: (UInt32, DocumentPatch) throws(Failure) -> Void
  ) throws(Failure) {
    for page in pages {
      for entry in page { try body(entry.document, entry.patch) }
    }
  }

  /// Memory must not grow with the segment beyond these.
  private static let greatestCount = 1 << 16
  private static let greatestByteCount = 4 << 20

  /// Whether a document may get a patch: a quarter of the documents may have one, an eighth one of more
  /// than the expiry, and what these change may come to an eighth of the items' bytes. Small segments may
  /// have more, and large ones at most 65,536 patches and 4 MiB of changes.
  func hasRoom(
    for patch: DocumentPatch, of document: UInt32, documentCount: Int, itemByteCount: UInt64
  ) -> Bool {
    let earlier = self[document]
    if earlier == nil, count >= min(max(64, documentCount / 4), Self.greatestCount) {
      return false
    }
    guard let changes = patch.changes else { return true }
    if earlier?.changes == nil, changedCount >= max(64, documentCount / 8) { return false }
    let others = byteCount - (earlier?.changes?.byteCount ?? 0)
    let limit = min(max(1 << 14, Int(clamping: itemByteCount / 8)), Self.greatestByteCount)
    return others + changes.byteCount <= limit
  }

  /// Where a document is among entries, or belongs; `nil` when there are none.
  private static func place(
    of document: UInt32, in entries: [Entry]
  ) -> (index: Int, isFound: Bool)? {
    if entries.isEmpty { return nil }
    var lower = 0
    var upper = entries.count
    while lower < upper {
      let middle = (lower + upper) / 2
      if entries[middle].document < document { lower = middle + 1 } else { upper = middle }
    }
    return (lower, lower < entries.count && entries[lower].document == document)
  }
}

extension DocumentPatches: Equatable {
  /// Compares the patches, not how they came to be.
  package static func == (left: DocumentPatches, right: DocumentPatches) -> Bool {
    left.pages.joined().elementsEqual(right.pages.joined())
  }
}
