/// What a card among results shows. It can be filled from the reading of a page as well as from an index.
package struct CardContent: Hashable, Sendable {
  /// What people think of it.
  package struct Rating: Hashable, Sendable {
    /// The rating as given.
    package var value: Double
    /// The best rating that can be given.
    package var best: Double
    /// How many people rated; `nil` where nobody says.
    package var count: Int?

    /// Makes a rating.
    package init(value: Double, best: Double = 5, count: Int? = nil) {
      self.value = value
      self.best = best
      self.count = count
    }
  }

  /// A button.
  package struct Action: Hashable, Sendable {
    /// What it does.
    package enum Kind: String, Hashable, Sendable {
      /// Calls a number.
      case call
      /// Shows the way.
      case directions
      /// Plays a recording.
      case play
    }

    /// What it does.
    package var kind: Kind
    /// What stands on it.
    package var title: String
    /// The address that it opens.
    package var url: String

    /// Makes a button.
    package init(_ kind: Kind, title: String, url: String) {
      self.kind = kind
      self.title = title
      self.url = url
    }
  }

  /// The app that the page belongs to.
  package struct App: Hashable, Sendable {
    /// Its name.
    package var name: String
    /// Its identifier in AppStream, which names it in the software centre; `nil` where it can't be got there.
    package var appStreamID: String?

    /// Names an app.
    package init(name: String, appStreamID: String? = nil) {
      self.name = name
      self.appStreamID = appStreamID
    }
  }

  /// The address of the page, of http or https.
  package var url: String
  /// The title.
  package var title: String
  /// Where words of the title are marked, in bytes of UTF-8, in order.
  package var titleMarks: [Range<Int>] = []
  /// What it is about.
  package var description: String?
  /// Where words of that are marked.
  package var descriptionMarks: [Range<Int>] = []
  /// The name of the site, or its host.
  package var site: String
  /// The picture.
  package var picture: PictureAddress?
  /// What people think of it.
  package var rating: Rating?
  /// What it costs, on one line.
  package var price: String?
  /// What it is, such as `Recipe`.
  package var kind: String?
  /// Whether it can be had, such as `In stock`.
  package var availability: String?
  /// How long it takes.
  package var time: CardTime?
  /// How much comes of it, such as `4 servings`.
  package var yield: String?
  /// The energy of a serving, such as `240 calories`.
  package var calories: String?
  /// When it was published, in ISO 8601.
  package var published: String?
  /// When it begins, in ISO 8601.
  package var start: String?
  /// When it ends, in ISO 8601.
  package var end: String?
  /// Whether only readers who pay can read it.
  package var isPaywalled: Bool
  /// The buttons, in order.
  package var actions: [Action]
  /// The app that the page belongs to; `nil` where none is known.
  package var app: App?

  /// Makes a card with nothing but a title.
  package init(url: String, title: String, site: String) {
    self.url = url
    self.title = title
    self.site = site
    isPaywalled = false
    actions = []
  }
}
