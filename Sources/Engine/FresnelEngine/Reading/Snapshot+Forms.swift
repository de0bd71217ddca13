package import FresnelQuery
import FresnelSegments
import FresnelStorage

/// Items of one snapshot that have a form, as the keys tell.
package struct FormItems: Sendable {
  var documents = NamedDocuments()
  /// The number of items that are shown.
  package var count: Int { documents.count }
  /// Whether some may be missing, as the time was over or part of the store could not be read.
  package var isPartial = false
}

extension Snapshot {
  /// Finds the items that have a form, or may have it where it is a name that is longer than keys hold.
  ///
  /// It costs a look-up in each segment where there are none, so that plans with the form need not run.
  ///
  /// - Parameters:
  ///   - test: The form.
  ///   - filter: Which indexes to look in.
  ///   - most: How many are enough.
  ///   - isCancelled: Asked now and then; when it returns true, the search ends.
  /// - Returns: The items, at most `most`.
  package func items(
    _ test: FormTest, in filter: ScopeFilter, upTo most: Int,
    isCancelled: @escaping @Sendable () -> Bool
  ) -> FormItems {
    var budget = SearchBudget(isCancelled: isCancelled)
    var found = FormItems(isPartial: state.lacksFiles)
    let documents = reading(isPartial: &found.isPartial) {
      (state, _) throws(StorageError) -> NamedDocuments in
      let forms = ShownForms(in: state.segments.map(\.view), visibility(filter))
      return try forms.documents(test, upTo: most, &budget)
    }
    if budget.isExhausted { found.isPartial = true }
    if let documents { found.documents = documents }
    return found
  }
}

/// Codes of a text, which need not be looked for where a list of the text's words has their items.
package struct CodeItems: Sendable {
  /// By code, all items that have it.
  package var items: [FormItems]
  /// The most points of all words but one.
  package let otherPoints: Int

  /// Makes codes of the items of each.
  package init(_ items: [FormItems], otherPoints: Int) {
    (self.items, self.otherPoints) = (items, otherPoints)
  }

  var documents: [NamedDocuments] { items.map(\.documents) }
}
