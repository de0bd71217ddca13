public import WebDocuments

extension DiagnosticRule {
  /// An item that doesn't say what it is.
  public static let typeMissing = vocabulary(
    "type-missing", .error, "Say what the thing is, with a type of schema.org.")
  /// A type that schema.org doesn't have.
  public static let typeUnknown = vocabulary(
    "type-unknown", .error, "Use a type of schema.org.", "https://schema.org/docs/full.html")
  /// A type in other capital and small letters.
  public static let typeCase = vocabulary(
    "type-case", .error, "Write the type in the letters that schema.org uses.",
    "https://schema.org/docs/full.html")
  /// A property that schema.org doesn't have.
  public static let propertyUnknown = vocabulary(
    "property-unknown", .warning, "Use a property of schema.org, or take it out.")
  /// A property in other capital and small letters.
  public static let propertyCase = vocabulary(
    "property-case", .warning, "Write the property in the letters that schema.org uses.")
  /// A property of other things.
  public static let propertyNotOfType = vocabulary(
    "property-not-of-type", .warning,
    "Use a property that things of this type have, or a type that has this property.")
  /// A value of another kind than the property has.
  public static let propertyValueType = vocabulary(
    "property-value-type", .warning, "Give a value of a type that the property expects.",
    "https://schema.org/docs/datamodel.html")
  /// A property that schema.org has replaced.
  public static let propertySuperseded = vocabulary(
    "property-superseded", .suggestion, "Use the property that replaces it.")
  /// A value that is no member of the enumeration.
  public static let enumerationUnknown = vocabulary(
    "enumeration-unknown", .warning,
    "Use a member of the enumeration, such as its page lists them.",
    "https://schema.org/Enumeration")
  /// A date that can't be read.
  public static let dateInvalid = vocabulary(
    "date-invalid", .warning,
    "Write dates as 2015-06-08 or 2015-06-08T10:00:00+02:00, and times as 17:30.",
    "https://schema.org/DateTime")
  /// A time without a zone.
  public static let dateNoTimezone = vocabulary(
    "date-no-timezone", .suggestion, "Add the zone, such as +02:00, or Z for UTC.",
    "https://schema.org/DateTime")
  /// A length of time that can't be read.
  public static let durationInvalid = vocabulary(
    "duration-invalid", .warning, "Write lengths of time as PT1H30M.", "https://schema.org/Duration"
  )
  /// A text that is no address.
  public static let urlInvalid = vocabulary(
    "url-invalid", .warning, "Give a whole address, with its scheme.", "https://schema.org/URL")
  /// A number that is written in a way that programs may not understand.
  public static let numberFormat = vocabulary(
    "number-format", .warning,
    "Write numbers with a point for the decimals and nothing between groups of digits.",
    "https://schema.org/Number")
  /// Two items that seem to be one.
  public static let duplicateItem = vocabulary(
    "duplicate-item", .notice, "Describe each thing once, or tell them apart by identifiers.")
  /// A vocabulary or a type that isn't kept up any more.
  public static let vocabularyRetired = vocabulary(
    "vocabulary-retired", .warning, "Use the current types of schema.org.",
    "https://schema.org/docs/full.html")

  /// The rules that structured data in any syntax is checked against.
  public static let vocabulary: [DiagnosticRule] = [
    .typeMissing, .typeUnknown, .typeCase, .propertyUnknown, .propertyCase, .propertyNotOfType,
    .propertyValueType, .propertySuperseded, .enumerationUnknown, .dateInvalid, .dateNoTimezone,
    .durationInvalid, .urlInvalid, .numberFormat, .duplicateItem, .vocabularyRetired,
  ]

  private static func vocabulary(
    _ code: String, _ severity: DiagnosticSeverity, _ remedy: String,
    _ reference: String = "https://schema.org/docs/gs.html"
  ) -> DiagnosticRule {
    DiagnosticRule(code: code, severity: severity, remedy: remedy, reference: reference)
  }
}
