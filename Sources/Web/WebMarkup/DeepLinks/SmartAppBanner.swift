internal import StructuredData
internal import WebDocuments

/// What a Smart App Banner tag (`apple-itunes-app`) says.
public struct SmartAppBanner: Hashable, Sendable {
  /// The number of the app in its store.
  public let appID: String
  /// The address that the app opens this content by; `nil` where the tag has none that is valid.
  public let appArgument: String?
  /// What the store hands on to an affiliate program.
  public let affiliateData: String?
  /// The bundle identifier of an App Clip.
  public let clipBundleID: String?
  /// How an App Clip is shown, such as `card`.
  public let clipDisplay: String?
}

extension SmartAppBanner {
  /// The name of the tag.
  static let tagName = "apple-itunes-app"

  /// Reads the banner of a page; the first tag counts.
  static func read(
    _ tags: [PageTag], _ diagnostics: inout [Diagnostic]
  ) -> SmartAppBanner? {
    let tags = tags.filter { $0.keys.contains(tagName) }
    guard let tag = tags.first else { return nil }
    for repeated in tags.dropFirst() {
      diagnostics.append(
        Diagnostic(
          .bannerRepeated, "This apple-itunes-app tag is not the first one, and has no effect.",
          at: repeated.location, subject: tagName))
    }
    var fields: [String: String] = [:]
    for (key, value) in BannerContent.fields(tag.tag.content) {
      guard BannerContent.keys.contains(key) else {
        diagnostics.append(
          Diagnostic(
            .bannerUnknownKey, "The tag has \(quoted(key)), which has no meaning in it.",
            at: tag.contentLocation, subject: tagName))
        continue
      }
      if fields[key] == nil, !value.isEmpty { fields[key] = value }
    }
    return banner(fields, tag, &diagnostics)
  }

  private static func banner(
    _ fields: [String: String], _ tag: PageTag, _ diagnostics: inout [Diagnostic]
  ) -> SmartAppBanner? {
    func report(_ rule: DiagnosticRule, _ message: String) {
      diagnostics.append(
        Diagnostic(rule, message, at: tag.contentLocation, subject: tagName))
    }
    var argument = fields["app-argument"]
    if let text = argument, !AppURL.isValid(text) {
      report(
        .bannerArgumentNotURL, "app-argument is \(quoted(text)), which is no whole address.")
      argument = nil
    }
    guard let appID = fields["app-id"] else {
      report(.bannerAppIDMissing, "The banner has no app-id, so there is no banner.")
      return nil
    }
    guard appID.utf8.allSatisfy(HTMLText.isDigit) else {
      report(
        .bannerAppIDNotNumeric, "app-id is \(quoted(appID)), not a number, so there is no banner.")
      return nil
    }
    if fields["app-argument"] == nil {
      report(
        .bannerArgumentMissing,
        "The banner offers app \(quoted(appID)) and opens it without saying what to show.")
    }
    return SmartAppBanner(
      appID: appID, appArgument: argument, affiliateData: fields["affiliate-data"],
      clipBundleID: fields["app-clip-bundle-id"], clipDisplay: fields["app-clip-display"])
  }
}
