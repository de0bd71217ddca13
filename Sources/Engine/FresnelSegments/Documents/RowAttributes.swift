package import FresnelModel

/// The attributes that a document's row holds: what a list of results shows.
package enum RowAttributes {
  /// Title, display name, kind, content type, and the description.
  package static let ids: [AttributeID] = [
    .displayName, .contentType, .title, .contentDescription, .kind,
  ]
}
