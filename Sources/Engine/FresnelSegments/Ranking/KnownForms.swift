import FresnelStorage
import Synchronization

/// Which terms of a segment are the forms of words, as far as questions had them.
///
/// Many questions have the same words. To go through all terms that begin as a word does, and to ask of each whether it
/// is a form, takes longer than to read the postings of the few that are.
final class KnownForms: Sendable {
  /// A term that is a form of a word.
  struct Form: Sendable {
    /// The hash by which positions tell the term.
    let hash: UInt64
    let entry: TermEntry
  }

  private struct Key: Hashable {
    let beginning: [UInt8]
    let key: [UInt8]

    /// Arrays hash their bytes one by one.
    func hash(into hasher: inout Hasher) {
      key.withUnsafeBytes { hasher.combine(bytes: $0) }
    }

    var byteCount: Int { beginning.count + key.count }
  }

  private struct Known {
    var words: [Key: [Form]] = [:]
    var byteCount = 0
  }

  /// Words of longer keys are not remembered: hardly anybody asks for them twice.
  static let largestKeyByteCount = 64
  /// About what a word takes besides its key and forms: its place in the table, and the heads of three arrays.
  private static let wordByteCount = 192

  private let largestByteCount: Int
  private let known = Mutex(Known())

  /// Remembers nothing yet.
  ///
  /// - Parameter largestByteCount: How much memory may be taken. Segments of all stores have one of these each.
  init(largestByteCount: Int = 4 << 20) { self.largestByteCount = largestByteCount }

  /// The forms of a word.
  ///
  /// - Parameters:
  ///   - key: Determines, with the beginning, what `accepts` answers, whoever searches the segment. The forms of words
  ///     without a key are not remembered.
  ///   - beginning: What all forms begin with.
  ///   - segment: The segment; always the same one.
  ///   - budget: When it is exhausted, forms are missing, and are not remembered.
  ///   - accepts: Whether a term is a form.
  /// - Returns: The forms, in the order of terms; at most ``WordLists/largestTermCount``.
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  /// - Complexity: O(*t*) in the terms with the beginning, where the word is not remembered.
  func forms(
    of key: [UInt8]?, beginningWith beginning: [UInt8], in segment: Segment,
    _ budget: inout SearchBudget, where accepts: (UnsafeBufferPointer<UInt8>) -> Bool
  ) throws(StorageError) -> [Form] {
    let key = key.flatMap {
      $0.count + beginning.count <= Self.largestKeyByteCount
        ? Key(beginning: beginning, key: $0) : nil
    }
    if let key, let forms = known.withLock({ $0.words[key] }) { return forms }
    var forms: [Form] = []
    try WordLists.forEachTerm(beginningWith: beginning, of: segment, &budget) {
      (cursor) throws(StorageError) in
      if accepts(cursor.term) {
        try cursor.readEntry()
        forms.append(Form(hash: PositionHash.of(Array(cursor.term)), entry: cursor.entry))
      }
      return forms.count < WordLists.largestTermCount
    }
    if let key, !budget.isExhausted { remember(forms, of: key) }
    return forms
  }

  /// About how many bytes are taken, for tests.
  var byteCount: Int { known.withLock { $0.byteCount } }

  private func remember(_ forms: [Form], of key: Key) {
    let byteCount =
      Self.wordByteCount + key.byteCount + forms.count * MemoryLayout<Form>.stride
    guard byteCount <= largestByteCount else { return }
    // Every search of the segment waits for the lock, so a full table is freed behind it.
    let full = known.withLock { known in
      var full: Known?
      if known.byteCount + byteCount > largestByteCount {
        full = known
        known = Known()
      }
      if known.words.updateValue(forms, forKey: key) == nil { known.byteCount += byteCount }
      return full
    }
    withExtendedLifetime(full) {}
  }
}
