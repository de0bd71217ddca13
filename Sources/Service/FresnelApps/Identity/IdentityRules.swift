package import FresnelPlatform
internal import SpotlightWire

/// Decides who a process is, from what the kernel and the sandbox say about it and from the manifests.
///
/// A pure function but for one look: where the script is that an interpreter was told to run. Nothing is asked
/// of the process. The rules are those of `Documentation/apps.md`, the first that applies decides.
package struct IdentityRules: Sendable {
  private let catalog: AppCatalog
  private let userIdentifier: UInt32
  private let systemSurfaces: [ExecutableFile]
  private let lookup: @Sendable (String) -> String?

  /// Makes the rules of a moment.
  ///
  /// - Parameters:
  ///   - catalog: The manifests, with the programs as they are on the disk now.
  ///   - userIdentifier: The person whose daemon this is.
  ///   - systemSurfaces: Our own programs that show the items of all apps.
  ///   - lookup: Where a script really is, links followed; `nil` when there is no such file.
  package init(
    _ catalog: AppCatalog, userIdentifier: UInt32, systemSurfaces: [ExecutableFile] = [],
    lookup: @escaping @Sendable (String) -> String? = { RunningProgram.find($0) }
  ) {
    self.catalog = catalog
    self.userIdentifier = userIdentifier
    self.systemSurfaces = systemSurfaces
    self.lookup = lookup
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
    // A path in other namespaces may lead to another file.
    let isHere =
      evidence.isInOurNamespaces && (!evidence.executable.isDeleted || evidence.isInOurMounts)
    let running = RunningProgram(evidence, isHere: isHere, lookup: lookup)
    var decision =
      confined(evidence) ?? launcher.map { IdentityDecision(app: $0, trust: .launched) }
      ?? registered(evidence, running)
      ?? IdentityDecision(
        // One name for one program, which tells the person which it is.
        app: "unregistered:" + (isHere ? "" : "elsewhere:") + running.name, trust: .unregistered)
    decision.maySeeSystem = maySeeSystem(evidence, decision)
    decision.evidence = installation(of: decision, evidence, running, isHere: isHere)
    if claim != decision.app {
      decision.notice = IdentityNotice(evidence, running, catalog, claim).text(for: decision)
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

  private func registered(
    _ evidence: PeerEvidence, _ running: RunningProgram
  ) -> IdentityDecision? {
    // In namespaces of its own a process may answer in the name of another.
    guard evidence.isInOurNamespaces else { return nil }
    let executable = evidence.executable
    // The path of a file that is gone is all there is to know it by, and a process that arranges its own
    // mounts chooses that.
    guard !executable.isDeleted || evidence.isInOurMounts else { return nil }
    if !executable.isInterpreter, let app = catalog.app(of: executable) {
      return IdentityDecision(app: app, trust: .executable)
    }
    if running.isAppImage {
      return running.path.flatMap { catalog.app(appImage: $0) }.map {
        IdentityDecision(app: $0, trust: .script)
      }
    }
    guard executable.isInterpreter else { return nil }
    if let desktopFile = evidence.unit.flatMap(UnitName.desktopFile),
      let app = catalog.app(scriptWithDesktopFile: desktopFile)
    {
      return IdentityDecision(app: app, trust: .launcher)
    }
    return running.path.flatMap { catalog.app(script: $0) }.map {
      IdentityDecision(app: $0, trust: .script)
    }
  }

  /// By what an app is installed that no manifest registers.
  private func installation(
    of decision: IdentityDecision, _ evidence: PeerEvidence, _ running: RunningProgram, isHere: Bool
  ) -> InstallationEvidence? {
    guard catalog.entry(decision.app) == nil else { return nil }
    switch decision.trust {
    case .confined, .launcher:
      if evidence.appArmorLabel.flatMap(AppArmorLabel.snapName) != nil {
        let name = decision.app.dropFirst("snap.".count)
        return .directories(["/snap/\(name)", "/var/lib/snapd/snap/\(name)"])
      }
      return evidence.flatpak == nil ? nil : .desktopFile(decision.app)
    case .unregistered:
      // What lies in a mounted image is gone with each run.
      guard isHere, !evidence.executable.isDeleted else { return nil }
      return running.path.map { .program($0) }
    default: return nil
    }
  }

  private func maySeeSystem(_ evidence: PeerEvidence, _ decision: IdentityDecision) -> Bool {
    let executable = evidence.executable
    guard evidence.isInOurNamespaces, !executable.isDeleted, evidence.flatpak == nil,
      decision.trust != .confined, decision.trust != .launched, !executable.isInterpreter
    else { return false }
    if systemSurfaces.contains(where: executable.isSameFile) { return true }
    return decision.trust == .executable && catalog.isSystemSurface(decision.app, executable)
  }
}
