package import FresnelModel

/// The attributes that a document's row holds: what a list of results shows.
package enum RowAttributes {
  /// Display name, content type, title, description and kind.
  package static let ids: [AttributeID] = [
    .displayName, .contentType, .title, .contentDescription, .kind,
  ]

  /// Whether a value belongs into the row: rows are not compressed, so long texts are kept with the
  /// rest of the item.
  static func isSelected(_ id: AttributeID, byteCount: Int) -> Bool {
    switch id {
    case .title, .displayName, .kind, .contentType: byteCount <= 512
    case .contentDescription: byteCount <= 128
    default: false
    }
  }
}
