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
  ///   - test: The form, of which the keys alone are asked.
  ///   - most: How many are enough.
  ///   - budget: When it is exhausted, documents are lacking.
  /// - Returns: The documents, at most `most`.
  /// - Throws: ``StorageError`` with code `corrupted`, or that of a failed read.
  package func documents(
    _ test: FormTest, upTo most: Int, _ budget: inout SearchBudget
  ) throws(StorageError) -> NamedDocuments {
    let keys = FormKeyRange(test)
    var named = NamedDocuments()
    for view in views where named.count < most {
      var shown = SegmentVisibility(view, visibility)
      guard shown.showsAnything else { continue }
      var known: [UInt32: Int] = [:]
      try keys.forEachPosting(in: view.segment, &budget) {
        (document, group, isExact) throws(StorageError) in
        if try shown.shows(document, isOfScope: false) {
          known[document] = max(known[document] ?? 0, test.points(in: group, isExact: isExact))
        }
        return named.count + known.count < most
      }
      named.add(known, of: view.segment)
    }
    return named
  }
}
