package import FresnelQuery
package import FresnelStorage

/// Finds the documents that have a form, of those that are shown.
package struct ShownForms: ~Copyable {
  private let views: [SegmentView]
  private let visibility: SearchVisibility

  /// Prepares to look.
  ///
  /// - Parameters:
  ///   - views: The segments.
  ///   - visibility: What is shown.
  package init(in views: [SegmentView], _ visibility: SearchVisibility) {
    self.views = views
    self.visibility = visibility
  }

  /// The documents.
  ///
  /// - Parameters:
  ///   - wanted: Forms, of which the keys alone are asked, and how many documents are enough.
  ///   - budgets: By form; when it is exhausted, documents are lacking.
  /// - Returns: By form, the documents, at most as many as are enough.
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  package func documents(
    _ wanted: [(test: FormTest, most: Int)], _ budgets: inout [SearchBudget]
  ) throws(StorageError) -> [NamedDocuments] {
    let keys = wanted.map { FormKeyRange($0.test) }
    var named = wanted.map { _ in NamedDocuments() }
    for view in views {
      // Mostly no form is there, and then it does not matter what is shown.
      var shown = OwnedArray<SegmentVisibility>(capacity: 1)
      for (index, form) in wanted.enumerated() where named[index].count < form.most {
        var known = PointedDocuments()
        let most = form.most - named[index].count
        try keys[index].forEachKey(in: view.segment, &budgets[index]) {
          (entry, isExact, budget) throws(StorageError) in
          if shown.count == 0 { shown.append(SegmentVisibility(view, visibility)) }
          guard shown[0].showsAnything else { return false }
          let onlyScope = shown[0].onlyScope
          return try FormKeyRange.forEachPosting(
            of: entry, in: view.segment, onlyScope: onlyScope, &budget
          ) { (document, group) throws(StorageError) in
            if try shown[0].shows(document, isOfScope: false) {
              known.append(document, points: form.test.points(in: group, isExact: isExact))
              if known.reach(most) { return false }
            }
            return true
          }
        }
        named[index].add(known.first(most), of: view.segment)
      }
    }
    return named
  }
}
