public import WebDocuments

extension DiagnosticRule {
  private static let sitemapsOrg = "https://www.sitemaps.org/protocol.html"

  /// The document is none of what is read as a sitemap.
  public static let notASitemap = DiagnosticRule(
    code: "not-a-sitemap", severity: .error,
    remedy: "Answer with a urlset, a sitemapindex, RSS, Atom, or one address on each line.",
    reference: sitemapsOrg)

  /// There is nothing in the document.
  public static let sitemapEmpty = DiagnosticRule(
    code: "empty", severity: .error, remedy: "Write the sitemap, or don't name it.",
    reference: sitemapsOrg)

  /// The document is no XML, or can't be unpacked; what stands before the fault is read.
  public static let xmlMalformed = DiagnosticRule(
    code: "xml-malformed", severity: .error,
    remedy: "Correct the XML; “&” and “<” in addresses are written “&amp;” and “&lt;”.",
    reference: sitemapsOrg + "#escaping")

  /// The document has a document type, which isn't read since it may define entities and name files.
  public static let doctypeEntities = DiagnosticRule(
    code: "doctype-entities", severity: .error, remedy: "Take out the document type.",
    reference: sitemapsOrg + "#xmlTagDefinitions")

  /// The elements are in no namespace.
  public static let namespaceMissing = DiagnosticRule(
    code: "namespace-missing", severity: .warning,
    remedy: "Give the root element the attribute xmlns that its format asks for.",
    reference: sitemapsOrg + "#urlsetdef")

  /// The elements are in another namespace than that of the format.
  public static let namespaceUnknown = DiagnosticRule(
    code: "namespace-unknown", severity: .warning,
    remedy: "Use the namespace http://www.sitemaps.org/schemas/sitemap/0.9.",
    reference: sitemapsOrg + "#urlsetdef")

  /// The document is in another encoding than UTF-8.
  public static let encodingNotUTF8 = DiagnosticRule(
    code: "encoding-not-utf8", severity: .warning, remedy: "Write the sitemap in UTF-8.",
    reference: sitemapsOrg + "#escaping")

  /// An entry has no address.
  public static let locMissing = DiagnosticRule(
    code: "loc-missing", severity: .error,
    remedy: "Give every entry a loc element with its address.",
    reference: sitemapsOrg + "#locdef")

  /// An entry's address is none, or not one of http or https.
  public static let locInvalid = DiagnosticRule(
    code: "loc-invalid", severity: .error, remedy: "Write the whole http or https address.",
    reference: sitemapsOrg + "#locdef")

  /// An entry's address is relative.
  public static let locRelative = DiagnosticRule(
    code: "loc-relative", severity: .error,
    remedy: "Write the whole address, with its scheme and host.",
    reference: sitemapsOrg + "#locdef")

  /// An entry's address is one that the sitemap may not speak for.
  public static let locOutOfScope = DiagnosticRule(
    code: "loc-out-of-scope", severity: .warning,
    remedy:
      "Put the sitemap on the same host at or above the page, or name it in the robots.txt of the page's host.",
    reference: sitemapsOrg + "#location")

  /// An entry's address is too long.
  public static let locTooLong = DiagnosticRule(
    code: "loc-too-long", severity: .warning,
    remedy: "Use an address of less than 2,048 characters.",
    reference: sitemapsOrg + "#locdef")

  /// An entry's address is that of another one.
  public static let locDuplicate = DiagnosticRule(
    code: "loc-duplicate", severity: .notice, remedy: "List every page once.",
    reference: sitemapsOrg)

  /// An entry's date is none.
  public static let lastmodInvalid = DiagnosticRule(
    code: "lastmod-invalid", severity: .warning,
    remedy: "Write the date as 2015-06-10 or 2015-06-10T10:00:00+02:00.",
    reference: "https://www.w3.org/TR/NOTE-datetime")

  /// How often an entry changes isn't said in one of the words for it.
  public static let changefreqInvalid = DiagnosticRule(
    code: "changefreq-invalid", severity: .warning,
    remedy: "Use always, hourly, daily, weekly, monthly, yearly or never.",
    reference: sitemapsOrg + "#changefreqdef")

  /// An entry's priority is no number from 0.0 to 1.0.
  public static let priorityInvalid = DiagnosticRule(
    code: "priority-invalid", severity: .warning, remedy: "Use a number from 0.0 to 1.0.",
    reference: sitemapsOrg + "#prioritydef")

  /// There are more entries than a sitemap may have; the rest isn't read.
  public static let tooManyEntries = DiagnosticRule(
    code: "too-many-entries", severity: .error,
    remedy: "Split the sitemap, and list its parts in a sitemap index.",
    reference: sitemapsOrg + "#index")

  /// A sitemap index leads back to itself, or too deep.
  public static let indexLoop = DiagnosticRule(
    code: "index-loop", severity: .error, remedy: "List sitemaps in the index, not other indexes.",
    reference: sitemapsOrg + "#index")

  /// The site has no sitemap.
  public static let sitemapNotFound = DiagnosticRule(
    code: "sitemap-not-found", severity: .suggestion,
    remedy: "Publish a sitemap and name it in robots.txt, so that every page is found.",
    reference: sitemapsOrg + "#informing")

  /// All rules about sitemaps and feeds.
  public static let sitemaps: [DiagnosticRule] = [
    notASitemap, sitemapEmpty, xmlMalformed, doctypeEntities, namespaceMissing, namespaceUnknown,
    encodingNotUTF8, locMissing, locInvalid, locRelative, locOutOfScope, locTooLong, locDuplicate,
    lastmodInvalid, changefreqInvalid, priorityInvalid, tooManyEntries, indexLoop, sitemapNotFound,
  ]
}
