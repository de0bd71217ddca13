import FresnelModel
import FresnelSegments

/// Where in a document a term occurs, and how surely: one byte per posting.
///
/// A document's occurrences of a term share one posting; their bits are united.
struct PostingMask: OptionSet, Sendable {
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

extension PostingMask {
  /// The mask of a posting: its groups, and what the surest of its occurrences that `**` covers is.
  init(_ occurrences: Occurrences) {
    self.init(rawValue: UInt8(truncatingIfNeeded: occurrences.bits & Occurrences.groups))
    // Two bits for each group: the upper one says that it begins clean, both that it is clean.
    let certainties = occurrences.bits >> 6
    let starts = certainties >> 1 & 0x155
    if starts != 0 { insert(.startsClean) }
    if starts & certainties != 0 { insert(.clean) }
  }

  /// The places of a group of attributes; `nil` are those that a query must name.
  init(_ group: FieldGroup?) {
    let groups = ElementGroups(group)
    self.init(rawValue: 1 << groups.first.rawValue | 1 << groups.rest.rawValue)
  }
}
