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
  ///   - claim: The app that it says it is; empty for none. A claim never decides.
  /// - Returns: Who the process is.
  /// - Throws: ``IdentityRefusal`` for another person's process and for one that can't be looked at.
  package func decide(
    _ evidence: PeerEvidence, claiming claim: String
  ) throws(IdentityRefusal) -> IdentityDecision {
    guard evidence.userIdentifier == userIdentifier else {
      throw IdentityRefusal("The process belongs to another person.")
    }
    guard evidence.isReadable else {
      // Being unreadable must not be a way out of a sandbox.
      throw IdentityRefusal(
        "The process hides its program and its root, as one that is not dumpable or has more rights "
          + "does, so it can't be told who it is.")
    }
    var decision =
      confined(evidence) ?? launched(evidence) ?? registered(evidence) ?? unregistered(evidence)
    decision.maySeeSystem = maySeeSystem(evidence, decision)
    if !claim.isEmpty, claim != decision.app {
      decision.notice = notice(evidence, decision, claim)
    }
    return decision
  }

  // MARK: - Rules

  private func confined(_ evidence: PeerEvidence) -> IdentityDecision? {
    if let flatpak = evidence.flatpak, AppIdentifier.isValid(flatpak.identifier),
      !AppIdentifier.isReserved(flatpak.identifier)
    {
      return IdentityDecision(
        app: flatpak.identifier, rule: flatpak.isOpen ? .launcher : .confined)
    }
    if let snap = evidence.appArmorLabel.flatMap(AppArmorLabel.snapName) {
      if let app = catalog.app(snap: snap) { return IdentityDecision(app: app, rule: .confined) }
      return IdentityDecision(app: "snap.\(snap)", rule: .confined)
    }
    return nil
  }

  private func launched(_ evidence: PeerEvidence) -> IdentityDecision? {
    evidence.launchedFor.map { IdentityDecision(app: $0, rule: .launched) }
  }

  private func registered(_ evidence: PeerEvidence) -> IdentityDecision? {
    // In namespaces of its own a process may answer in the name of another.
    guard evidence.isInOurNamespaces, let executable = evidence.executable else { return nil }
    guard executable.isInterpreter else {
      return catalog.app(of: executable, isDeleted: evidence.isDeleted).map {
        IdentityDecision(app: $0, rule: .executable)
      }
    }
    if let desktopFile = evidence.unit.flatMap(UnitName.desktopFile),
      let app = catalog.app(scriptWithDesktopFile: desktopFile)
    {
      return IdentityDecision(app: app, rule: .launcher)
    }
    return evidence.script.flatMap { catalog.app(script: $0) }.map {
      IdentityDecision(app: $0, rule: .script)
    }
  }

  /// A program without a manifest goes by its path, which is one name for one program and tells the
  /// person which it is.
  private func unregistered(_ evidence: PeerEvidence) -> IdentityDecision {
    let program = evidence.executable?.path ?? "unknown"
    // A path in other namespaces may lead to another file.
    let place = evidence.isInOurNamespaces ? "" : "elsewhere:"
    return IdentityDecision(app: "unregistered:\(place)\(program)", rule: .unregistered)
  }

  private func maySeeSystem(_ evidence: PeerEvidence, _ decision: IdentityDecision) -> Bool {
    guard evidence.isInOurNamespaces, !evidence.isDeleted, evidence.flatpak == nil,
      decision.rule != .confined, decision.rule != .launched,
      let executable = evidence.executable, !executable.isInterpreter
    else { return false }
    if systemSurfaces.contains(where: executable.isSameFile) { return true }
    return decision.rule == .executable && catalog.isSystemSurface(decision.app, executable)
  }

  // MARK: - Notices

  private func notice(
    _ evidence: PeerEvidence, _ decision: IdentityDecision, _ claim: String
  ) -> String {
    let program = evidence.executable?.path ?? "an unknown program"
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
