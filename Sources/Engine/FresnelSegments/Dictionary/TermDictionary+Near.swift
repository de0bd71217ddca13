package import FresnelStorage

extension TermDictionary {
  /// After how many terms that begin too differently the walk jumps over all such terms: a look-up costs
  /// as much as walking through some tens of terms.
  private static let patience = 64

  /// Calls the body with the terms near a term, in order, until it returns `false`.
  ///
  /// The distance is the least number of characters (Unicode scalars) to insert, remove or replace, or
  /// of neighbours to exchange, where no part is changed twice (optimal string alignment).
  ///
  /// - Parameters:
  ///   - term: The term, in UTF-8.
  ///   - distance: The greatest distance, at most 16.
  ///   - exactPrefix: How many characters at the start must be equal; of a shorter term, all of it.
  ///   - body: Is handed the term, valid during the call, its distance, and its entry.
  /// - Throws: ``StorageError`` with code `corrupted`, that of a failed read, or what the body throws.
  /// - Complexity: The terms are walked that have the exact prefix; those that begin with more than
  ///   `distance` errors are passed over, many at once where there are many.
  package func forEach(
    near term: UnsafeBufferPointer<UInt8>, distance: Int, exactPrefix: Int,
    _ body: (UnsafeBufferPointer<UInt8>, Int, TermEntry) throws(StorageError) -> Bool
  ) throws(StorageError) {
    let target = ScalarDecoder.scalars(UnsafeRawBufferPointer(term))
    var nearness = NearTerms(to: target.scalars, distance: distance)
    let prefixEnd =
      exactPrefix <= 0 || target.ends.isEmpty
      ? 0 : target.ends[min(exactPrefix, target.ends.count) - 1]
    let prefix = UnsafeBufferPointer(rebasing: term[..<prefixEnd])
    var cursor = cursor()
    var passed = 0
    var isAtTerm = try cursor.move(to: prefix)
    while isAtTerm {
      let bytes = UnsafeRawBufferPointer(cursor.term)
      guard ByteOrder.sharedCount(bytes, UnsafeRawBufferPointer(prefix)) == prefixEnd else {
        return
      }
      switch nearness.judge(bytes, shared: cursor.shared) {
      case .within(let distance):
        passed = 0
        try cursor.readEntry()
        guard try body(cursor.term, distance, cursor.entry) else { return }
      case .beyond:
        passed = 0
      case .hopeless:
        passed += 1
        if passed == Self.patience {
          passed = 0
          guard let next = nearness.successor() else { return }
          isAtTerm = try next.span.withUnsafeBufferPointer { (next) throws(StorageError) in
            try cursor.move(to: next)
          }
          continue
        }
      }
      isAtTerm = try cursor.nextTerm()
    }
  }
}
