package import FresnelQuery
import FresnelSegments
import FresnelStorage

/// Items of one snapshot that have a form, as the keys tell.
package struct FormItems: Sendable {
  var documents = NamedDocuments()
  /// The number of items that are shown.
  package var count: Int { documents.count }
  /// Whether there are too many to look at all.
  package var isLimited = false
  /// Whether some may be missing, as the time was over or part of the store could not be read.
  package var isPartial = false

  init(documents: NamedDocuments, isLimited: Bool, isPartial: Bool) {
    (self.documents, self.isLimited, self.isPartial) = (documents, isLimited, isPartial)
  }

  /// None.
  package init() {}
}

extension Snapshot {
  /// Finds the items that have some forms, or may have them where it is a name that is longer than keys hold.
  ///
  /// It costs a look-up in each segment where there are none, so that plans with the forms need not run.
  ///
  /// - Parameters:
  ///   - wanted: The forms, and how many items are enough.
  ///   - filter: Which indexes to look in.
  ///   - isCancelled: Asked now and then; when it returns true, the search ends.
  /// - Returns: By form, the items, at most as many as are enough.
  package func items(
    _ wanted: [(test: FormTest, most: Int)], in filter: ScopeFilter,
    isCancelled: @escaping @Sendable () -> Bool
  ) -> [FormItems] {
    var isPartial = state.lacksFiles
    let budget = SearchBudget(
      ceilings: SearchCeilings(formKeys: SearchCeilings.keysOfBeginning), isCancelled: isCancelled)
    let found = reading(isPartial: &isPartial) { (state, _) throws(StorageError) -> [FormItems] in
      var budgets = wanted.map { _ in budget }
      let forms = ShownForms(in: state.segments.map(\.view), visibility(filter))
      return zip(try forms.documents(wanted, &budgets), budgets).map { documents, budget in
        FormItems(
          documents: documents, isLimited: budget.hasMetCeiling,
          isPartial: budget.isExhausted && !budget.hasMetCeiling)
      }
    }
    var items = found ?? wanted.map { _ in FormItems() }
    if isPartial { for index in items.indices { items[index].isPartial = true } }
    return items
  }
}

extension Snapshot {
  /// Whether the name of any item is known to be spelt in other ways: else spellings need not be looked for. What
  /// cannot be read may have some.
  package var hasReadings: Bool {
    state.segments.contains { (try? $0.view.segment.hasReadings()) ?? true }
  }

  /// The alphabets that names of items are known to have words in. What cannot be read may have any.
  package var alphabets: SpelledAlphabets {
    state.segments.reduce(into: []) { alphabets, segment in
      alphabets.formUnion((try? segment.view.segment.alphabets()) ?? .all)
    }
  }
}

/// Codes of a text, which need not be looked for where a list of the text's words has their items.
package struct CodeItems: Sendable {
  /// By code, all items that have it.
  package var items: [FormItems]
  /// The most points of all words but one.
  package let otherPoints: Int
  /// Whether each of these items has to be among the results, however full these are.
  package var haveToBeFound = false

  /// Makes codes of the items of each.
  package init(_ items: [FormItems], otherPoints: Int) {
    (self.items, self.otherPoints) = (items, otherPoints)
  }

  var documents: [NamedDocuments] { items.map(\.documents) }
}
