package import FresnelModel
package import FresnelQuery

/// Takes the terms and the static score of an item.
package enum ItemAnalyzer {
  /// Adds the item's terms to the document just begun and returns its static score.
  ///
  /// Bytes that do not decode add nothing: the journal's checksum vouches for them, and `check()`
  /// names what is damaged all the same.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - collector: Grows by the terms.
  ///   - forms: Is filled with the forms of the item.
  /// - Returns: The static score.
  package static func add(
    _ item: EncodedItem, to collector: inout PostingCollector, forms: inout ItemForms
  ) -> UInt32 {
    var titleLength = 0
    forms.removeAll()
    let analyzed: Void? = try? item.forEachAnalyzedText { key, text in
      if key == .builtIn(.title) || (key == .builtIn(.displayName) && titleLength == 0) {
        titleLength = text.count
      }
      collector.addElement(text, in: groups(of: key))
      forms.add(text, of: key)
    }
    if analyzed == nil { collector.markIncomplete() }
    return StaticScore.of(item, titleLength: titleLength)
  }

  private static func groups(of key: AttributeKey) -> ElementGroups {
    switch key {
    case .builtIn(let id):
      let number = Int(id.rawValue)
      return number < builtInGroups.count ? builtInGroups[number] : ElementGroups(nil)
    case .custom:
      return ElementGroups(key.fieldGroup)
    }
  }

  /// The groups by attribute number.
  private static let builtInGroups: [ElementGroups] =
    [ElementGroups(nil)] + AttributeTable.all.map { ElementGroups($0.fieldGroup) }
}
