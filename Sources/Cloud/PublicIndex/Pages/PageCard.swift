/// What results show of a page besides its title, description, address and dates, which are attributes of its item.
package struct PageCard: Hashable, Sendable {
  /// A picture.
  package struct Picture: Hashable, Sendable {
    /// Its address.
    package var url: String
    /// Its size in pixels, where the page says it.
    package var width: Int?
    package var height: Int?

    /// Makes a picture.
    package init(url: String, width: Int? = nil, height: Int? = nil) {
      self.url = url
      self.width = width
      self.height = height
    }
  }

  /// What people think of it.
  package struct Rating: Hashable, Sendable {
    /// The rating as given.
    package var value: Double
    /// The best that can be given.
    package var best: Double
    /// How many people rated; `nil` where the page doesn't say.
    package var count: Int?

    /// Makes a rating.
    package init(value: Double, best: Double = 5, count: Int? = nil) {
      self.value = value
      self.best = best
      self.count = count
    }
  }

  /// What it costs.
  package struct Price: Hashable, Sendable {
    /// The lowest price.
    package var low: Double?
    /// The highest price; `nil` where there is but one.
    package var high: Double?
    /// The currency as three letters.
    package var currency: String?
    /// A range in the words of the page, such as `$$`.
    package var range: String?
    /// The price on one line, as cards show it.
    package var line: String?

    /// Makes a price.
    package init(
      low: Double? = nil, high: Double? = nil, currency: String? = nil, range: String? = nil,
      line: String? = nil
    ) {
      self.low = low
      self.high = high
      self.currency = currency
      self.range = range
      self.line = line
    }
  }

  /// A button.
  package struct Action: Hashable, Sendable {
    /// `call`, `directions` or `play`.
    package var kind: String
    /// What it opens.
    package var url: String

    /// Makes a button.
    package init(kind: String, url: String) {
      self.kind = kind
      self.url = url
    }
  }

  /// The address that opens the page in an app.
  package struct Link: Hashable, Sendable {
    /// The address.
    package var url: String
    /// Whether the site and the app name each other.
    package var isVerified: Bool

    /// Makes a link.
    package init(url: String, isVerified: Bool) {
      self.url = url
      self.isVerified = isVerified
    }
  }

  /// The app that the page names.
  package struct App: Hashable, Sendable {
    /// What names it in a store; `nil` where the page doesn't say.
    package var storeID: String?
    /// Its name; `nil` where the page doesn't say.
    package var name: String?

    /// Makes an app.
    package init(storeID: String? = nil, name: String? = nil) {
      self.storeID = storeID
      self.name = name
    }
  }

  /// How the site is searched.
  package struct Search: Hashable, Sendable {
    /// The address of the results, with the variable in braces.
    package var template: String
    /// The name of the variable that stands for what is searched for.
    package var variable: String

    /// Makes a search.
    package init(template: String, variable: String) {
      self.template = template
      self.variable = variable
    }
  }

  /// The name of the site.
  package var site: String?
  /// The type of the thing that the page is about, as schema.org names it.
  package var type: String?
  /// The picture.
  package var thumbnail: Picture?
  /// What people think of it.
  package var rating: Rating?
  /// What it costs.
  package var price: Price?
  /// The buttons, in order.
  package var actions: [Action]
  /// The address that opens it in an app.
  package var deepLink: Link?
  /// The app that the page names.
  package var app: App?
  /// How the site is searched, where the page is one to begin a search on.
  package var search: Search?
  /// Whether only readers who pay can read it.
  package var isPaywalled: Bool

  /// Makes a card; without anything it shows nothing.
  package init(
    site: String? = nil, type: String? = nil, thumbnail: Picture? = nil, rating: Rating? = nil,
    price: Price? = nil, actions: [Action] = [], deepLink: Link? = nil, app: App? = nil,
    search: Search? = nil, isPaywalled: Bool = false
  ) {
    self.site = site
    self.type = type
    self.thumbnail = thumbnail
    self.rating = rating
    self.price = price
    self.actions = actions
    self.deepLink = deepLink
    self.app = app
    self.search = search
    self.isPaywalled = isPaywalled
  }
}
