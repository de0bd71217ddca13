internal import CommandKit
internal import FresnelModel
internal import WebAddresses
internal import WebResults

extension ResultPrinter {
  /// Prints what the web has: below a heading for people, an object each for programs.
  func print(web results: [WebResult]) {
    guard !results.isEmpty else { return }
    if asJSON {
      for result in results { context.console.writeLine(Self.json(result).printed()) }
      return
    }
    let color = context.console.usesColor
    let width = context.console.outputIsTerminal ? context.console.columns : Int.max
    context.console.writeLine("\n" + context.style.strong(ResultDescription.webHeading))
    for result in results {
      let row = description.row(for: result)
      var line = row.title
      line.append("   \(row.kind)", .kind)
      line.append("   \(result.url.href)", .faint)
      context.console.writeLine(line.truncated(to: width).terminalText(usesColor: color))
      guard !row.detail.spans.isEmpty else { continue }
      var detail = StyledText("    ")
      detail.append(row.detail)
      context.console.writeLine(
        detail.truncated(to: min(width, 200)).terminalText(usesColor: color))
    }
  }

  private static func json(_ result: WebResult) -> JSONValue {
    var members = [
      JSONMember("source", .string("web")), JSONMember("url", .string(result.url.href)),
      JSONMember("title", .string(result.title)),
    ]
    let texts = [
      ("description", result.summary), ("site", result.site), ("type", result.type),
      ("date", result.date), ("deepLink", result.deepLink),
    ]
    for (name, text) in texts {
      if let text { members.append(JSONMember(name, .string(text))) }
    }
    if let rating = result.rating {
      var parts = [
        JSONMember("value", .double(rating.value)), JSONMember("best", .double(rating.best)),
      ]
      if let count = rating.count { parts.append(JSONMember("count", .integer(Int64(count)))) }
      members.append(JSONMember("rating", .object(parts)))
    }
    return .object(members)
  }
}
