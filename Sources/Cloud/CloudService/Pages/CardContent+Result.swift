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
    self.init(url: result.url, title: result.title, site: result.card.site ?? result.host)
    description = result.description
    titleMarks = words.ranges(in: title)
    descriptionMarks = description.map(words.ranges) ?? []
    if showsPictures, result.card.thumbnail != nil {
      picture = PictureAddress(ofPage: result.identifier)
    }
    rating = result.card.rating.map { Rating(value: $0.value, best: $0.best, count: $0.count) }
    price = result.card.price.flatMap { $0.line ?? $0.range }
    kind = result.details.types.first.map(CardDetails.words(ofType:))
    availability = result.details.availability?.words
    time = result.details.seconds.flatMap(CardTime.init)
    yield = result.details.yield
    calories = result.details.calories
    published = result.published?.iso8601
    start = result.start?.iso8601
    end = result.end?.iso8601
    isPaywalled = result.card.isPaywalled
    actions = result.card.actions.compactMap { action in
      Action.Kind(rawValue: action.kind).map { Action($0, title: action.title, url: action.url) }
    }
    app = result.app.map { App(name: $0.name, appStreamID: $0.appStreamID) }
  }
}
