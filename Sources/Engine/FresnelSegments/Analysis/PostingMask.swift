package import FresnelModel

/// Where in a document a term occurs, and how surely: one byte per posting.
///
/// A document's occurrences of a term share one posting; their bits are united.
package struct PostingMask: OptionSet, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// As the first word of a title or a display name.
  package static let titleStart = PostingMask(rawValue: 1)
  /// Later in a title or a display name.
  package static let titleRest = PostingMask(rawValue: 2)
  /// In other names or keywords.
  package static let secondary = PostingMask(rawValue: 4)
  /// In other attributes that `*` covers.
  package static let metadata = PostingMask(rawValue: 8)
  /// In attributes that only `**` covers.
  package static let text = PostingMask(rawValue: 16)
  /// In attributes that a query must name.
  package static let named = PostingMask(rawValue: 32)
  /// Some occurrence that `**` covers is ASCII and certainly begins at a word boundary.
  package static let startsClean = PostingMask(rawValue: 64)
  /// Some occurrence that `**` covers is ASCII and certainly begins and ends at word boundaries.
  package static let clean = PostingMask(rawValue: 128)

  package static let title: PostingMask = [.titleStart, .titleRest]
  /// What `*` covers.
  package static let described: PostingMask = [.title, .secondary, .metadata]
  /// What `**` covers.
  package static let searched: PostingMask = [.described, .text]
  /// Every place.
  package static let anywhere: PostingMask = [.searched, .named]
}

/// The places that an attribute's terms are recorded in.
package struct FieldPlaces {
  /// The first term of each element.
  package let first: PostingMask
  /// Later terms.
  package let rest: PostingMask

  /// The places of a group of attributes; `nil` are those that a query must name.
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

  /// Whether exact matches may be told from the posting alone.
  var allowsClean: Bool { first != .named }
}
