import WebDocuments

/// What stands in an entry, before it is checked.
struct SitemapDraft {
  /// Where the entry begins.
  let location: SourceLocation
  /// Where the elements of its fields begin; a text has none.
  var places: [SitemapField: SourceLocation] = [:]
  /// The texts of its fields.
  var texts: [SitemapField: String] = [:]
  /// The addresses of images.
  var images: [String] = []
  /// The addresses of videos, and of players that stand in for them.
  var videos: [String] = []
  /// Languages and addresses.
  var alternates: [(language: String, address: String)] = []
  /// Whether the address may be relative, as in Atom.
  var isRelativeAllowed = false

  /// How many images, videos and alternates are kept of an entry.
  static let maximumCount = 1000
}

/// A field of an entry whose text is read.
enum SitemapField: Hashable {
  case address, changed, frequency, priority, image, video
  /// What stands in for the address of a feed's entry.
  case identifier
  /// A date in the form of W3C in a feed whose dates have another form.
  case w3cDate
}
