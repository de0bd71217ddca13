/// What a page says for the card that Twitter draws of it.
public struct TwitterCard: Hashable, Sendable {
  /// An app that the page names for one kind of device.
  public struct App: Hashable, Sendable {
    /// The app's name.
    public internal(set) var name: MetaValue?
    /// The number in Apple's store, or the package name in Google's.
    public internal(set) var id: MetaValue?
    /// The link that opens the page in the app.
    public internal(set) var url: MetaValue?

    /// Whether nothing is said of it.
    public var isEmpty: Bool { self == App() }

    /// An app of which nothing is said.
    public init() {}
  }

  /// The kind of card.
  public internal(set) var kind: MetaValue?
  /// The title; where it is missing, Open Graph's counts.
  public internal(set) var title: MetaValue?
  /// The description; where it is missing, Open Graph's counts.
  public internal(set) var description: MetaValue?
  /// The address of the image, resolved; where it is missing, Open Graph's counts.
  public internal(set) var image: MetaValue?
  /// What the image shows, for those who can't see it.
  public internal(set) var imageDescription: MetaValue?
  /// The account of the site.
  public internal(set) var site: MetaValue?
  /// The account of the author.
  public internal(set) var creator: MetaValue?
  /// The address of a page that plays the video or the sound, resolved.
  public internal(set) var player: MetaValue?
  /// The app for iPhone.
  public internal(set) var iPhone = App()
  /// The app for iPad.
  public internal(set) var iPad = App()
  /// The app in Google's store.
  public internal(set) var googlePlay = App()
  /// The store's country, where the apps are not in that of the United States.
  public internal(set) var country: MetaValue?

  /// Whether the page says nothing for a card.
  public var isEmpty: Bool { self == TwitterCard() }

  /// A card of which nothing is said.
  public init() {}
}
