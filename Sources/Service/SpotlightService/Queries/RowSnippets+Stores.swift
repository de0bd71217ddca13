internal import FresnelEngine
internal import FresnelModel
internal import FresnelQuery
internal import SpotlightWire

extension RowSnippets {
  /// The most characters that a name has in a list.
  private static let nameLength = 1000

  /// Gives each row its second line, and a name where that is longer than rows keep. Each is read where it was found:
  /// two stores may have an item of one name in an index of one name, as an app's own store and the daemon's do.
  ///
  /// - Parameters:
  ///   - rows: The rows.
  ///   - lines: Chooses the lines of what each plan of the request found.
  ///   - goesOn: Asked before each row; when it returns false, this row and those after it get no line.
  /// - Returns: The lines, one for each row.
  static func complete(
    _ rows: inout [HitGrouping.Row], of lines: [RowSnippets], while goesOn: () -> Bool
  ) -> [String] {
    var isOver = false
    return rows.indices.map { index in
      isOver = isOver || !goesOn()
      if isOver { return "" }
      let store = rows[index].store
      return lines[rows[index].plan].complete(&rows[index].hit) { hit in
        guard let own = store.ownScope(hit.scope), store.filter.contains(own) else { return nil }
        return store.snapshot.shownItem(scope: own, identifier: hit.item.uniqueIdentifier)
      }
    }
  }

  /// The same for one row.
  private func complete(_ row: inout WireHit, reading read: (WireHit) -> EncodedItem?) -> String {
    var item: EncodedItem??
    let found = row
    func whole() -> EncodedItem? {
      if let item { return item }
      let read = read(found)
      item = .some(read)
      return read
    }
    if row.item.heading == nil, let named = whole(), named.heading != nil {
      row.item = row.item.named(as: named, upTo: Self.nameLength)
    }
    return snippet(of: row.item, whole: whole)
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
