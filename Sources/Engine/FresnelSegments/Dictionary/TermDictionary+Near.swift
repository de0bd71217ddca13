package import FresnelStorage

extension TermDictionary {
  /// Calls the body with the terms near a term, in order, until it returns `false`.
  ///
  /// The distance is the least number of characters (Unicode scalars) to insert, remove or replace, or
  /// of neighbours to exchange, where no part is changed twice (optimal string alignment). A term is
  /// near only if its characters belong to ``Alphabets`` of the term's.
  ///
  /// - Parameters:
  ///   - term: The term, in UTF-8.
  ///   - distance: The greatest distance, at most 16.
  ///   - exactPrefix: How many characters at the start must be equal; of a shorter term, all of it.
  ///   - asPrefix: Whether terms are near that only begin with something near. The body is then handed
  ///     the shortest beginning of a term that is near and has the exact prefix, each once, with the entry
  ///     of the first term that begins so.
  ///   - budget: When it is exhausted, the walk ends.
  ///   - body: Is handed the term, valid during the call, its distance, and its entry.
  /// - Throws: ``StorageError`` with code `corrupted`, that of a failed read, or what the body throws.
  /// - Complexity: Of the beginnings that have an error left, each one that some term has is visited, and
  ///   behind those that have none, the few continuations are looked up.
  package func forEach(
    near term: UnsafeBufferPointer<UInt8>, distance: Int, exactPrefix: Int, asPrefix: Bool = false,
    _ budget: inout TermWalkBudget,
    _ body: (UnsafeBufferPointer<UInt8>, Int, TermEntry) throws(StorageError) -> Bool
  ) throws(StorageError) {
    var nearness = NearTerms(
      to: UnsafeRawBufferPointer(term), distance: distance, exactPrefix: exactPrefix,
      asPrefix: asPrefix)
    let prefix = UnsafeBufferPointer(rebasing: term[..<nearness.exactByteCount])
    var cursor = cursor()
    budget.leap()
    var isAtTerm = try cursor.move(to: prefix)
    while isAtTerm {
      let bytes = UnsafeRawBufferPointer(cursor.term)
      guard ByteOrder.sharedCount(bytes, UnsafeRawBufferPointer(prefix)) == prefix.count else {
        return
      }
      if let near = nearness.judge(bytes) {
        try cursor.readEntry()
        let found = UnsafeBufferPointer(rebasing: cursor.term[..<near.byteCount])
        guard try body(found, near.distance, cursor.entry) else { return }
      }
      guard !budget.isExhausted else { return }
      switch nearness.next(after: bytes) {
      case .term:
        budget.step()
        isAtTerm = try cursor.nextTerm()
      case .key:
        isAtTerm = try cursor.leap(to: nearness.key, &budget)
      case .nothing:
        return
      }
    }
  }
}
