package import FresnelModel
import FresnelQuery

/// Takes the terms and the static score of an item.
package enum ItemAnalyzer {
  /// Adds the item's terms to the document just begun and returns its static score.
  ///
  /// Bytes that do not decode add nothing: the journal's checksum vouches for them, and `check()`
  /// names what is damaged all the same.
  package static func add(_ item: EncodedItem, to collector: inout PostingCollector) -> UInt32 {
    var titleLength = 0
    let analyzed: Void? = try? item.forEachEncodedAttribute { attribute throws(ModelError) in
      let key = attribute.key
      if key == .builtIn(.htmlContentData) {
        addHTML(try attribute.value(), to: &collector)
        return
      }
      let groups = groups(of: key)
      try attribute.forEachText { text in
        if key == .builtIn(.title) || (key == .builtIn(.displayName) && titleLength == 0) {
          titleLength = text.count
        }
        collector.addElement(text, in: groups)
      }
    }
    if analyzed == nil { collector.markIncomplete() }
    return StaticScore.of(item, titleLength: titleLength)
  }

  /// Adds what a reader of the HTML would see, which is what the evaluator looks at.
  private static func addHTML(_ value: AttributeValue, to collector: inout PostingCollector) {
    value.forEachElementText(under: .builtIn(.htmlContentData)) { text in
      var text = text
      text.withUTF8 { collector.addElement($0, in: ElementGroups(.text)) }
    }
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
