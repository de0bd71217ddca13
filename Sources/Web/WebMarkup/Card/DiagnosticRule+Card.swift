public import WebDocuments

extension DiagnosticRule {
  /// The page has no title.
  public static let titleMissing = DiagnosticRule(
    code: "title-missing", severity: .error,
    remedy: "Add a title element to the head, or an og:title tag.",
    reference: "https://html.spec.whatwg.org/multipage/semantics.html#the-title-element")
  /// The title is long.
  public static let titleOver90 = DiagnosticRule(
    code: "title-over-90", severity: .suggestion,
    remedy: "Keep the title to 90 characters; what is beyond is not shown everywhere.")
  /// Many pages of a site have the same title.
  public static let titleGeneric = DiagnosticRule(
    code: "title-generic", severity: .suggestion,
    remedy: "Give each page a title that tells it from the others.")
  /// The page has no description.
  public static let descriptionMissing = DiagnosticRule(
    code: "description-missing", severity: .warning,
    remedy: "Add a meta tag named description, or og:description.",
    reference: "https://ogp.me/#optional")
  /// The description repeats the title.
  public static let descriptionRepeatsTitle = DiagnosticRule(
    code: "description-repeats-title", severity: .suggestion,
    remedy: "Say in the description what the title doesn't.")
  /// The description is long.
  public static let descriptionLong = DiagnosticRule(
    code: "description-long", severity: .suggestion,
    remedy: "Keep the description to 300 characters; it is cut there.")
  /// The page has no picture.
  public static let imageMissing = DiagnosticRule(
    code: "image-missing", severity: .warning,
    remedy: "Add an og:image tag, or an image to the structured data.",
    reference: "https://ogp.me/#structured")
  /// The picture is of a kind that cards don't show.
  public static let imageType = DiagnosticRule(
    code: "image-type", severity: .warning,
    remedy: "Use a JPEG, PNG, GIF, WebP or AVIF picture.")
  /// The picture is small.
  public static let imageSmall = DiagnosticRule(
    code: "image-small", severity: .suggestion,
    remedy: "Use a picture of at least 200 by 200 pixels.")
  /// The picture is not served safely.
  public static let imageInsecure = DiagnosticRule(
    code: "image-insecure", severity: .warning, remedy: "Serve the picture over https.",
    reference: "https://www.w3.org/TR/mixed-content/")
  /// Words are there for machines only.
  public static let keywordsStuffed = DiagnosticRule(
    code: "keywords-stuffed", severity: .suggestion,
    remedy: "Keep the few words that people search this page by; more of them lower its rank.")
  /// The page shows nothing without running scripts.
  public static let bodyNeedsScript = DiagnosticRule(
    code: "body-needs-script", severity: .warning,
    remedy: "Serve the page with its text; scripts are not run.")

  /// What is found about title, description and image.
  public static let titleDescriptionImage: [DiagnosticRule] = [
    titleMissing, titleOver90, titleGeneric, descriptionMissing, descriptionRepeatsTitle,
    descriptionLong, imageMissing, imageType, imageSmall, imageInsecure, keywordsStuffed,
    bodyNeedsScript,
  ]

