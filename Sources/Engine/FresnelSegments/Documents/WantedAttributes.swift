package import FresnelModel

/// How much of an item is read.
package enum WantedAttributes: Sendable {
  /// The item byte for byte as it was added.
  case all
  /// What its row holds.
  case rows
  /// At least these attributes, all of which are kept in rows where they are short.
  case inRows([AttributeID])

  /// Some attributes by key; all, where one of them is never kept in rows.
  package init(_ keys: [AttributeKey]) {
    var ids: [AttributeID] = []
    for key in keys {
      guard case .builtIn(let id) = key, RowAttributes.ids.contains(id) else {
        self = .all
        return
      }
      ids.append(id)
    }
    self = .inRows(ids)
  }
}
