/// The directives of one meta element or header, taken apart.
struct DirectiveList {
  /// The directives that are for us, each with its text.
  private(set) var directives: [(directive: Directive, text: String)] = []
  /// What means nothing.
  private(set) var unknown: [String] = []

  /// The most bytes that are read.
  static let maximumLength = 8192

  private static let weekdays: Set<String> = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

  /// Takes a list apart.
  ///
  /// - Parameters:
  ///   - text: Directives, between commas.
  ///   - agents: The names of crawlers that we obey, in small letters. In a header, what stands behind a name and a
  ///     colon is for that crawler; `nil` for a meta element, which is for one crawler as a whole.
  init(_ text: String, agents: Set<String>?) {
    let text = String(decoding: text.utf8.prefix(Self.maximumLength), as: UTF8.self)
    var isForUs = true
    var parts = text.split(separator: ",")[...]
    while let part = parts.popFirst() {
      var item = Self.trimmed(part)
      var (name, value) = Self.split(item)
      let namesAgent = value != nil && !Directive.isDirective(name)
      if let agents, namesAgent {
        isForUs = agents.contains(name)
        item = value ?? ""
        (name, value) = Self.split(item)
      }
      if item.isEmpty { continue }
      if name == "unavailable_after", let day = value,
        Self.weekdays.contains(String(day.lowercased().prefix(3))),
        let rest = parts.popFirst()
      {
        // The comma stood behind the day of the week.
        value = "\(day), \(Self.trimmed(rest))"
        item = "\(name): \(day), \(Self.trimmed(rest))"
      }
      if isForUs { take(name: name, value: value, text: item) }
    }
  }

  private mutating func take(name: String, value: String?, text: String) {
    if let directive = Directive(name: name, value: value) {
      directives.append((directive, text))
      return
    }
    unknown.append(text)
    guard value == nil else { return }
    // Words without the commas that belong between them; better they are heeded than not.
    for word in text.split(whereSeparator: \.isWhitespace) {
      if let flag = Directive.flags[word.lowercased()] {
        directives.append((flag, String(word)))
      }
    }
  }

  /// The name in small letters, and what stands behind the colon.
  private static func split(_ item: String) -> (name: String, value: String?) {
    guard let colon = item.firstIndex(of: ":") else { return (item.lowercased(), nil) }
    return (
      trimmed(item[..<colon]).lowercased(), trimmed(item[item.index(after: colon)...])
    )
  }

  private static func trimmed(_ text: some StringProtocol) -> String {
    var text = Substring(text)
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