  /// A rating has no value.
  public static let ratingValueMissing = schema(
    "rating-value-missing", .error, "AggregateRating", "Add ratingValue to the AggregateRating.")
  /// A rating is no number.
  public static let ratingValueNotNumber = schema(
    "rating-value-not-number", .error, "ratingValue", "Write ratingValue as a number, such as 4.5.")
  /// A rating is outside its range.
  public static let ratingOutOfRange = schema(
    "rating-out-of-range", .error, "bestRating",
    "Mend ratingValue, or name the range with bestRating and worstRating where it is not 1 to 5.")
  /// A rating doesn't say of how many people.
  public static let ratingCountMissing = schema(
    "rating-count-missing", .warning, "ratingCount", "Add reviewCount or ratingCount.")
  /// A rating is of nobody.
  public static let ratingCountNotPositive = schema(
    "rating-count-not-positive", .error, "ratingCount", "Leave the rating out until somebody rated."
  )
  /// A rating is of nothing.
  public static let ratingWithoutItem = schema(
    "rating-without-item", .warning, "itemReviewed",
    "Put the rating into the aggregateRating of what it is of, or name that with itemReviewed.")
  /// A price has no currency.
  public static let priceCurrencyMissing = schema(
    "price-currency-missing", .error, "priceCurrency",
    "Add priceCurrency with three letters, such as EUR.")
  /// A currency is none.
  public static let priceCurrencyInvalid = schema(
    "price-currency-invalid", .error, "priceCurrency",
    "Write priceCurrency with three letters, such as EUR.")
  /// Offers are in several currencies.
  public static let priceCurrenciesMixed = schema(
    "price-currencies-mixed", .warning, "priceCurrency",
    "Name first the currency that most readers of the page pay in.")
  /// A price has a currency's sign in it.
  public static let priceHasSymbol = schema(
    "price-has-symbol", .warning, "price",
    "Write the number alone in price, and the currency in priceCurrency.")
  /// An offer has no price.
  public static let priceMissing = schema(
    "price-missing", .warning, "price", "Add price, or lowPrice for a range.")
  /// A range of prices is a long text.
  public static let priceRangeTooLong = schema(
    "price-range-too-long", .warning, "priceRange", "Keep priceRange to 100 characters, such as $$."
  )
  /// A telephone number is none.
  public static let telephoneInvalid = schema(
    "telephone-invalid", .warning, "telephone",
    "Write the number that people dial, as in +1 401 555 1212.")
  /// A telephone number works in one country only.
  public static let telephoneNoCountry = schema(
    "telephone-no-country", .suggestion, "telephone",
    "Begin the number with + and the country's code.")
  /// An address is one text.
  public static let addressIsText = schema(
    "address-is-text", .suggestion, "PostalAddress",
    "Write the address as a PostalAddress with streetAddress, addressLocality and postalCode.")
  /// An address leads nowhere.
  public static let addressTooCoarse = schema(
    "address-too-coarse", .warning, "PostalAddress", "Add streetAddress or addressLocality.")
  /// Coordinates are not on Earth.
  public static let geoOutOfRange = schema(
    "geo-out-of-range", .error, "GeoCoordinates",
    "Write latitude between -90 and 90 and longitude between -180 and 180; they may have changed places."
  )
  /// Coordinates are both zero.
  public static let geoNullIsland = schema(
    "geo-null-island", .error, "GeoCoordinates", "Leave the coordinates out until they are known.")
  /// A recording can't be played.
  public static let mediaContentURLMissing = schema(
    "media-content-url-missing", .warning, "contentUrl",
    "Add contentUrl with the address of the recording itself.")
  /// A search names a variable that its address hasn't.
  public static let searchVariableMismatch = schema(
    "search-variable-mismatch", .error, "SearchAction",
    "Name the variable of the target in query-input, as in required name=q for {q}.")
  /// A search has no address.
  public static let searchTemplateMissing = schema(
    "search-template-missing", .error, "SearchAction",
    "Add target with the address of the results and a variable in braces, as in https://example.com/s?q={q}."
  )
  /// A count is in the old form.
  public static let interactionCountSuperseded = schema(
    "interaction-count-superseded", .suggestion, "interactionStatistic",
    "Use interactionStatistic with an InteractionCounter.")
  /// A count is no number.
  public static let interactionCountNotNumber = schema(
    "interaction-count-not-number", .warning, "userInteractionCount",
    "Write the count as a whole number without separators.")
  /// A recipe has no picture.
  public static let recipeImageMissing = schema(
    "recipe-image-missing", .warning, "Recipe", "Add an image to the Recipe.")
  /// A recipe has no name.
  public static let recipeNameMissing = schema(
    "recipe-name-missing", .error, "Recipe", "Add a name to the Recipe.")
  /// The thing that the page is about has no name.
  public static let itemNameMissing = schema(
    "item-name-missing", .warning, "name", "Add a name.")
  /// Only readers who pay can read the page.
  public static let paywalled = schema(
    "paywalled", .notice, "isAccessibleForFree",
    "Leave isAccessibleForFree out, or set it to true, if everybody can read the page.")

  /// What is found about cards.
  public static let card: [DiagnosticRule] = [
    ratingValueMissing, ratingValueNotNumber, ratingOutOfRange, ratingCountMissing,
    ratingCountNotPositive, ratingWithoutItem, priceCurrencyMissing, priceCurrencyInvalid,
    priceCurrenciesMixed, priceHasSymbol, priceMissing, priceRangeTooLong, telephoneInvalid,
    telephoneNoCountry, addressIsText, addressTooCoarse, geoOutOfRange, geoNullIsland,
    mediaContentURLMissing, searchVariableMismatch, searchTemplateMissing,
    interactionCountSuperseded, interactionCountNotNumber, recipeImageMissing, recipeNameMissing,
    itemNameMissing, paywalled,
  ]

  private static func schema(
    _ code: String, _ severity: DiagnosticSeverity, _ name: String, _ remedy: String
  ) -> DiagnosticRule {
    DiagnosticRule(
      code: code, severity: severity, remedy: remedy, reference: "https://schema.org/\(name)")
  }
}
