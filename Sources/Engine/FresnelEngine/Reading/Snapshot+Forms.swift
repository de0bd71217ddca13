package import FresnelQuery
import FresnelSegments
import FresnelStorage

/// How many items have a form, as the keys tell.
package struct FormCount: Sendable {
  /// The number of items that are shown.
  package var count = 0
  /// Whether some may be missing, as the time was over or part of the store could not be read.
  package var isPartial = false
}

extension Snapshot {
  /// Counts the items that have a form, or may have it where it is a name that is longer than keys hold.
  ///
  /// It costs a look-up in each segment where there are none, so that plans with the form need not run.
  ///
  /// - Parameters:
  ///   - test: The form.
  ///   - filter: Which indexes to look in.
  ///   - most: From so many on the number makes no difference.
  ///   - isCancelled: Asked now and then; when it returns true, counting ends.
  /// - Returns: The number, at most `most`.
  package func count(
    _ test: FormTest, in filter: ScopeFilter, upTo most: Int,
    isCancelled: @escaping @Sendable () -> Bool
  ) -> FormCount {
    var budget = SearchBudget(isCancelled: isCancelled)
    var found = FormCount(isPartial: state.lacksFiles)
    let count = reading(isPartial: &found.isPartial) { (state, _) throws(StorageError) -> Int in
      let forms = ShownForms(in: state.segments.map(\.view), visibility(filter))
      return try forms.count(test, upTo: most, &budget)
    }
    if budget.isExhausted { found.isPartial = true }
    found.count = count ?? 0
    return found
  }
}
