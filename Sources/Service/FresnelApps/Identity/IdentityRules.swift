package import FresnelPlatform
internal import SpotlightWire

/// Decides who a process is, from what the kernel and the sandbox say about it and from the manifests.
///
/// A pure function: no file is read, nothing is asked of the process. The rules are those of
/// `Documentation/apps.md`, the first that applies decides.
package struct IdentityRules: Sendable {
  private let catalog: AppCatalog
  private let userIdentifier: UInt32
  private let systemSurfaces: [ExecutableFile]

  /// Makes the rules of a moment.
  ///
  /// - Parameters:
  ///   - catalog: The manifests, with the programs as they are on the disk now.
  ///   - userIdentifier: The person whose daemon this is.
  ///   - systemSurfaces: Our own programs that show the items of all apps.
  package init(
    _ catalog: AppCatalog, userIdentifier: UInt32, systemSurfaces: [ExecutableFile] = []
  ) {
    self.catalog = catalog
    self.userIdentifier = userIdentifier
    self.systemSurfaces = systemSurfaces
  }

  /// Decides about a process.
  ///
  /// - Parameters:
  ///   - evidence: What is known of it.
  ///   - launcher: The app for which we started it as an extension, when it speaks on the socket that it
  ///     was given.
  ///   - claim: The app that it says it is; empty for none. A claim never decides.
  /// - Returns: Who the process is.
  /// - Throws: ``IdentityRefusal`` for another person's process.
  package func decide(
    _ evidence: PeerEvidence, launchedFor launcher: String? = nil, claiming claim: String
  ) throws(IdentityRefusal) -> IdentityDecision {
    guard evidence.userIdentifier == userIdentifier else {
      throw IdentityRefusal("The process belongs to another person.")
    }
    var decision =
      confined(evidence) ?? launcher.map { IdentityDecision(app: $0, trust: .launched) }
      ?? registered(evidence) ?? unregistered(evidence)
    decision.maySeeSystem = maySeeSystem(evidence, decision)
    if !claim.isEmpty, claim != decision.app {
      decision.notice = notice(evidence, decision, claim)
    }
    return decision
  }

  // MARK: - Rules

  private func confined(_ evidence: PeerEvidence) -> IdentityDecision? {
    // The kernel's word before that of a file, which a snap that may make namespaces can have written.
    if let snap = evidence.appArmorLabel.flatMap(AppArmorLabel.snapName) {
      if let app = catalog.app(snap: snap) { return IdentityDecision(app: app, trust: .confined) }
      return IdentityDecision(app: "snap.\(snap)", trust: .confined)
    }
    guard let flatpak = evidence.flatpak, AppIdentifier.isValid(flatpak.identifier),
      !AppIdentifier.isReserved(flatpak.identifier)
    else { return nil }
    return IdentityDecision(
      app: flatpak.identifier, trust: flatpak.isOpen ? .launcher : .confined)
  }

  private func registered(_ evidence: PeerEvidence) -> IdentityDecision? {
    // In namespaces of its own a process may answer in the name of another.
    guard evidence.isInOurNamespaces else { return nil }
    let executable = evidence.executable
    // The path of a file that is gone is all there is to know it by, and a process that arranges its own
    // mounts chooses that.
    guard !executable.isDeleted || evidence.isInOurMounts else { return nil }
    guard executable.isInterpreter else {
      return catalog.app(of: executable).map {
        IdentityDecision(app: $0, trust: .executable)
      }
    }
    if let desktopFile = evidence.unit.flatMap(UnitName.desktopFile),
      let app = catalog.app(scriptWithDesktopFile: desktopFile)
    {
      return IdentityDecision(app: app, trust: .launcher)
    }
    return evidence.script.flatMap { catalog.app(script: $0) }.map {
      IdentityDecision(app: $0, trust: .script)
    }
  }

  /// A program without a manifest goes by its path, which is one name for one program and tells the
  /// person which it is.
  private func unregistered(_ evidence: PeerEvidence) -> IdentityDecision {
    // A path in other namespaces may lead to another file.
    let isHere =
      evidence.isInOurNamespaces && (!evidence.executable.isDeleted || evidence.isInOurMounts)
    let place = isHere ? "" : "elsewhere:"
    return IdentityDecision(
      app: "unregistered:\(place)\(evidence.executable.path)", trust: .unregistered)
  }

  private func maySeeSystem(_ evidence: PeerEvidence, _ decision: IdentityDecision) -> Bool {
    let executable = evidence.executable
    guard evidence.isInOurNamespaces, !executable.isDeleted, evidence.flatpak == nil,
      decision.trust != .confined, decision.trust != .launched, !executable.isInterpreter
    else { return false }
    if systemSurfaces.contains(where: executable.isSameFile) { return true }
    return decision.trust == .executable && catalog.isSystemSurface(decision.app, executable)
  }

  // MARK: - Notices

  private func notice(
    _ evidence: PeerEvidence, _ decision: IdentityDecision, _ claim: String
  ) -> String {
    let program = evidence.executable.path
    guard let entry = catalog.entry(claim) else {
      return "No manifest registers \(claim), so this program works as \(decision.app); run "
        + "fresnel app install Info.plist --executable \(program)"
    }
    guard let registered = entry.manifest.allExecutables.first else {
      return "\(claim) is registered by \(entry.file.path), which names no program; run "
        + "fresnel app install Info.plist --replace --executable \(program)"
    }
    return "\(claim) is registered for \(registered) by \(entry.file.path), and this program is "
      + "\(program), so it works as \(decision.app); for a build in development run "
      + "fresnel app install Info.plist --develop --executable \(program)"
  }
}
