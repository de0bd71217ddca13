import FresnelModel
import FresnelSegments
import FresnelStorage

/// A document of a state: the position of its segment and its number there.
struct DocumentPlace: Equatable {
  let segment: Int
  let document: UInt32
}

/// Some of a state's segments, told by their positions; beyond the sixty-third it has all or none.
struct SegmentSet {
  /// All segments.
  static let all = SegmentSet(bits: .max)

  private var bits: UInt64
  private static let last = 63

  init() { bits = 0 }

  private init(bits: UInt64) { self.bits = bits }

  var isEmpty: Bool { bits == 0 }

  mutating func insert(_ position: Int) { bits |= 1 << UInt64(min(position, Self.last)) }

  func contains(_ position: Int) -> Bool { bits >> UInt64(min(position, Self.last)) & 1 != 0 }
}

extension IndexState {
  /// The live document of a key, in one of some segments.
  ///
  /// - Complexity: One probe in each segment, whose number grows with the logarithm of the items'.
  func find(
    _ key: PendingDocuments.DocumentKey, in candidates: SegmentSet = .all
  ) throws(StorageError) -> DocumentPlace? {
    if candidates.isEmpty { return nil }
    for index in segments.indices.reversed() where candidates.contains(index) {
      let view = segments[index].view
      guard let scope = view.scopeNumbers.firstIndex(of: key.scope) else { continue }
      let document = try key.identifier.withUnsafeBufferPointer { (bytes) throws(StorageError) in
        try view.segment.find(scope: UInt32(scope), identifier: bytes)
      }
      if let document, view.live[Int(document)] {
        return DocumentPlace(segment: index, document: document)
      }
    }
    return nil
  }

  /// The segments that may have each of some items' identifiers, asked all at once.
  ///
  /// They stay candidates while documents are deleted and no segment comes.
  func candidates(
    for items: [EncodedItem], scope: UInt32
  ) throws(StorageError) -> [SegmentSet] {
    var identifiers = IdentifierBatch()
    for item in items {
      item.uniqueIdentifierBytes.withUnsafeBufferPointer { identifiers.append($0) }
    }
    var candidates = [SegmentSet](repeating: SegmentSet(), count: items.count)
    for (index, segment) in segments.enumerated() {
      guard let number = segment.view.scopeNumbers.firstIndex(of: scope) else { continue }
      try segment.segment.identifiers.forEachCandidate(
        among: &identifiers, scope: UInt32(number)
      ) { candidates[$0].insert(index) }
    }
    return candidates
  }

  /// The whole item of a document.
  func item(at place: DocumentPlace) throws(StorageError) -> EncodedItem {
    var reader = ItemReader(segments[place.segment].view)
    return try reader.item(place.document)
  }

  /// The same for a list that will show it again soon.
  func shownItem(at place: DocumentPlace) throws(StorageError) -> EncodedItem {
    var reader = ItemReader(segments[place.segment].view)
    return try reader.shownItem(place.document)
  }

  /// Patches a document so that its item becomes another one, of the same identifier.
  ///
  /// - Parameters:
  ///   - place: The document.
  ///   - item: Its present item.
  ///   - new: What it is to become.
  ///   - isReplayed: Whether the journal says so: then it fits, and however many patches there are.
  /// - Throws: ``StorageError`` when the item can't be read as its segment has it.
  /// - Returns: Whether it was done; otherwise the segment has many patches already, or the items differ in
  ///   more than a patch can tell.
  mutating func patch(
    _ place: DocumentPlace, from item: EncodedItem, to new: EncodedItem, isReplayed: Bool
  ) throws(StorageError) -> Bool {
    guard
      let patch = try segments[place.segment].view.patch(
        of: place.document, from: item, to: new, isReplayed: isReplayed)
    else { return false }
    segments[place.segment].view.patch(place.document, patch)
    return true
  }

  /// The length of a document's item, in bytes.
  func itemByteCount(at place: DocumentPlace) throws(StorageError) -> Int {
    try segments[place.segment].view.facts(place.document).itemByteCount
  }

  /// Deletes a document.
  mutating func remove(_ place: DocumentPlace) {
    _ = segments[place.segment].view.remove(place.document)
  }

  /// Deletes the documents of an index.
  mutating func removeAll(in scope: UInt32) throws(StorageError) {
    for index in segments.indices {
      guard let number = segments[index].view.scopeNumbers.firstIndex(of: scope) else { continue }
      try segments[index].segment.forEachDocument(ofScope: UInt32(number)) {
        _ = segments[index].view.remove($0)
      }
    }
  }

  /// Deletes the documents of an index whose domain is one of these or below one.
  mutating func removeDomains(_ domains: [String], in scope: UInt32) throws(StorageError) {
    for index in segments.indices {
      guard let number = segments[index].view.scopeNumbers.firstIndex(of: scope) else { continue }
      for domain in domains {
        try segments[index].segment.forEachDocument(
          ofScope: UInt32(number), atOrBelow: Array(domain.utf8)
        ) { _ = segments[index].view.remove($0) }
      }
    }
  }
}

extension SegmentView {
  /// The patch that makes another item of a document's present one; `nil` when there is none, or no room
  /// for it.
  ///
  /// A function of its own, so that no copy of the view is left when it is changed: that would copy its
  /// tables.
  fileprivate func patch(
    of document: UInt32, from item: EncodedItem, to new: EncodedItem, isReplayed: Bool
  ) throws(StorageError) -> DocumentPatch? {
    // Patches do not add up: each tells all that is new since the segment was written.
    let base = patches[document] == nil ? item : try segment.documents.item(document)
    guard let patch = DocumentPatch(from: base, to: new, isKnownToFit: isReplayed),
      isReplayed || hasRoom(for: patch, of: document)
    else { return nil }
    return patch
  }
}
