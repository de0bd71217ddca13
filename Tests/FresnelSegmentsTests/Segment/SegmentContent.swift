import FresnelModel
import FresnelSegments
import FresnelStorage

/// All that a segment says, read through its public parts, for comparing.
struct SegmentContent: Equatable {
  struct Document: Equatable {
    var scope: IndexScope
    var identifier: String
    var staticScore: UInt32
    var expiration: Double
    var item: [UInt8]
  }

  struct Posting: Equatable {
    var document: UInt32
    var certainty: UInt8
  }

  /// The lists of a term by group number; groups without postings are not there.
  typealias Lists = [UInt8: [Posting]]

  var scopes: [SegmentScope] = []
  var documents: [Document] = []
  var terms: [[UInt8]: Lists] = [:]
  var prefixes: [[UInt8]: Lists] = [:]
  var keys: [[UInt8]: Lists] = [:]
  /// The record of each document.
  var positions: [[UInt8]] = []
  var termCount: UInt64 = 0
  var postingCount: UInt64 = 0

  init() {}

  init(_ segment: Segment) throws(StorageError) {
    scopes = segment.scopes
    termCount = segment.footer.termCount
    postingCount = segment.footer.postingCount
    for document in 0..<UInt32(segment.documentCount) {
      let row = try segment.documents.row(document)
      guard Int(row.scope) < segment.scopes.count else {
        throw StorageError(.corrupted, "There is no such scope.")
      }
      documents.append(
        Document(
          scope: segment.scopes[Int(row.scope)].scope,
          identifier: String(decoding: row.identifier, as: UTF8.self),
          staticScore: row.staticScore, expiration: row.expiration,
          item: Array(try segment.documents.item(document).bytes)))
    }
    terms = try Self.lists(of: segment.terms, segment)
    prefixes = try Self.lists(of: segment.prefixes, segment)
    // Those of pieces are tried with what they are for.
    keys = try Self.lists(of: segment.keys, segment).filter { $0.key.first != UInt8(ascii: "g") }
    var reader = PositionsReader(segment)
    for document in 0..<UInt32(segment.documentCount) {
      positions.append(Array(try reader.record(document)))
    }
  }

  private static func lists(
    of dictionary: TermDictionary, _ segment: Segment
  ) throws(StorageError) -> [[UInt8]: Lists] {
    var result: [[UInt8]: Lists] = [:]
    var cursor = dictionary.cursor()
    while try cursor.next() {
      let entry = cursor.entry
      var lists: Lists = [:]
      for group in PostingGroup.allCases where !entry[group].isEmpty {
        var postings: [Posting] = []
        var walk = try PostingCursor(
          segment.source, entry[group], documentCount: segment.documentCount)
        while walk.document != .max {
          postings.append(Posting(document: walk.document, certainty: walk.certainty))
          try walk.next()
        }
        lists[group.rawValue] = postings
      }
      result[Array(cursor.term)] = lists
    }
    return result
  }
}
