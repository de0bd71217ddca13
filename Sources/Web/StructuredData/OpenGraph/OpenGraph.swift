/// What a page says of itself by the Open Graph protocol.
public struct OpenGraph: Hashable, Sendable {
  /// A picture, a video or a sound that stands for the page.
  public struct Media: Hashable, Sendable {
    /// What it is.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
      case image, video, audio
    }

    /// What it is.
    public let kind: Kind
    /// Its address, resolved.
    public let url: MetaValue
    /// Its address over HTTPS, resolved.
    public internal(set) var secureURL: MetaValue?
    /// Its MIME type.
    public internal(set) var type: MetaValue?
    /// Its width in pixels, as it stands there.
    public internal(set) var width: MetaValue?
    /// Its height in pixels, as it stands there.
    public internal(set) var height: MetaValue?
    /// What it shows, for those who can't see it.
    public internal(set) var text: MetaValue?
  }

  /// A property of the page's own kind, such as `article:tag`.
  public struct Property: Hashable, Sendable {
    /// The whole name, such as `article:tag`.
    public let name: String
    /// The values in order; one at most where the protocol allows one only.
    public internal(set) var values: [MetaValue]
  }

  /// The title.
  public internal(set) var title: MetaValue?
  /// The kind of thing, such as `article` or `video.movie`.
  public internal(set) var kind: MetaValue?
  /// The address that stands for the page for ever, resolved.
  public internal(set) var url: MetaValue?
  /// The description.
  public internal(set) var description: MetaValue?
  /// The word that goes before the title in a sentence: `a`, `an`, `the`, `auto`.
  public internal(set) var determiner: MetaValue?
  /// The language and country, as `en_GB`.
  public internal(set) var locale: MetaValue?
  /// The languages and countries that the page can be had in otherwise.
  public internal(set) var otherLocales: [MetaValue] = []
  /// The name of the site.
  public internal(set) var siteName: MetaValue?
  /// The pictures, the preferred one first.
  public internal(set) var images: [Media] = []
  /// The videos, the preferred one first.
  public internal(set) var videos: [Media] = []
  /// The sounds, the preferred one first.
  public internal(set) var audios: [Media] = []
  /// What else is said, in the order in which it first appears.
  public internal(set) var properties: [Property] = []

  /// Whether the page says nothing.
  public var isEmpty: Bool { self == OpenGraph() }

  /// A page that says nothing.
  public init() {}

  /// The values of a property of the page's own kind.
  ///
  /// - Parameter name: The whole name, such as `article:tag`.
  public subscript(name: String) -> [MetaValue] {
    properties.first { $0.name == name }?.values ?? []
  }
}
