import FresnelStorage
import Synchronization

/// Which terms of a segment are the forms of words, as far as questions had them.
///
/// Many questions have the same words. To go through all terms that begin as a word does, and to ask of each whether it
/// is a form, takes longer than to read the postings of the few that are.
final class WordForms: Sendable {
  /// A term that is a form of a word.
  struct Form: Sendable {
    /// The hash by which positions tell the term.
    let hash: UInt64
    let entry: TermEntry
  }

  /// What names a word among all that were asked for.
  private struct Key: Hashable {
    let beginning: [UInt8]
    let name: [UInt8]

    /// Arrays hash their bytes one by one.
    func hash(into hasher: inout Hasher) {
      name.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
  }

  /// So many forms are remembered for a segment, of at most as many words; each takes about 150 bytes.
  private static let largestCount = 1 << 15

  private struct Known {
    var words: [Key: [Form]] = [:]
    var formCount = 0
  }

  private let known = Mutex(Known())

  /// The forms of a word.
  ///
  /// - Parameters:
  ///   - name: Stands for what `accepts` answers: words of one name and beginning have the same forms. Words without a
  ///     name are not remembered.
  ///   - beginning: What all forms begin with.
  ///   - segment: The segment.
  ///   - budget: When it is exhausted, forms are missing.
  ///   - accepts: Whether a term is a form.
  /// - Returns: The forms, in the order of terms; at most ``WordLists/largestTermCount``.
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  /// - Complexity: O(*t*) in the terms with the beginning, where the word is not remembered.
  func forms(
    of name: [UInt8]?, beginningWith beginning: [UInt8], in segment: Segment,
    _ budget: inout SearchBudget, where accepts: (UnsafeBufferPointer<UInt8>) -> Bool
  ) throws(StorageError) -> [Form] {
    let key = name.map { Key(beginning: beginning, name: $0) }
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

  private func remember(_ forms: [Form], of key: Key) {
    known.withLock { known in
      // A word without forms takes room as well.
      let count = forms.count + 1
      if known.formCount + count > Self.largestCount { known = Known() }
      if known.words.updateValue(forms, forKey: key) == nil { known.formCount += count }
    }
  }
}
