internal import FresnelEngine
internal import FresnelModel
internal import FresnelQuery
internal import SpotlightWire

extension RowSnippets {
  /// The most characters that a name has in a list.
  private static let nameLength = 1000

  /// Gives each row its second line, and a name where that is longer than rows keep.
  ///
  /// - Parameters:
  ///   - hits: The rows.
  ///   - goesOn: Asked before each row; when it returns false, this row and those after it get no line.
  ///   - read: Reads the whole item of a row; called at most once for each, and only where the row does not do.
  /// - Returns: The lines, one for each row.
  func complete(
    _ hits: inout [WireHit], while goesOn: () -> Bool, reading read: (WireHit) -> EncodedItem?
  ) -> [String] {
    var isOver = false
    return hits.indices.map { index in
      isOver = isOver || !goesOn()
      if isOver { return "" }
      let hit = hits[index]
      var item: EncodedItem??
      func whole() -> EncodedItem? {
        if let item { return item }
        let found = read(hit)
        item = .some(found)
        return found
      }
      if hit.item.heading == nil, let named = whole(), named.heading != nil {
        hits[index].item = hit.item.named(as: named, upTo: Self.nameLength)
      }
      return snippet(of: hits[index].item, whole: whole)
    }
  }

  /// The same for rows of several stores that one client sees: each is read where it was found. Two stores may have an
  /// item of one name, as an app's own store and that of a protection class do.
  func complete(
    _ hits: inout [WireHit], while goesOn: () -> Bool, reading stores: [VisibleStore]
  ) -> [String] {
    complete(&hits, while: goesOn) { hit in
      for store in stores {
        guard let own = store.ownScope(hit.scope), store.filter.contains(own),
          store.protection(of: own) == hit.protection
        else { continue }
        let item = store.snapshot.shownItem(scope: own, identifier: hit.item.uniqueIdentifier)
        if let item { return item }
      }
      return nil
    }
  }
}

extension EncodedItem {
  /// The row with the beginnings of the title and the display name of its whole item: an app may give names of any
  /// length, and no row may keep others from being sent.
  fileprivate func named(as whole: EncodedItem, upTo length: Int) -> EncodedItem {
    var names = Attributes()
    for id in [AttributeID.title, .displayName] {
      if let name = whole.shownText(id) {
        names[.builtIn(id)] = .string(String(name.prefix(length)))
      }
    }
    let update = Item(uniqueIdentifier: "", attributes: names, isUpdate: true)
    guard let encoded = try? ItemCodec.encode(update),
      let opened = try? EncodedItem(opening: encoded),
      let merged = try? merged(with: opened), let row = try? EncodedItem(opening: merged)
    else { return self }
    return row
  }
}
