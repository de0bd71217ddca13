internal import FresnelEngine
internal import FresnelModel
internal import FresnelQuery
internal import SpotlightWire

extension RowSnippets {
  /// Gives each row its second line, and a name where that is longer than rows keep.
  ///
  /// - Parameters:
  ///   - hits: The rows.
  ///   - read: Reads the whole item of a row; called at most once for each, and only where the row does not do.
  /// - Returns: The lines, one for each row.
  func complete(
    _ hits: inout [WireHit], reading read: (WireHit) -> EncodedItem?
  ) -> [String] {
    hits.indices.map { index in
      let hit = hits[index]
      var item: EncodedItem??
      func whole() -> EncodedItem? {
        if let item { return item }
        let found = read(hit)
        item = .some(found)
        return found
      }
      if hit.item.heading == nil, let named = whole(), named.heading != nil {
        hits[index].item = hit.item.named(as: named)
      }
      return snippet(of: hits[index].item, whole: whole)
    }
  }

  /// The same for rows of several stores that one client sees.
  func complete(_ hits: inout [WireHit], reading stores: [VisibleStore]) -> [String] {
    complete(&hits) { hit in
      for store in stores {
        guard let own = store.ownScope(hit.scope), store.filter.contains(own) else { continue }
        let item = store.snapshot.item(scope: own, identifier: hit.item.uniqueIdentifier)
        if let item { return item }
      }
      return nil
    }
  }
}

extension EncodedItem {
  /// The row with the title and the display name of its whole item.
  fileprivate func named(as whole: EncodedItem) -> EncodedItem {
    var names = Attributes()
    for id in [AttributeID.title, .displayName] {
      if let name = whole.value(for: .builtIn(id)) { names[.builtIn(id)] = name }
    }
    let update = Item(uniqueIdentifier: "", attributes: names, isUpdate: true)
    guard let encoded = try? ItemCodec.encode(update),
      let opened = try? EncodedItem(opening: encoded),
      let merged = try? merged(with: opened), let row = try? EncodedItem(opening: merged)
    else { return self }
    return row
  }
}
