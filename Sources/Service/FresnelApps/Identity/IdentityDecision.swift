/// How well an identity is founded. `Documentation/apps.md` says what each is worth.
package enum IdentityRule: String, CaseIterable, Sendable {
  /// No manifest is about this program.
  case unregistered
  /// An interpreter runs the app's script: the process's own word.
  case script
  /// The desktop's launcher named the unit after the app; any program of the same person can do so.
  case launcher
  /// The program's file is the one that the manifest names.
  case executable
  /// The kernel confines the process under the app's name (Flatpak, snap).
  case confined
  /// We started it as the app's extension, and it speaks on the socket that we gave it.
  case launched
}

/// Who a process is.
package struct IdentityDecision: Equatable, Sendable {
  /// The app, or a name for a program without a manifest.
  package var app: String
  /// By which rule.
  package var rule: IdentityRule
  /// Whether it may search and read the items of all apps, if it asks for that.
  package var maySeeSystem: Bool
  /// One sentence for the developer when the process claimed to be another app.
  package var notice: String?

  /// Makes a decision.
  package init(app: String, rule: IdentityRule, maySeeSystem: Bool = false, notice: String? = nil) {
    self.app = app
    self.rule = rule
    self.maySeeSystem = maySeeSystem
    self.notice = notice
  }
}

/// Why a process is not spoken to at all.
package struct IdentityRefusal: Error, Equatable, Sendable {
  /// One sentence.
  package let message: String

  /// Makes a refusal.
  package init(_ message: String) {
    self.message = message
  }
}
