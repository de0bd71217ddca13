internal import CommandKit
internal import CrawlRules
internal import SiteValidation
internal import WebAddresses
internal import WebDocuments
internal import WebMarkup

/// Prints what was found in a file of a site.
struct WebDocumentPrinter {
  private let context: CommandContext

  /// Prints to a command's console.
  init(_ context: CommandContext) {
    self.context = context
  }

  /// Prints the file's line, its findings, and of a page how it is shown and what it leads to.
  func print(_ document: SiteDocument, isSummary: Bool) {
    let style = context.style
    let kind =
      document.contents.isEmpty
      ? document.kind.title : "\(document.kind.title), \(document.contents)"
    context.console.writeLine(
      "\(style.strong(withoutControls(document.name)))  \(style.faint(kind))  \(Self.summary(document))"
    )
    guard !isSummary else { return }
    FindingPrinter(context).print(document)
    if let page = document.page { print(page) }
    context.console.writeLine("")
  }

  /// How many findings there are, such as `1 error, 2 warnings`.
  private static func summary(_ document: SiteDocument) -> String {
    let parts = DiagnosticSeverity.allCases.reversed().compactMap { severity in
      let count = document.count(severity)
      return count > 0 ? counted(count, severity.name) : nil
    }
    return parts.isEmpty ? "nothing to say" : parts.joined(separator: ", ")
  }

  private func print(_ page: PageReading) {
    let drawing = CardDrawing(context.style, width: context.console.columns - 4)
    heading("As a result")
    for line in drawing.lines(of: page.card) { context.console.writeLine("  \(line)") }
    print(page.deepLinks, page)
    if !page.card.actions.isEmpty {
      heading("Buttons")
      for action in page.card.actions {
        write("\(drawing.title(of: action)): \(action.url)")
      }
    }
    if let search = page.search {
      heading("Search")
      write("\(search.template) with what is searched for in {\(search.variable)}")
    }
    if !page.graph.topLevel.isEmpty {
      heading("Things that the page tells of")
      for line in ItemTree.lines(page.graph, mainItem: page.mainItem) {
        context.console.writeLine(line)
      }
    }
    heading("Address")
    let robots = page.directives.isIndexed ? "indexed" : "kept out of the index"
    write("\(page.canonical.url.href) (\(page.canonical.source.rawValue)), \(robots)")
  }

  private func print(_ links: DeepLinks, _ page: PageReading) {
    heading("Deep link")
    guard let chosen = links.chosen else {
      write(
        links.universalLink == .siteOnly
          ? "none on the page; an app of the site opens it if that app names the site"
          : "none: the page opens in the browser")
      if let id = links.storeID { write("the app is \(id)") }
      return
    }
    write("\(chosen.url), from \(chosen.source.title)")
    for other in links.candidates.dropFirst().prefix(8) {
      write("after it: \(other.url), from \(other.source.title)")
    }
    if let id = links.storeID { write("the app is \(id)") }
  }

  private func heading(_ text: String) {
    context.console.writeLine("  \(context.style.kind(text))")
  }

  private func write(_ text: String) {
    context.console.writeLine("    \(truncated(text, to: max(40, context.console.columns - 4)))")
  }
}
