public import WebDocuments

/// What an association file says about a URL and an app, and why.
public struct AssociationMatch: Sendable {
  /// What becomes of the URL.
  public enum Outcome: String, Hashable, Sendable {
    /// It opens in the app.
    case match
    /// A rule keeps it from the app.
    case exclude
    /// No rule is about it.
    case noMatch = "no_match"
  }

  /// Why no rule was looked at.
  public enum Obstacle: Hashable, Sendable {
    /// Only http and https URLs open in apps.
    case scheme(String)
    /// The URL is of another host than the file.
    case host(String)
    /// The file does not name the app for links.
    case appNotListed
    /// The comparison would cost too much.
    case tooCostly
    /// The comparisons of other URLs and apps, made together with this one, have cost all that they may.
    case notTried
  }

  /// A rule that was looked at.
  public struct Trial: Hashable, Sendable {
    /// Where it stands, such as `applinks.details[0].components[2]`.
    public let rule: String
    /// What its author noted: its beginning, on one line.
    public let comment: String?
    /// Whether it keeps URLs from the app.
    public let isExclusion: Bool
    /// Why it does not fit; `nil` for the one that decides.
    public let misfit: Misfit?
  }

  /// Why a rule does not fit.
  public struct Misfit: Hashable, Sendable {
    /// The part of the URL that differs.
    public let part: LinkPart
    /// The beginning of the pattern for it, as it is written; `nil` when that is of a wrong kind.
    public let pattern: String?
    /// What it was compared with: without the slashes that don't count, and decoded where the rule says so.
    public let text: String
    /// Why the pattern could fit nothing at all.
    public let reason: String?
  }

  /// What becomes of the URL.
  public let outcome: Outcome
  /// The rule that decided; `nil` when none did.
  public let decision: Trial?
  /// Where the rule that decided begins in the file.
  public let location: SourceLocation?
  /// The rules that were looked at before and don't fit, in order; no more than the first hundred.
  public let misfits: [Trial]
  /// Why no rule was looked at, or not every one.
  public let obstacle: Obstacle?
  /// What the site's owner may want to know: `url-excluded`, `url-not-matched`, `url-not-https`,
  /// `path-case-near-miss`, `app-id-not-listed`.
  public let diagnostics: [Diagnostic]

  /// How many rules that don't fit are told. Files have thousands, and each is looked at for every app and URL.
  package static let misfitLimit = 100
}
