package import FresnelModel
import FresnelQuery

/// Builds a segment from items.
///
/// Items are kept in the order in which they are added, and numbered by ``StaticOrder``. No two may
/// have the same scope and identifier.
package struct SegmentBuilder: ~Copyable {
  private(set) var collector = PostingCollector()
  private(set) var documents = BuilderDocuments()
  private(set) var scopes = BuilderScopes()
  private(set) var keyLists = KeyLists()
  private(set) var formKeys = FormKeys()
  private var forms = ItemForms()

  /// Makes a builder without items.
  package init() {}

  /// The number of items.
  package var documentCount: Int { documents.items.count }
  /// The sum of the lengths of the items' encodings.
  package var byteCount: Int { documents.itemByteCount }

  /// The number of a scope for ``add(_:scope:)-(_,UInt32)``; the segment may number it otherwise.
  package mutating func number(of scope: IndexScope) -> UInt32 {
    scopes.number(of: scope)
  }

  /// Adds an item of a scope.
  package mutating func add(_ item: EncodedItem, scope: IndexScope) {
    add(item, scope: scopes.number(of: scope))
  }

  /// Adds an item of a scope that ``number(of:)`` numbered.
  package mutating func add(_ item: EncodedItem, scope: UInt32) {
    collector.beginDocument()
    let score = ItemAnalyzer.add(item, to: &collector, forms: &forms)
    collector.endDocument()
    formKeys.addDocument(forms)
    keyLists.add(scope: scope, domain: item.domainIdentifierBytes)
    documents.append(item, scope: scope, staticScore: score)
  }
}

/// The items of a segment under construction and what they are ordered by.
struct BuilderDocuments: ~Copyable {
  private(set) var items: [EncodedItem] = []
  private(set) var scopes: [UInt32] = []
  private(set) var staticScores: [UInt32] = []
  private(set) var itemByteCount = 0
  /// The identifiers, one after the other, and where each ends.
  private var identifierBytes = GrowableBuffer<UInt8>(capacity: 4096)
  private var identifierEnds = GrowableBuffer<Int>(capacity: 256)

  mutating func append(_ item: EncodedItem, scope: UInt32, staticScore: UInt32) {
    items.append(item)
    scopes.append(scope)
    staticScores.append(staticScore)
    itemByteCount += item.byteCount
    item.uniqueIdentifierBytes.withUnsafeBufferPointer { bytes in
      if let base = bytes.baseAddress {
        identifierBytes.append(contentsOf: base, count: bytes.count)
      }
    }
    identifierEnds.append(identifierBytes.count)
  }

  /// An identifier, valid until the next document is added.
  func identifier(_ document: Int) -> UnsafeRawBufferPointer {
    let start = document == 0 ? 0 : identifierEnds[document - 1]
    return UnsafeRawBufferPointer(
      start: identifierBytes.base + start, count: identifierEnds[document] - start)
  }

  /// The documents in the order of the segment; `scopeNumbers` has the segment's number of each scope.
  func order(scopeNumbers: [UInt32]) -> [UInt32] {
    // The score, greatest first, and the document, in one number.
    var keys = staticScores.enumerated().map { document, score in
      UInt64(~score) << 32 | UInt64(document)
    }
    keys.sort { left, right in
      if left >> 32 != right >> 32 { return left < right }
      return StaticOrder.precedes(
        key(left, scopeNumbers: scopeNumbers), key(right, scopeNumbers: scopeNumbers))
    }
    return keys.map { UInt32(truncatingIfNeeded: $0) }
  }

  private func key(_ packed: UInt64, scopeNumbers: [UInt32]) -> StaticOrder.Key {
    let document = Int(UInt32(truncatingIfNeeded: packed))
    return StaticOrder.Key(
      staticScore: staticScores[document], scope: scopeNumbers[Int(scopes[document])],
      identifier: identifier(document))
  }
}

/// The scopes of a segment under construction, numbered as they come.
struct BuilderScopes {
  private(set) var scopes: [IndexScope] = []
  private var numbers: [IndexScope: UInt32] = [:]

  mutating func number(of scope: IndexScope) -> UInt32 {
    if let known = numbers[scope] { return known }
    let number = UInt32(scopes.count)
    scopes.append(scope)
    numbers[scope] = number
    return number
  }
}
