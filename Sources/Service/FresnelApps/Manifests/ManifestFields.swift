internal import FresnelModel

/// Collects what is wrong with a manifest while it is read. Used by one function at a time.
final class DiagnosticList {
  private(set) var diagnostics: [ManifestDiagnostic] = []

  func add(
    _ code: ManifestDiagnostic.Code, _ severity: ManifestDiagnostic.Severity, at keyPath: String,
    _ message: String, remedy: String
  ) {
    diagnostics.append(
      ManifestDiagnostic(code, severity, at: keyPath, message, remedy: remedy))
  }
}

/// A dictionary of a manifest, read key by key. A value of the wrong kind counts as absent and is
/// reported.
struct ManifestFields {
  let entries: [String: PropertyList]
  /// Where the dictionary lies; empty at the top.
  let keyPath: String
  let report: DiagnosticList

  /// The path of a key of this dictionary.
  func path(_ key: String) -> String { keyPath.isEmpty ? key : "\(keyPath).\(key)" }

  /// A text that is not empty.
  func text(_ key: String) -> String? {
    guard let value = entries[key] else { return nil }
    guard let text = value.string else {
      wrongKind(key, value, "a string")
      return nil
    }
    return isUsable(text, at: path(key)) ? text : nil
  }

  /// Texts that are not empty, each once: an array of them, or a single one.
  func texts(_ key: String) -> [String] {
    guard let value = entries[key] else { return [] }
    if let text = value.string { return isUsable(text, at: path(key)) ? [text] : [] }
    guard let values = value.array else {
      wrongKind(key, value, "an array of strings")
      return []
    }
    var texts: [String] = []
    var known: Set<String> = []
    for (index, value) in values.enumerated() {
      let place = "\(path(key))[\(index)]"
      guard let text = value.string else {
        report.add(
          .wrongKind, .error, at: place, "\(place) is \(value.kindName), not a string.",
          remedy: "Write it as a string, or remove it.")
        continue
      }
      guard isUsable(text, at: place) else { continue }
      guard known.insert(text).inserted else {
        report.add(
          .repeatedValue, .warning, at: place, "\"\(text)\" comes twice in \(path(key)).",
          remedy: "Remove one of the two.")
        continue
      }
      texts.append(text)
    }
    return texts
  }

  /// A truth value; `YES`, `NO` and numbers, which older tools write, are taken with a warning.
  func truth(_ key: String) -> Bool? {
    guard let value = entries[key] else { return nil }
    if let truth = value.boolean { return truth }
    let known: [PropertyList: Bool] = [
      "YES": true, "NO": false, "true": true, "false": false, 1: true, 0: false,
    ]
    guard let truth = known[value] else {
      wrongKind(key, value, "a truth value")
      return nil
    }
    report.add(
      .wrongKind, .warning, at: path(key),
      "\(path(key)) is \(value.kindName) that is taken for \(truth).",
      remedy: "Write <\(truth)/>.")
    return truth
  }

  /// A number.
  func number(_ key: String) -> Double? {
    guard let value = entries[key] else { return nil }
    if value.number == nil { wrongKind(key, value, "a number") }
    return value.number
  }

  /// A dictionary.
  func dictionary(_ key: String) -> ManifestFields? {
    guard let value = entries[key] else { return nil }
    guard let entries = value.dictionary else {
      wrongKind(key, value, "a dictionary")
      return nil
    }
    return ManifestFields(entries: entries, keyPath: path(key), report: report)
  }

  /// Dictionaries: an array of them, or a single one.
  func dictionaries(_ key: String) -> [ManifestFields] {
    guard let value = entries[key] else { return [] }
    if value.dictionary != nil { return dictionary(key).map { [$0] } ?? [] }
    guard let values = value.array else {
      wrongKind(key, value, "an array of dictionaries")
      return []
    }
    return values.enumerated().compactMap { index, value in
      let place = "\(path(key))[\(index)]"
      guard let entries = value.dictionary else {
        report.add(
          .wrongKind, .error, at: place, "\(place) is \(value.kindName), not a dictionary.",
          remedy: "Write it as a dictionary, or remove it.")
        return nil
      }
      return ManifestFields(entries: entries, keyPath: place, report: report)
    }
  }

  /// Reports a value that has the right kind and still is none that the key can have.
  func wrongValue(_ key: String, _ message: String, remedy: String) {
    report.add(.wrongValue, .error, at: path(key), message, remedy: remedy)
  }

  private func wrongKind(_ key: String, _ value: PropertyList, _ wanted: String) {
    report.add(
      .wrongKind, .error, at: path(key), "\(path(key)) is \(value.kindName), not \(wanted).",
      remedy: "Write it as \(wanted), or remove the key.")
  }

  private func isUsable(_ text: String, at place: String) -> Bool {
    if text.isEmpty {
      report.add(
        .emptyValue, .warning, at: place, "\(place) is empty.", remedy: "Fill it or remove it.")
      return false
    }
    guard text.contains("$(") || text.contains("${") else { return true }
    report.add(
      .buildVariable, .error, at: place,
      "\(place) still has the build variable \(text), which Xcode would have replaced.",
      remedy: "Write out what the variable stands for.")
    return false
  }
}
