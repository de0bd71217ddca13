internal import CrawlRules
internal import FresnelModel
internal import StructuredData
internal import WebAddresses
internal import WebDocuments

/// Everything that a card is made of.
struct CardReading {
  /// What was found on the page.
  let page: PageElements
  /// What plain HTML says.
  let metadata: PageMetadata
  /// What Open Graph says.
  let openGraph: OpenGraph
  /// What Twitter tags say.
  let twitter: TwitterCard
  /// The thing that the page is about; `nil` where there is none.
  let main: ItemView?
  /// What the page allows.
  let directives: PageDirectives
  /// The address that the page was served at, and what addresses on it are relative to.
  let url: WebURL
  let base: WebURL

  /// Makes the card.
  ///
  /// - Parameters:
  ///   - canonical: The address that the page is known by.
  ///   - icon: The icon of the site.
  ///   - deepLink: The address that opens the page in an app.
  ///   - diagnostics: Takes what is wrong.
  /// - Returns: The card.
  func card(
    canonical: WebURL, icon: WebURL?, deepLink: DeepLink?, _ diagnostics: inout [Diagnostic]
  ) -> ResultCard {
    let texts = CardTexts(
      page: page, metadata: metadata, openGraph: openGraph, twitter: twitter, main: main)
    let title = texts.title(canonical, &diagnostics)
    let isPaywalled = self.isPaywalled(&diagnostics)
    let card = ResultCard(
      title: title, description: description(texts, title, &diagnostics),
      image: image(&diagnostics), icon: icon,
      rating: main.flatMap { StarRating.read($0, &diagnostics) }, price: price(&diagnostics),
      dates: dates(), details: CardDetails(of: main, openGraph),
      actions: CardActions(main: main, base: base).read(openGraph, &diagnostics),
      deepLink: deepLink, isPaywalled: isPaywalled, url: canonical)
    texts.reportStuffing(title: title, &diagnostics)
    reportNames(&diagnostics)
    return card
  }

  private func description(
    _ texts: CardTexts, _ title: String, _ diagnostics: inout [Diagnostic]
  ) -> String? {
    guard directives.allowsSnippet else { return nil }
    let text = texts.description(title: title, &diagnostics)
    guard let text, let length = directives.maximumSnippetLength else { return text }
    return CardTexts.cut(text, to: length)
  }

  private func image(_ diagnostics: inout [Diagnostic]) -> WebURL? {
    guard directives.allowsImage else { return nil }
    let image = CardImage.find(openGraph, twitter, main, page, base: base)
    guard let image else {
      diagnostics.append(
        Diagnostic(.imageMissing, "The page names no picture, neither in a tag nor in its data."))
      return nil
    }
    image.report(page: url, &diagnostics)
    return image.url
  }

  private func price(_ diagnostics: inout [Diagnostic]) -> CardPrice? {
    let price = main.flatMap { OfferReading.read($0, &diagnostics) }
    if price?.low == nil, let text = openGraph["product:price:amount"].first?.text,
      let currency = openGraph["product:price:currency"].first?.text.uppercased(),
      MoneyReading.isCode(currency), let amount = NumberReading(text)
    {
      return CardPrice(low: amount.value, currency: currency)
    }
    return price
  }

  private func dates() -> ResultCard.Dates {
    let published = main?.date("datePublished", "dateCreated", "uploadDate") ?? publishedByTags
    let start = main?.date("startDate", "doorTime")
    let end = main?.date("endDate")
    return ResultCard.Dates(
      published: published?.timestamp, start: start?.timestamp, end: end?.timestamp,
      publishedDay: published?.day8601, startDay: start?.day8601, endDay: end?.day8601)
  }

  private var publishedByTags: DateReading? {
    let text = openGraph["article:published_time"].first?.text ?? metadata.published?.text
    return text.flatMap { DateReading($0) }
  }

  private func isPaywalled(_ diagnostics: inout [Diagnostic]) -> Bool {
    guard let main, let value = main.item["isAccessibleForFree"].first,
      value.text.flatMap({ BooleanReading($0)?.value }) == false
    else { return false }
    diagnostics.append(
      Diagnostic(
        .paywalled, "Only readers who pay can read the page.", at: value.location,
        subject: main.subject("isAccessibleForFree")))
    return true
  }

  private func reportNames(_ diagnostics: inout [Diagnostic]) {
    guard let main else { return }
    let isRecipe = main.isA("Recipe")
    // What things of other vocabularies are called is up to these.
    // Nor do things that are something about another one need a name.
    if main.name == nil, !main.typeName.utf8.contains(UInt8(ascii: ":")),
      !main.isA("Action", "Demand", "Offer", "Rating", "Review", "StructuredValue")
    {
      diagnostics.append(
        Diagnostic(
          isRecipe ? .recipeNameMissing : .itemNameMissing,
          "The \(Diagnostic.excerpt(main.typeName)) that the page is about has no name.",
          at: main.location,
          subject: main.subject("name")))
    }
    if isRecipe, main.item["image"].isEmpty {
      diagnostics.append(
        Diagnostic(
          .recipeImageMissing, "The recipe has no picture.", at: main.location,
          subject: main.subject("image")))
    }
    for place in main.graph.topLevel {
      let view = ItemView(graph: main.graph, place: place)
      guard view.isA("AggregateRating"), view.item["itemReviewed"].isEmpty else { continue }
      diagnostics.append(
        Diagnostic(
          .ratingWithoutItem, "The rating doesn't say what it is of.", at: view.location,
          subject: view.subject("itemReviewed")))
    }
  }
}

extension DateReading {
  /// The moment at which it begins.
  var timestamp: Timestamp { Timestamp(secondsSince1970: secondsSince1970) }
}
