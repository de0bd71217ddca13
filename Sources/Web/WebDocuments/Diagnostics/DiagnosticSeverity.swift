/// How much a finding matters.
public enum DiagnosticSeverity: Int, Hashable, Comparable, Sendable, CaseIterable {
  /// Something that was read, and that its owner may want to know.
  case notice
  /// What works and could be better.
  case suggestion
  /// What works otherwise than it was meant.
  case warning
  /// What doesn't work.
  case error

  /// The word for it, as in reports for programs.
  public var name: String {
    switch self {
    case .notice: "notice"
    case .suggestion: "suggestion"
    case .warning: "warning"
    case .error: "error"
    }
  }

  /// Whether one matters less than another.
  public static func < (first: DiagnosticSeverity, second: DiagnosticSeverity) -> Bool {
    first.rawValue < second.rawValue
  }
}
