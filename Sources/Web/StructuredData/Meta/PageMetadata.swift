/// What plain HTML says about a page: its title, its language and the `meta` elements that the HTML Standard and
/// Dublin Core name.
public struct PageMetadata: Hashable, Sendable {
  /// The title, with white space folded.
  public internal(set) var title: MetaValue?
  /// The description.
  public internal(set) var description: MetaValue?
  /// The keywords, each once; at most 1,000.
  public internal(set) var keywords: [MetaValue] = []
  /// Who wrote it.
  public internal(set) var author: MetaValue?
  /// The language, as a tag such as `en-GB`.
  public internal(set) var language: MetaValue?
  /// The name of the web application that the page belongs to.
  public internal(set) var applicationName: MetaValue?
  /// The colour that goes with the page, as CSS writes it.
  public internal(set) var themeColor: MetaValue?
  /// What program made it.
  public internal(set) var generator: MetaValue?
  /// When it was published, as it stands there.
  public internal(set) var published: MetaValue?
  /// When it was last changed, as it stands there.
  public internal(set) var modified: MetaValue?

  /// A page that says nothing.
  public init() {}
}
