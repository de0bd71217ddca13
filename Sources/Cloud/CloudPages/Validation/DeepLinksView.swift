internal import WebDocuments
internal import WebMarkup

/// Everything on a page that leads into an app.
struct DeepLinksView {
  /// The page.
  let page: PageReading
  /// What is wrong with them.
  let errors: [Diagnostic]

  /// The section.
  var html: HTML {
    element(.section, .set(.ariaLabelledBy, "deep-links")) {
      element(.h2, .set(.id, "deep-links")) { "Deep links" }
      if links.candidates.isEmpty {
        element(.p) {
          links.universalLink == .siteOnly
            ? "The page has none. An app of the site opens it if that app names the site."
            : "The page has none: it opens in the browser."
        }
      } else {
        table
      }
      for error in errors.prefix(10) {
        element(.p) {
          element(.strong, .classes("problem")) { "Error" }
          " \(error.message) "
          HTML.rule(error.rule)
        }
      }
      others
    }
  }

  private var links: DeepLinks { page.deepLinks }

  private var table: HTML {
    element(
      .div, .classes("wide"), .set(.tabindex, "0"), .set(.role, "region"),
      .set(.ariaLabelledBy, "deep-links")
    ) {
      element(.table) {
        element(.caption) { "The first is taken." }
        element(.thead) {
          element(.tr) {
            for name in ["Address", "From", "Store", "App"] {
              element(.th, .set(.scope, "col")) { name }
            }
          }
        }
        element(.tbody) {
          for (place, link) in links.candidates.prefix(20).enumerated() {
            element(.tr) {
              element(.td) {
                if place == 0 {
                  element(.strong) { element(.code) { link.url } }
                } else {
                  element(.code) { link.url }
                }
              }
              element(.td) { link.source.words }
              element(.td) { link.storeID ?? "–" }
              element(.td) { link.appName ?? "–" }
            }
          }
        }
      }
    }
  }

  private var others: HTML {
    let rows: [(String, [String])] = [
      ("Banner", links.banner.map(banner) ?? []),
      (
        "Apps elsewhere",
        links.alternates.map { "\($0.storeID ?? $0.kind.rawValue) \($0.url ?? "")" }
      ),
      ("Opened by scripts, not used", links.scriptLinks),
    ].filter { !$0.1.isEmpty }
    guard !rows.isEmpty else { return HTML() }
    return element(.dl, .classes("facts")) {
      for (name, values) in rows {
        element(.dt) { name }
        element(.dd) {
          element(.ul, .classes("plain")) {
            for value in values.prefix(10) { element(.li) { element(.code) { value } } }
          }
        }
      }
    }
  }

  private func banner(_ banner: SmartAppBanner) -> [String] {
    [
      "app-id=\(banner.appID)", banner.appArgument.map { "app-argument=\($0)" },
      banner.clipBundleID.map { "app-clip-bundle-id=\($0)" },
    ].compactMap(\.self)
  }
}
