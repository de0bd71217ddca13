/// A document with what a form is worth in it.
struct PointedDocument: BitwiseCopyable, Comparable, Sendable {
  /// Both in one number, so that they are sorted fast: the document above the points.
  private let bits: UInt64

  init(_ number: UInt32, points: Int) {
    bits = UInt64(number) << 32 | UInt64(UInt32(clamping: points))
  }

  /// The number of the document.
  var number: UInt32 { UInt32(truncatingIfNeeded: bits >> 32) }

  /// The points.
  var points: Int { Int(bits & 0xFFFF_FFFF) }

  /// Documents are in the order of their numbers, and what is worth less comes first in one.
  static func < (left: PointedDocument, right: PointedDocument) -> Bool { left.bits < right.bits }
}

/// The documents of a segment that have a form, while its keys are walked through.
///
/// A document may come by several keys. It is put together with itself now and then only: nearly all come once, and to
/// look each one up would be felt at every keystroke.
struct PointedDocuments {
  private var documents: [PointedDocument] = []
  /// So many have to be there before equals are put together once more.
  private var nextUnion = 0
  /// Putting equals together costs about as much as walking through so many keys.
  private static let documentsBetweenUnions = 16

  /// Adds a document, which may be there.
  mutating func append(_ document: UInt32, points: Int) {
    documents.append(PointedDocument(document, points: points))
  }

  /// Whether there are so many different documents; it may be said later than it could be.
  ///
  /// - Parameter count: The number.
  /// - Returns: Whether there are.
  /// - Complexity: O(*n* log *n*) for each sixteen documents that were added, once there are nearly enough.
  mutating func reach(_ count: Int) -> Bool {
    guard documents.count >= max(count, nextUnion) else { return false }
    unite()
    nextUnion = documents.count + Self.documentsBetweenUnions
    return documents.count >= count
  }

  /// The different documents in order, each with the most points; at most so many.
  mutating func first(_ count: Int) -> [PointedDocument] {
    unite()
    if documents.count > count { documents.removeSubrange(count...) }
    return documents
  }

  private mutating func unite() {
    documents.sort()
    var count = 0
    for index in documents.indices {
      let isSame = count > 0 && documents[count - 1].number == documents[index].number
      // The last of equals has the most points.
      if isSame { count -= 1 }
      documents[count] = documents[index]
      count += 1
    }
    documents.removeSubrange(count...)
  }
}
