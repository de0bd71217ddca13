internal import WebAddresses

/// A card among results as HTML.
package struct CardView: Sendable {
  /// Whether the app that a page belongs to is on the device.
  package enum AppState: Sendable {
    /// Nobody knows, as in a browser: the app is offered both ways, behind what works without it.
    case unknown
    /// It is: the card leads into it.
    case installed
    /// It isn't: the card leads to the page and offers the app.
    case absent
  }

  /// What is shown.
  package var content: CardContent
  /// Whether the app is on the device.
  package var appState: AppState
  /// The heading that the title is, so that it fits into the page around it.
  package var heading: HTMLElement

  /// Makes a card.
  package init(
    _ content: CardContent, appState: AppState = .unknown, heading: HTMLElement = .h3
  ) {
    self.content = content
    self.appState = appState
    self.heading = heading
  }

  /// The card.
  package var html: HTML {
    element(.article, .classes(content.picture == nil ? "card" : "card with-picture")) {
      element(.div, .classes("card-text")) {
        element(.p, .classes("card-site"), .set(.dir, "auto")) { site }
        element(heading, .classes("card-title"), .set(.dir, "auto")) { title }
        facts
        if let description = content.description, !description.isEmpty {
          element(.p, .classes("card-description"), .set(.dir, "auto")) {
            MarkedText(description, marks: content.descriptionMarks).html
          }
        }
      }
      if let picture = content.picture {
        // The title says what it is of. The letter is seen until the picture is there, and where none comes.
        element(.div, .classes("card-picture"), .set(.ariaHidden, "true")) {
          element(.span) { initial }
          // Its size is the style sheet's: one of its own would have browsers show a sign where none comes.
          element(
            .img, .source(picture), .set(.alt, ""), .set(.loading, "lazy"),
            .set(.decoding, "async"))
        }
      }
      buttons
    }
  }

  /// The first letter or digit of the site.
  private var initial: String {
    content.site.first { $0.isLetter || $0.isNumber }.map { $0.uppercased() } ?? "·"
  }

  private var title: HTML {
    let inApp =
      content.app != nil && appState == .installed ? LinkTarget.inApp(content.url) : nil
    return HTML.link(inApp ?? LinkTarget(content.url)) {
      MarkedText(content.title, marks: content.titleMarks).html
    }
  }

  /// The host, since any page may call its site by the name of another one; then that name, and what the page is of.
  private var site: HTML {
    let host = WebURL(content.url)?.host
    let names = [host == content.site ? nil : host, content.site].compactMap(\.self)
      .filter { !$0.isEmpty }
    if names.count == 1, content.kind == nil { return HTML(names[0]) }
    var pieces = names.map { name in element(.bdi) { name } }
    if let kind = content.kind { pieces.append(HTML(kind)) }
    return .joined(
      pieces.enumerated().flatMap { place, piece in
        place == 0 ? [piece] : [HTML(" · "), piece]
      })
  }

  // MARK: - Facts

  private var facts: HTML {
    let facts = [
      rating, words(content.price, "price"), words(content.availability, "availability"),
      content.time?.html,
      words(content.yield), words(content.calories), dates, paywall,
    ].compactMap(\.self).filter { !$0.isEmpty }
    guard !facts.isEmpty else { return HTML() }
    return element(.ul, .classes("card-facts")) {
      for fact in facts { element(.li) { fact } }
    }
  }

  private func words(_ text: String?, _ name: String? = nil) -> HTML? {
    text.map { text in element(.bdi, name.map { .classes($0) }) { text } }
  }

  private var rating: HTML? { content.rating.map { StarsView(rating: $0).html } }

  private var dates: HTML? {
    switch (content.start, content.end, content.published) {
    case (let start?, let end?, _) where DateView.day(start) != DateView.day(end):
      HTML.joined([DateView(start).html, HTML(" – "), DateView(end).html])
    case (let date?, _, _), (nil, let date?, _), (nil, nil, let date?): DateView(date).html
    case (nil, nil, nil): nil
    }
  }

  private var paywall: HTML? { content.isPaywalled ? HTML("For subscribers") : nil }

  // MARK: - Buttons

  private var buttons: HTML {
    let actions = content.actions.compactMap(button)
    let buttons = appState == .unknown ? actions + appButtons : appButtons + actions
    guard !buttons.isEmpty else { return HTML() }
    return element(.ul, .classes("card-actions")) {
      for button in buttons { element(.li) { button } }
    }
  }

  private func button(_ action: CardContent.Action) -> HTML? {
    guard let target = LinkTarget(action.url) else { return nil }
    return element(
      .a, .classes("button \(action.kind.rawValue)"), .href(target),
      .set(.rel, "nofollow noopener")
    ) {
      action.title
      hidden(": \(content.title)")
    }
  }

  private var appButtons: [HTML] {
    guard let app = content.app else { return [] }
    // Nothing is pressed on a person that may lead nowhere.
    let classes = appState == .unknown ? "button" : "button primary"
    var buttons: [HTML] = []
    if appState != .installed, let identifier = app.appStreamID,
      let target = LinkTarget.getting(identifier, for: content.url)
    {
      buttons.append(
        element(.a, .classes(classes), .href(target)) {
          "Get \(app.name)"
          hidden(": \(content.title)")
        })
    }
    if appState != .absent, let target = LinkTarget.inApp(content.url) {
      buttons.append(
        element(.a, .classes(classes), .href(target)) {
          "Open in \(app.name)"
          hidden(": \(content.title)")
        })
    }
    return buttons
  }
}

/// A text that only assistive technology tells, as where several links on a page would say the same.
package func hidden(_ text: String) -> HTML {
  element(.span, .classes("hidden")) { text }
}

extension HTML {
  /// A link to something outside, or, where it may not be linked to, what would stand in it.
  package static func link(
    _ target: LinkTarget?, @HTMLBuilder content: () -> HTML
  ) -> HTML {
    guard let target else { return content() }
    return element(
      .a, .href(target), .set(.rel, "nofollow noopener"), content: content)
  }
}
