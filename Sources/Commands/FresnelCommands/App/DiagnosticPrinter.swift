internal import CommandKit
internal import FresnelApps
internal import FresnelModel

/// Prints what is wrong with manifests.
struct DiagnosticPrinter {
  private let context: CommandContext

  /// Prints to a command's console.
  init(_ context: CommandContext) {
    self.context = context
  }

  /// Prints each diagnostic and how to mend it.
  func print(_ diagnostics: [ManifestDiagnostic]) {
    for diagnostic in diagnostics {
      let word = diagnostic.severity.rawValue
      let padding = String(repeating: " ", count: 9 - word.count)
      let styled =
        switch diagnostic.severity {
        case .error: context.style.failure(word)
        case .warning: context.style.match(word)
        case .note: context.style.faint(word)
        }
      let place = diagnostic.keyPath.isEmpty ? "" : "\(diagnostic.keyPath): "
      let width = min(100, context.console.columns)
      let indent = "           "
      let body = wrapped(withoutControls(place + diagnostic.message), width: width, indent: indent)
      context.console.writeLine("  \(styled)\(padding)\(body.dropFirst(indent.count))")
      if !diagnostic.remedy.isEmpty {
        context.console.writeLine(
          wrapped(withoutControls(diagnostic.remedy), width: width, indent: indent))
      }
    }
  }

  /// The diagnostics as JSON.
  static func json(_ diagnostics: [ManifestDiagnostic]) -> JSONValue {
    .array(diagnostics.map(json))
  }

  /// A diagnostic as JSON.
  private static func json(_ diagnostic: ManifestDiagnostic) -> JSONValue {
    .object([
      JSONMember("severity", .string(diagnostic.severity.rawValue)),
      JSONMember("code", .string(diagnostic.code.rawValue)),
      JSONMember("key", .string(diagnostic.keyPath)),
      JSONMember("message", .string(diagnostic.message)),
      JSONMember("remedy", .string(diagnostic.remedy)),
    ])
  }

  /// How many errors and warnings there are, such as `1 error, 2 warnings`.
  static func summary(_ diagnostics: [ManifestDiagnostic]) -> String {
    let counts = [(ManifestDiagnostic.Severity.error, "error"), (.warning, "warning")].map {
      severity, noun in
      (diagnostics.count { $0.severity == severity }, noun)
    }
    let parts = counts.filter { $0.0 > 0 }.map { counted($0.0, $0.1) }
    return parts.isEmpty ? "nothing wrong" : parts.joined(separator: ", ")
  }
}
