/// What the Open Graph protocol knows.
enum OpenGraphVocabulary {
  /// The kinds of things: those of the protocol, and products, which are in wide use.
  static let kinds: Set = [
    "article", "book", "music.album", "music.playlist", "music.radio_station", "music.song",
    "product", "product.group", "product.item", "profile", "video.episode", "video.movie",
    "video.other", "video.tv_show", "website",
  ]

  /// The properties of kinds of which the protocol allows one.
  static let singleValued: Set = [
    "article:expiration_time", "article:modified_time", "article:published_time",
    "article:section", "book:isbn", "book:release_date", "music:creator", "music:duration",
    "music:release_date", "product:price:amount", "product:price:currency", "profile:first_name",
    "profile:gender", "profile:last_name", "profile:username", "video:duration",
    "video:release_date", "video:series",
  ]
}
