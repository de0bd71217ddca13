package import SpotlightWire

/// Who a process is.
package struct IdentityDecision: Equatable, Sendable {
  /// The app, or a name for a program without a manifest.
  package var app: String
  /// What that rests on.
  package var trust: Trust
  /// Whether it may search and read the items of all apps, if it asks for that.
  package var maySeeSystem: Bool
  /// By what the app is installed, where no manifest says so; `nil` when that isn't known.
  package var evidence: InstallationEvidence?
  /// One sentence for the developer when the process claimed to be another app.
  package var notice: String?

  /// Makes a decision.
  package init(app: String, trust: Trust, maySeeSystem: Bool = false, notice: String? = nil) {
    self.app = app
    self.trust = trust
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
