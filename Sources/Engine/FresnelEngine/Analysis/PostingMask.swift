import FresnelModel

/// Where in a document a term occurs, and how surely: one byte per posting.
///
/// A document's occurrences of a term share one posting; their bits are united.
struct PostingMask: OptionSet {
  let rawValue: UInt8

  /// As the first word of a title or a display name.
  static let titleStart = PostingMask(rawValue: 1)
  /// Later in a title or a display name.
  static let titleRest = PostingMask(rawValue: 2)
  /// In other names or keywords.
  static let secondary = PostingMask(rawValue: 4)
  /// In other attributes that `*` covers.
  static let metadata = PostingMask(rawValue: 8)
  /// In attributes that only `**` covers.
  static let text = PostingMask(rawValue: 16)
  /// In attributes that a query must name.
  static let named = PostingMask(rawValue: 32)
  /// Some occurrence that `**` covers is ASCII and certainly begins at a word boundary.
  static let startsClean = PostingMask(rawValue: 64)
  /// Some occurrence that `**` covers is ASCII and certainly begins and ends at word boundaries.
  static let clean = PostingMask(rawValue: 128)

  static let title: PostingMask = [.titleStart, .titleRest]
  /// What `*` covers.
  static let described: PostingMask = [.title, .secondary, .metadata]
  /// What `**` covers.
  static let searched: PostingMask = [.described, .text]
  /// Every place.
  static let anywhere: PostingMask = [.searched, .named]
}

/// The places that an attribute's terms are recorded in.
struct FieldPlaces {
  /// The first term of each element.
  let first: PostingMask
  /// Later terms.
  let rest: PostingMask

  init(_ group: FieldGroup?) {
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
