internal import SiteValidation
internal import WebDocuments
internal import WebMarkup

/// The things that a page tells of, as a tree, with what is wrong where it is wrong.
struct ItemsView {
  /// The page.
  let page: PageReading
  /// The document that it was read from.
  let document: SiteDocument
  private let findings: ItemFindings
  private let lines: SourceLines
  private let shown: ShownItems

  /// The most items that are shown, and the most values of a property.
  private static let itemLimit = 60
  private static let valueLimit = 12
  /// How deep items are shown in items, and how many characters of a text.
  private static let depthLimit = 8
  private static let textLimit = 160

  init(page: PageReading, document: SiteDocument) {
    self.page = page
    self.document = document
    findings = ItemFindings(document.diagnostics, in: page.graph)
    lines = SourceLines(document.bytes)
    shown = ShownItems(
      page.graph, depth: Self.depthLimit, count: Self.itemLimit, values: Self.valueLimit)
  }

  /// The section.
  var html: HTML {
    element(.section, .set(.ariaLabelledBy, "items")) {
      element(.h2, .set(.id, "items")) { "Structured data" }
      if page.graph.items.isEmpty {
        element(.p) { "The page has none." }
      } else {
        element(.p, .classes("muted")) {
          "\(counted(page.graph.items.count, "item")). What the page is about comes open; problems stand where they are."
        }
        element(.div, .classes("tree"), .set(.enhance, "all")) {
          for place in page.graph.topLevel where shown.isShownAtTop(place) {
            item(place, isOpen: place == main)
          }
        }
        if shown.isCut {
          element(.p, .classes("muted")) { "There is more, which the report as JSON has." }
        }
      }
    }
  }

  /// What is shown open: what the page is about, else what comes first.
  private var main: Int? { page.mainItem ?? page.graph.topLevel.first }

  /// An item with its properties.
  private func item(_ place: Int, isOpen: Bool) -> HTML {
    let item = page.graph[place]
    let own = findings.ofItem[place] ?? []
    return element(
      .details, .classes("item"), .set(.id, "item-\(place)"),
      .flag(.open, if: isOpen || findings.isTroubled(place))
    ) {
      element(.summary) {
        element(.strong) { item.types.isEmpty ? "Thing without a type" : types(item) }
        if let name = item.text("name") ?? item.text("headline") {
          " \(cut(name))"
        }
        element(.span, .classes("muted")) {
          " · \(item.syntax.name)" + (item.location.map { ", line \($0.line)" } ?? "")
        }
        if place == page.mainItem { element(.span, .classes("badge main")) { "Main" } }
        if let worst = own.map(\.severity).max(), worst > .notice {
          SeverityBadge(severity: worst).html
        }
      }
      problems(own)
      element(.dl) {
        if let identifier = item.identifier {
          element(.dt) { "@id" }
          element(.dd) { element(.code) { cut(identifier) } }
        }
        for property in item.properties {
          element(.dt) { cut(property.name) }
          for (index, value) in property.values.prefix(Self.valueLimit).enumerated() {
            element(.dd) {
              let valuePlace = ItemFindings.ValuePlace(
                item: place, property: property.name, index: index)
              self.value(value, at: valuePlace)
              problems(findings.ofValue[valuePlace] ?? [])
            }
          }
          if property.values.count > Self.valueLimit {
            element(.dd, .classes("muted")) {
              "and \(property.values.count - Self.valueLimit) more"
            }
          }
        }
      }
    }
  }

  private func value(_ value: GraphValue, at valuePlace: ItemFindings.ValuePlace) -> HTML {
    switch value.content {
    case .text(let text, let language):
      .joined([
        element(.span, .set(.dir, "auto"), .set(.lang, language.flatMap(Self.tag))) { cut(text) },
        language.map { language in
          element(.span, .classes("muted")) { " (\(cut(language)))" }
        } ?? HTML(),
      ])
    case .number(_, let text): element(.code) { cut(text) }
    case .boolean(let value): element(.code) { value ? "true" : "false" }
    case .url(let url): HTML.link(LinkTarget(url)) { element(.code) { cut(url) } }
    case .item(let place):
      if shown.isShown(place, at: valuePlace) {
        item(place, isOpen: false)
      } else if shown.contains(place) {
        element(.a, .href(LinkTarget(fragment: "item-\(place)"))) { name(of: place) }
      } else {
        element(.span, .classes("muted")) { name(of: place) }
      }
    }
  }

  /// What an item is called where it isn't shown.
  private func name(of place: Int) -> String {
    let item = page.graph[place]
    return "→ " + (item.types.isEmpty ? "Thing" : types(item))
      + (item.text("name").map { " \(cut($0))" } ?? "")
  }

  private func problems(_ problems: [Diagnostic]) -> HTML {
    guard !problems.isEmpty else { return HTML() }
    return element(.ul, .classes("problems")) {
      for problem in problems.prefix(5) {
        element(.li, .classes(problem.severity.name)) {
          SeverityBadge(severity: problem.severity).html
          FindingView(diagnostic: problem, lines: lines).html
          element(.p, .classes("muted")) { problem.remedy }
        }
      }
    }
  }

  private func types(_ item: GraphItem) -> String {
    cut(item.types.prefix(4).joined(separator: ", "))
  }

  private func cut(_ text: String) -> String {
    text.count > Self.textLimit ? text.prefix(Self.textLimit) + "…" : text
  }

  /// A language's tag, where it is one that says how a text is read out.
  private static func tag(_ text: String) -> String? {
    let isTag =
      text.utf8.count <= 35
      && text.utf8.allSatisfy {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: "-")
      }
    return isTag && !text.isEmpty ? text : nil
  }
}
