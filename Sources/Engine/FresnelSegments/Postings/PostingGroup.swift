/// The kinds of places that a term occurs in; a term has a posting list for each.
///
/// A document is in the list of each group in which the term occurs.
package enum PostingGroup: UInt8, CaseIterable, Sendable {
  /// The first word of a title or a display name.
  case titleStart
  /// A later word of a title or a display name.
  case titleRest
  /// Other names and keywords.
  case secondary
  /// Other attributes that `*` covers.
  case metadata
  /// Attributes that only `**` covers.
  case text
  /// Attributes that a query must name.
  case named

  /// The number of groups.
  package static let count = 6
}
