internal import CloudPages
internal import FresnelModel
internal import PublicIndex
internal import WebMarkup

extension CardContent {
  /// The card of a result.
  ///
  /// - Parameters:
  ///   - result: The result.
  ///   - words: What was asked, which is marked.
  ///   - showsPictures: Whether the service fetches pictures.
  init(_ result: SearchResult, for words: QuestionWords, showsPictures: Bool) {
    let page = result.page
    self.init(url: page.url, title: page.title, site: page.card.site ?? page.host)
    description = page.description
    titleMarks = words.ranges(in: title)
    descriptionMarks = description.map(words.ranges) ?? []
    if showsPictures, page.card.thumbnail != nil {
      picture = PictureAddress(ofPage: page.identifier)
    }
    rating = page.card.rating.map { Rating(value: $0.value, best: $0.best, count: $0.count) }
    price = page.card.price.flatMap { $0.line ?? $0.range }
    kind = page.details.types.first.map(CardDetails.words(ofType:))
    availability = page.details.availability?.words
    time = page.details.seconds.flatMap(CardTime.init)
    yield = page.details.yield
    calories = page.details.calories
    published = page.published?.iso8601
    start = page.start?.iso8601
    end = page.end?.iso8601
    isPaywalled = page.card.isPaywalled
    actions = page.card.actions.compactMap { action in
      Action.Kind(rawValue: action.kind).map { Action($0, title: action.title, url: action.url) }
    }
    app = result.app.map { App(name: $0.name, appStreamID: $0.appStreamID) }
  }
}
