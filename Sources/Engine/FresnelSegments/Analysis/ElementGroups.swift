package import FresnelModel

/// The groups that the terms of an attribute's elements belong to.
package struct ElementGroups: Sendable {
  /// The group of the first run of each element.
  package let first: PostingGroup
  /// That of later runs.
  package let rest: PostingGroup

  /// The groups of an attribute that `*` or `**` cover; `nil` is one that a query must name.
  package init(_ group: FieldGroup?) {
    switch group {
    case .title:
      first = .titleStart
      rest = .titleRest
    case .secondary:
      first = .secondary
      rest = .secondary
    case .metadata:
      first = .metadata
      rest = .metadata
    case .text:
      first = .text
      rest = .text
    case nil:
      first = .named
      rest = .named
    }
  }

  /// Whether matches may be told from a posting alone: not where one group holds many attributes of
  /// which a query names one.
  var tellsCertainty: Bool { first != .named }
}
