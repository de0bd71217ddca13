internal import StructuredData
internal import WebDocuments

/// How a site is searched, where a page says it: such a page is one to begin a search on.
public struct CardSearch: Hashable, Sendable {
  /// The address of the results, with the variable in braces.
  public let template: String
  /// The name of the variable that stands for what is searched for.
  public let variable: String
  /// Whether nothing can be found without it.
  public let isRequired: Bool
}

extension CardSearch {
  /// Reads the first search of a page: a SearchAction that something on the page offers.
  static func read(_ graph: ItemGraph, _ diagnostics: inout [Diagnostic]) -> CardSearch? {
    for place in graph.items.indices {
      let view = ItemView(graph: graph, place: place)
      guard view.isA("SearchAction") else { continue }
      if let search = read(view, &diagnostics) { return search }
    }
    return nil
  }

  private static func read(_ action: ItemView, _ diagnostics: inout [Diagnostic]) -> CardSearch? {
    let templates =
      action.items("target").compactMap { $0.text("urlTemplate", "url") } + action.texts("target")
    guard let template = templates.first(where: { $0.contains("{") }) else {
      diagnostics.append(
        Diagnostic(
          .searchTemplateMissing, "The search has no target with a variable in braces.",
          at: action.location, subject: action.subject("target")))
      return nil
    }
    let input = input(action)
    guard let input, template.contains("{\(input.variable)}") else {
      let name = input.map { "variable \(quoted($0.variable))" } ?? "variable"
      diagnostics.append(
        Diagnostic(
          .searchVariableMismatch,
          "query-input names no \(name) of the target \(quoted(template)).",
          at: action.item["query-input"].first?.location ?? action.location,
          subject: action.subject("query-input")))
      return nil
    }
    return CardSearch(template: template, variable: input.variable, isRequired: input.isRequired)
  }

  /// What `query-input` says: an item, or words such as `required name=q`.
  private static func input(_ action: ItemView) -> (variable: String, isRequired: Bool)? {
    if let item = action.items("query-input").first {
      guard let name = item.text("valueName") else { return nil }
      return (name, item.text("valueRequired").flatMap { BooleanReading($0)?.value } == true)
    }
    guard let text = action.text("query-input") else { return nil }
    let words = HTMLText.tokens(text)
    guard let word = words.first(where: { $0.hasPrefix("name=") }) else { return nil }
    let name = word.dropFirst("name=".count)
    return name.isEmpty ? nil : (String(name), words.contains("required"))
  }
}
