import FresnelQuery
import FresnelStorage
import FresnelText

/// Finds the documents of many unique identifiers in one segment: exactly those that the evaluator would
/// accept, which are those of canonically equivalent identifiers too.
struct IdentifierLookup {
  let segment: Segment
  /// By the segment's number of a scope, whether anything of it is shown; empty when all are.
  let shownScopes: [Bool]

  /// To look so many identifiers up in an index takes no longer than to read a row's identifier, where few of them are
  /// found; and no more of them are found than there are rows.
  private static let lookupsPerRow = 2
  /// So many identifiers that aren't found take about as long as a posting.
  private static let missesPerPosting = 2
  /// Where there is an identifier for so many documents, all spellings take longer than a look at each row, which tells
  /// for good which of them have other bytes than ASCII.
  private static let respelledPart = 16
  /// More letters with another spelling than these are not spelled in all ways.
  private static let mostRespelledLetters = 3

  /// The documents, deleted ones among them.
  ///
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  /// - Complexity: A probe for each identifier and index, or a look at each row if these are fewer; and a
  ///   look at each row that is not of ASCII alone, if an identifier is so.
  func documents(
    of identifiers: TextSet, _ budget: inout SearchBudget
  ) throws(StorageError) -> DocumentSet {
    var found = DocumentSet(documentCount: segment.documentCount)
    let scopes = segment.scopes.indices.filter { shownScopes.isEmpty || shownScopes[$0] }
    let isWorthProbing =
      identifiers.count * scopes.count <= Self.lookupsPerRow * max(segment.documentCount, 64)
    guard isWorthProbing else {
      try scan(identifiers, into: &found, &budget)
      return found
    }
    var batch = IdentifierBatch()
    let isComplete = spell(identifiers, into: &batch)
    for scope in scopes {
      guard budget.spend(steps: batch.count / Self.missesPerPosting) else { return found }
      try segment.identifiers.forEachDocument(of: &batch, scope: UInt32(scope)) { document in
        guard budget.spend(postings: 1) else { return false }
        found.insert(document)
        return true
      }
    }
    if !isComplete {
      try segment.foreignIdentifiers(&budget)
        .addMembers(of: identifiers, in: segment, to: &found, &budget)
    }
    return found
  }

  /// Adds the spellings of the identifiers that the segment may have to a batch: all of ASCII.
  ///
  /// - Returns: Whether the batch has all others too.
  private func spell(_ identifiers: TextSet, into batch: inout IdentifierBatch) -> Bool {
    let hasOnlyASCII = segment.identifiers.hasOnlyASCIIIdentifiers
    let mostRespelled =
      identifiers.count >= max(segment.documentCount / Self.respelledPart, 64)
      ? 0 : Self.mostRespelledLetters
    var isComplete = true
    identifiers.forEach { identifier in
      // Once rows with other bytes than ASCII are looked at, they are for all identifiers.
      if !isComplete, mostRespelled == 0 { return batch.append(identifier) }
      // No identifier of ASCII equals one that is not so when folded.
      guard isASCII(identifier) else {
        if !hasOnlyASCII { isComplete = false }
        return
      }
      let respelled =
        hasOnlyASCII ? 0 : identifier.count(where: Self.isRespelled)
      if respelled == 0 || respelled > mostRespelled {
        batch.append(identifier)
        if respelled > 0 { isComplete = false }
      } else {
        for spelling in Self.spellings(of: identifier) {
          spelling.withUnsafeBufferPointer { batch.append($0) }
        }
      }
    }
    return isComplete
  }

  /// Whether a byte has a ``respelling(of:)``.
  private static func isRespelled(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "K") || byte == UInt8(ascii: ";") || byte == UInt8(ascii: "`")
  }

  /// The character that is canonically equivalent to one in ASCII: the kelvin sign, the Greek question
  /// mark and varia. No other one is.
  private static func respelling(of byte: UInt8) -> [UInt8]? {
    switch byte {
    case UInt8(ascii: "K"): [0xE2, 0x84, 0xAA]
    case UInt8(ascii: ";"): [0xCD, 0xBE]
    case UInt8(ascii: "`"): [0xE1, 0xBF, 0xAF]
    default: nil
    }
  }

  private static func spellings(of identifier: UnsafeBufferPointer<UInt8>) -> [[UInt8]] {
    var spellings: [[UInt8]] = [[]]
    for byte in identifier {
      if let other = respelling(of: byte) {
        spellings = spellings.flatMap { [$0 + [byte], $0 + other] }
      } else {
        for index in spellings.indices { spellings[index].append(byte) }
      }
    }
    return spellings
  }

  /// Looks at the identifier of every row.
  private func scan(
    _ identifiers: TextSet, into found: inout DocumentSet, _ budget: inout SearchBudget
  ) throws(StorageError) {
    var lookup = TextSetLookup(in: identifiers)
    try segment.documents.forEachIdentifier { document, identifier in
      guard budget.spend(postings: 1) else { return false }
      if isASCII(identifier) {
        lookup.append(folded: identifier, tag: document)
        if lookup.isFull { lookup.forEachMember { found.insert($0) } }
      } else if identifiers.contains(String(decoding: identifier, as: UTF8.self)) {
        found.insert(document)
      }
      return true
    }
    lookup.forEachMember { found.insert($0) }
  }
}
