internal import SiteValidation
internal import WebMarkup

/// How a page looks among results: light and dark, with and without the app.
struct CardsView {
  /// The page.
  let page: PageReading
  /// The app that it belongs to; `nil` where none is known.
  let app: CardContent.App?

  /// The cards, side by side.
  var html: HTML {
    element(.section, .set(.ariaLabelledBy, "card")) {
      element(.h2, .set(.id, "card")) { "How it looks" }
      element(.div, .classes("previews")) {
        if app != nil {
          preview("Light, with the app", theme: "light", .installed)
          preview("Dark, with the app", theme: "dark", .installed)
          preview("Light, without the app", theme: "light", .absent)
          preview("Dark, without the app", theme: "dark", .absent)
        } else {
          preview("Light", theme: "light", .absent)
          preview("Dark", theme: "dark", .absent)
        }
      }
      if app == nil {
        element(.p, .classes("muted")) {
          "No app is known to belong to this page, so the card is the same with and without."
        }
      }
      if page.card.image != nil, content.picture == nil {
        element(.p, .classes("muted")) {
          "The picture is not served over https, so it is not shown here."
        }
      }
      actions
    }
  }

  private var content: CardContent {
    CardContent(page.card, site: page.openGraph.siteName?.text, app: app)
  }

  private func preview(_ name: String, theme: String, _ state: CardView.AppState) -> HTML {
    element(.figure, .classes("preview"), .set(.theme, theme)) {
      element(.figcaption) { name }
      CardView(content, appState: state).html
    }
  }

  private var actions: HTML {
    element(.div) {
      element(.h3) { "Buttons" }
      if page.card.actions.isEmpty {
        element(.p, .classes("muted")) {
          "None. A telephone number, an address or a recording in the structured data gives one."
        }
      } else {
        element(.dl, .classes("facts")) {
          for action in content.actions {
            element(.dt) { action.title }
            element(.dd) { HTML.link(LinkTarget(action.url)) { element(.code) { action.url } } }
          }
        }
      }
    }
  }
}
