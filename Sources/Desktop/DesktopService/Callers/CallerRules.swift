internal import FresnelApps
internal import FresnelPlatform

/// Decides whether a caller on the session's bus may search all apps: a pure function of what is known of it.
///
/// Any unconfined program of the person can find the same by running `fresnel search`, so it may. A confined one must not
/// find through a provider what its sandbox keeps from it.
enum CallerRules {
  /// What everybody may know of a process that does not let itself be looked at.
  struct Outline: Equatable {
    /// The user that it runs as.
    var userIdentifier: UInt32
    /// In how many process namespaces it has a number; 1 for one that shares ours.
    var namespaceDepth: Int
    /// Whether its users are ours, as in our own user namespace.
    var sharesOurUsers: Bool
    /// Its control groups, as paths.
    var controlGroups: [String]
  }

  /// Judges a caller that could be looked at.
  ///
  /// - Parameters:
  ///   - evidence: What the kernel tells of it.
  ///   - label: The security label by which the bus knows it; `nil` for none.
  ///   - user: The person whose session this is.
  /// - Returns: Why it is refused, in one sentence; `nil` when it may search.
  static func refusal(of evidence: PeerEvidence, label: String?, user: UInt32) -> String? {
    if evidence.userIdentifier != user { return otherUser }
    if [label, evidence.appArmorLabel].contains(where: isSnap) { return confined }
    // The proxy of a Flatpak's bus is wrapped in a sandbox that has the same file.
    if let flatpak = evidence.flatpak, !flatpak.isOpen { return confined }
    return evidence.isInOurNamespaces ? nil : otherNamespace
  }

  /// Judges a caller that does not let itself be looked at, such as a compositor with a file capability.
  ///
  /// - Parameters:
  ///   - outline: What everybody may know of it.
  ///   - label: The security label by which the bus knows it; `nil` for none.
  ///   - user: The person whose session this is.
  /// - Returns: Why it is refused, in one sentence; `nil` when it may search.
  static func refusal(of outline: Outline, label: String?, user: UInt32) -> String? {
    if outline.userIdentifier != user { return otherUser }
    if isSnap(label) || outline.controlGroups.contains(where: isOfSandbox) { return confined }
    return outline.namespaceDepth == 1 && outline.sharesOurUsers ? nil : otherNamespace
  }

  private static let otherUser = "The caller belongs to another person."
  private static let confined = "Confined apps may not search the items of other apps."
  /// Why a caller in other namespaces is refused.
  static let otherNamespace =
    "The caller runs in namespaces of its own, so it cannot be told whether it is confined."

  private static func isSnap(_ label: String?) -> Bool {
    label.flatMap(AppArmorLabel.snapName) != nil
  }

  /// Whether a control group is one that Flatpak or snapd put an app into: `app-flatpak-ID-NUMBER.scope`,
  /// `snap.NAME.APP.NUMBER.scope`.
  private static func isOfSandbox(_ path: String) -> Bool {
    path.split(separator: "/").contains {
      $0.hasPrefix("app-flatpak-") || $0.hasPrefix("flatpak-") || $0.hasPrefix("snap.")
    }
  }
}
