package import WebMarkup

extension CardContent {
  /// The card that a page gets.
  ///
  /// - Parameters:
  ///   - card: What was read of the page.
  ///   - site: The name of the site; its host where that is `nil`.
  ///   - app: The app that the page belongs to.
  package init(_ card: ResultCard, site: String? = nil, app: App? = nil) {
    self.init(url: card.url.href, title: card.title, site: site ?? card.url.host ?? "")
    description = card.description
    picture = card.image.flatMap { PictureAddress($0.href) }
    rating = card.rating.map { Rating(value: $0.value, best: $0.best, count: $0.count) }
    price = card.price.map(\.line)
    kind = card.details.types.first.map(CardDetails.words(ofType:))
    availability = card.details.availability?.words
    time = card.details.seconds.flatMap(CardTime.init)
    yield = card.details.yield
    calories = card.details.calories
    published = card.dates.publishedDay
    start = card.dates.startDay
    end = card.dates.endDay
    isPaywalled = card.isPaywalled
    actions = card.actions.map(Action.init)
    self.app = app
  }
}

extension CardContent.Action {
  /// The button of a card.
  package init(_ action: CardAction) {
    switch action {
    case .call: self.init(.call, title: "Call", url: action.url)
    case .directions: self.init(.directions, title: "Directions", url: action.url)
    case .play: self.init(.play, title: "Play", url: action.url)
    }
  }
}
