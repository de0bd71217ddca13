package import FresnelApps
package import FresnelPlatform
package import SpotlightWire
internal import Synchronization

/// Decides who a client is and what it may be, by the rules of Documentation/apps.md.
///
/// Looks at files, so it is not for the loop's thread.
package final class PeerJudge: Sendable {
  private let apps: AppRegistry
  private let userIdentifier: UInt32
  private let ownPrograms: OwnPrograms
  private let trustsClaims: Bool
  private let log: @Sendable (DaemonEvent) -> Void
  private let manifests: Mutex<ManifestState>

  /// What is known of the directories of manifests.
  private struct ManifestState {
    /// When each was last changed.
    var modified: [Double?]
    /// When they were last read because somebody was not known, in nanoseconds of ``MonotonicClock``.
    var lastReload: UInt64 = 0
  }

  /// How often manifests are read again because somebody is not known, in nanoseconds.
  private static let reloadInterval: UInt64 = 1_000_000_000

  /// Makes a judge.
  ///
  /// - Parameters:
  ///   - apps: The manifests.
  ///   - ownPrograms: The programs that may see the items of all apps.
  ///   - userIdentifier: The person whose daemon this is.
  ///   - trustsClaims: Whether whatever a client says of itself is believed; for tests.
  ///   - log: Told of claims that are not believed.
  package init(
    apps: AppRegistry, ownPrograms: OwnPrograms,
    userIdentifier: UInt32 = CurrentProcess.userIdentifier, trustsClaims: Bool = false,
    log: @escaping @Sendable (DaemonEvent) -> Void = { _ in }
  ) {
    self.apps = apps
    self.ownPrograms = ownPrograms
    self.userIdentifier = userIdentifier
    self.trustsClaims = trustsClaims
    self.log = log
    manifests = Mutex(ManifestState(modified: Self.modified(apps.directories)))
  }

  /// Decides.
  ///
  /// - Parameters:
  ///   - process: The process that connected, looked at before it was greeted; `nil` for an extension
  ///     that the daemon started.
  ///   - launchedFor: The app whose extension it is.
  ///   - hello: What the client said.
  ///   - processIdentifier: The process that said it.
  /// - Returns: Who the client is.
  /// - Throws: ``Refusal`` when it cannot be told.
  package func decide(
    _ process: PeerProcess?, launchedFor: AppIdentity?, saying hello: Hello,
    processIdentifier: Int32
  ) throws(Refusal) -> PeerDecision {
    var peer = Peer(
      app: AppIdentity(identifier: ""), trust: .unregistered, role: .app,
      processIdentifier: processIdentifier, program: Self.shown(hello.program))
    guard let process else {
      guard let launchedFor else {
        throw Refusal(.notPermitted, "It is not known which program connected.")
      }
      (peer.app, peer.trust, peer.role) = (launchedFor, .launched, .extension)
      return PeerDecision(peer: peer)
    }
    try Self.check(process)
    if trustsClaims, !hello.claimedIdentifier.isEmpty {
      peer.app = AppIdentity(identifier: hello.claimedIdentifier)
      (peer.trust, peer.role) = (.executable, hello.role)
      return PeerDecision(peer: peer)
    }
    let decision = try decide(process.evidence, claiming: hello.claimedIdentifier)
    (peer.app, peer.trust) = (AppIdentity(identifier: decision.app), decision.trust)
    peer.role = role(asked: hello.role, process.evidence, decision)
    if trustsClaims { peer.role = hello.role }
    // No manifest makes one of our own programs another app's.
    if decision.trust == .unregistered || decision.trust == .executable,
      process.evidence.isInOurNamespaces, ownPrograms.contain(process.evidence.executable)
    {
      peer.app = Self.ownIdentity
      return PeerDecision(peer: peer)
    }
    if decision.notice != nil {
      log(.identityConflict(app: peer.app, claim: Self.shown(hello.claimedIdentifier)))
    }
    return PeerDecision(peer: peer, notice: decision.notice ?? "")
  }

  /// What the process runs has to be what it ran when it was looked at.
  private static func check(_ process: PeerProcess) throws(Refusal) {
    let now: ExecutableFile
    do throws(SystemError) {
      now = try process.rereadExecutable()
    } catch {
      throw Refusal(.notPermitted, "It cannot be told which program said hello. \(error)")
    }
    guard now.isSameFile(as: process.evidence.executable), process.isAlive else {
      throw Refusal(
        .notPermitted, "Another program said hello than the one that opened the connection.")
    }
  }

  /// What a client may be of what it asks for.
  private func role(
    asked: Role, _ evidence: PeerEvidence, _ decision: IdentityDecision
  ) -> Role {
    switch asked {
    case .app, .extension: return .app
    case .surface: return decision.maySeeSystem ? .surface : .app
    case .tool:
      guard decision.maySeeSystem else { return .app }
      // A part of the desktop shows items; only our own programs also administer.
      return ownPrograms.contain(evidence.executable) ? .tool : .surface
    }
  }

  /// Who our own programs are: they need no manifest.
  private static let ownIdentity = AppIdentity(identifier: "org.fresnel")

  /// A client's own words, made fit for people to look at.
  private static func shown(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.prefix(120).filter { scalar in
          switch scalar.properties.generalCategory {
          case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse:
            false
          default: true
          }
        }))
  }

  // MARK: - Manifests

  private func decide(
    _ evidence: PeerEvidence, claiming claim: String
  ) throws(Refusal) -> IdentityDecision {
    reloadIfChanged()
    var decision = try ruled(evidence, claim)
    // A manifest or a program may be newer than what is known of it.
    let isSettled = decision.trust != .unregistered && decision.notice == nil
    if !(isSettled && stillHolds(decision, evidence)), reloadIfDue() {
      decision = try ruled(evidence, claim)
    }
    if decision.trust == .executable, !stillHolds(decision, evidence) {
      throw Refusal(.notPermitted, "The program of \(decision.app) is being replaced; try again.")
    }
    return decision
  }

  private func ruled(
    _ evidence: PeerEvidence, _ claim: String
  ) throws(Refusal) -> IdentityDecision {
    do throws(IdentityRefusal) {
      return try IdentityRules(
        apps.catalog, userIdentifier: userIdentifier, systemSurfaces: ownPrograms.files
      ).decide(evidence, claiming: claim)
    } catch {
      throw Refusal(.notPermitted, error.message)
    }
  }

  /// Whether a program is still at the place where its manifest says: its number may have gone to
  /// another file since the manifests were read.
  private func stillHolds(_ decision: IdentityDecision, _ evidence: PeerEvidence) -> Bool {
    guard decision.trust == .executable, !evidence.executable.isDeleted else { return true }
    let registered = apps.catalog.entry(decision.app)?.executables ?? []
    return registered.contains {
      RegisteredExecutable(lookingAt: $0.path).file?.isSameFile(as: evidence.executable) == true
    }
  }

  /// Reads the manifests again when one was added, removed or put in the place of another.
  private func reloadIfChanged() {
    let found = Self.modified(apps.directories)
    let isChanged = manifests.withLock { state in
      defer { state.modified = found }
      return state.modified != found
    }
    if isChanged { _ = apps.reload() }
  }

  /// Reads the manifests again, unless that was done a moment ago.
  private func reloadIfDue() -> Bool {
    let now = MonotonicClock.nanoseconds
    let isDue = manifests.withLock { state in
      guard MonotonicClock.elapsed(from: state.lastReload, to: now) >= Self.reloadInterval else {
        return false
      }
      state.lastReload = now
      return true
    }
    if isDue { _ = apps.reload() }
    return isDue
  }

  private static func modified(_ directories: [AppRegistry.Directory]) -> [Double?] {
    directories.map { (try? FileSystem.status(of: $0.path))?.modifiedSecondsSince1970 }
  }
}
