// Desktop entry file (Desktop Entry Specification 1.5): UTF-8 lines. A line is blank, a comment
// that starts with `#`, a group header `[Group Name]`, or `Key=Value` or `Key[locale]=Value`.
// In string values \s \n \t \r \\ stand for space, newline, tab, carriage return and backslash;
// in lists `;` separates and `\;` is a semicolon. A line that is none of these is skipped, so one
// bad line costs one key.

/// The groups, keys and values of a desktop entry file.
package struct DesktopEntry: Equatable, Sendable {
  /// The main group.
  package static let mainGroup = "Desktop Entry"

  /// Raw values by group, key and locale; the locale of a plain key is the empty text.
  private var groups: [String: [String: [String: String]]] = [:]

  /// Reads a file's bytes. Bytes that are no UTF-8 become replacement characters.
  package init(parsing bytes: [UInt8]) {
    var group: String?
    let lines = bytes.split(whereSeparator: { $0 == UInt8(ascii: "\n") })
    for lineBytes in lines {
      let line = Self.trimmed(String(decoding: lineBytes, as: UTF8.self)[...])
      if line.isEmpty || line.hasPrefix("#") { continue }
      if line.hasPrefix("["), line.hasSuffix("]"), !line.contains("=") {
        group = String(line.dropFirst().dropLast())
        continue
      }
      guard let group, let equals = line.firstIndex(of: "=") else { continue }
      let left = Self.trimmed(line[..<equals])
      let value = Self.trimmed(line[line.index(after: equals)...])
      let (key, locale) = Self.split(left)
      guard !key.isEmpty else { continue }
      // The specification forbids repeated keys; the first one wins, as in GLib's reader of the
      // last file merged first.
      if groups[group]?[key]?[locale] == nil {
        groups[group, default: [:]][key, default: [:]][locale] = value
      }
    }
  }

  /// The value of a key as it stands in the file; `nil` without the key.
  private func raw(_ key: String, in group: String, locales: [String] = []) -> String? {
    guard let values = groups[group]?[key] else { return nil }
    for locale in locales {
      if let value = values[locale] { return value }
    }
    return values[""]
  }

  /// The text of a key, in the first of the locales that the file has, else untranslated.
  package func text(_ key: String, in group: String = mainGroup, locales: [String] = []) -> String?
  {
    raw(key, in: group, locales: locales).map { Self.unescaped($0[...]) }
  }

  /// The texts of a list, empty ones left out.
  package func list(_ key: String, in group: String = mainGroup, locales: [String] = []) -> [String]
  {
    guard let value = raw(key, in: group, locales: locales) else { return [] }
    var parts: [String] = []
    var part = ""
    var isEscaped = false
    for character in value {
      if isEscaped {
        part += character == ";" ? ";" : "\\\(character)"
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character == ";" {
        parts.append(part)
        part = ""
      } else {
        part.append(character)
      }
    }
    parts.append(part)
    return parts.map { Self.unescaped($0[...]) }.filter { !$0.isEmpty }
  }

  /// The truth value of a key; false without the key, as for every key of the specification.
  package func flag(_ key: String, in group: String = mainGroup) -> Bool {
    let value = raw(key, in: group)
    return value == "true" || value == "1"
  }

  /// A text without white space at its two ends.
  private static func trimmed(_ text: Substring) -> String {
    guard let first = text.firstIndex(where: { !$0.isWhitespace }),
      let last = text.lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(text[first...last])
  }

  /// `Key[locale]` in two.
  private static func split(_ left: String) -> (key: String, locale: String) {
    guard left.hasSuffix("]"), let bracket = left.firstIndex(of: "[") else { return (left, "") }
    return (String(left[..<bracket]), String(left[left.index(after: bracket)...].dropLast()))
  }

  private static func unescaped(_ text: Substring) -> String {
    guard text.contains("\\") else { return String(text) }
    var result = ""
    var isEscaped = false
    for character in text {
      if isEscaped {
        switch character {
        case "s": result.append(" ")
        case "n": result.append("\n")
        case "t": result.append("\t")
        case "r": result.append("\r")
        case "\\": result.append("\\")
        default: result += "\\\(character)"
        }
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else {
        result.append(character)
      }
    }
    if isEscaped { result.append("\\") }
    return result
  }
}

/// The spellings of a locale that a desktop entry may use, best first.
///
/// `sr_RS.UTF-8@latin` gives `sr_RS@latin`, `sr_RS`, `sr@latin`, `sr`. The locales `C` and `POSIX`
/// give none.
package func desktopLocales(for identifier: String) -> [String] {
  var rest = identifier[...]
  var modifier = ""
  if let at = rest.firstIndex(of: "@") {
    modifier = String(rest[at...])
    rest = rest[..<at]
  }
  if let dot = rest.firstIndex(of: ".") { rest = rest[..<dot] }
  guard !rest.isEmpty, rest != "C", rest != "POSIX" else { return [] }
  let language = rest.prefix { $0 != "_" && $0 != "-" }
  let country = rest.dropFirst(language.count).dropFirst()
  var spellings: [String] = []
  if !country.isEmpty {
    if !modifier.isEmpty { spellings.append("\(language)_\(country)\(modifier)") }
    spellings.append("\(language)_\(country)")
  }
  if !modifier.isEmpty { spellings.append("\(language)\(modifier)") }
  spellings.append(String(language))
  return spellings
}
