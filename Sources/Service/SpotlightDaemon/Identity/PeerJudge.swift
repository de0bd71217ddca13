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
  private let installation: ServingInstallation?
  private let trustsClaims: Bool
  private let installed: InstalledApps?
  private let log: @Sendable (DaemonEvent) -> Void
  /// When manifests were last read because somebody was not known, in nanoseconds of ``MonotonicClock``.
  private let lastReload = Mutex<UInt64>(0)
  private let surfaces = Mutex(SurfaceState())

  /// The programs that search on the person's behalf.
  private struct SurfaceState {
    var programs: Set<PeerGlance.Program> = []
    /// When they were last looked for, in nanoseconds of ``MonotonicClock``; `nil` for never.
    var lastLook: UInt64?
  }

  /// How often manifests are read again because somebody is not known, in nanoseconds.
  private static let reloadInterval: UInt64 = 1_000_000_000

  /// Makes a judge.
  ///
  /// - Parameters:
  ///   - apps: The manifests.
  ///   - ownPrograms: The programs that may see the items of all apps.
  ///   - installation: What command lines of other installations are told of; `nil` to tell them nothing.
  ///   - userIdentifier: The person whose daemon this is.
  ///   - trustsClaims: Whether whatever a client says of itself is believed; for tests.
  ///   - installed: Told by what apps without manifests are installed.
  ///   - log: Told of claims that are not believed.
  package init(
    apps: AppRegistry, ownPrograms: OwnPrograms, installation: ServingInstallation? = nil,
    userIdentifier: UInt32 = CurrentProcess.userIdentifier, trustsClaims: Bool = false,
    installed: InstalledApps? = nil, log: @escaping @Sendable (DaemonEvent) -> Void = { _ in }
  ) {
    self.apps = apps
    self.ownPrograms = ownPrograms
    self.installation = installation
    self.userIdentifier = userIdentifier
    self.trustsClaims = trustsClaims
    self.installed = installed
    self.log = log
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
      process.evidence.isInOurNamespaces,
      ownPrograms.highestRole(of: process.evidence.executable) != nil
    {
      peer.app = Self.ownIdentity
      return PeerDecision(peer: peer)
    }
    if let evidence = decision.evidence { installed?.note(decision.app, evidence) }
    if decision.notice != nil, !hello.claimedIdentifier.isEmpty {
      log(.identityConflict(app: peer.app, claim: Self.shown(hello.claimedIdentifier)))
    }
    var notice = decision.notice
    // No manifest registers a command line: what it can do is of another kind.
    if hello.role == .tool, peer.role == .app, let installation { notice = installation.notice }
    return PeerDecision(
      peer: peer, notice: Self.shown(notice ?? "", atMost: Self.noticeLength))
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
      // A part of the desktop shows items; only those of our own programs that have to also administer.
      return ownPrograms.highestRole(of: evidence.executable) == .tool ? .tool : .surface
    }
  }

  /// Who our own programs are: they need no manifest.
  private static let ownIdentity = AppIdentity(identifier: "org.fresnel")

  /// The longest notice, in scalars: it holds paths.
  private static let noticeLength = 16_384

  /// A client's own words, made fit for people to look at.
  private static func shown(_ text: String, atMost length: Int = 120) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.prefix(length).filter { scalar in
          switch scalar.properties.generalCategory {
          case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse:
            false
          default: true
          }
        }))
  }

  // MARK: - Whose turn it is

  /// Whether a process looks like one of those that search on the person's behalf: our own programs, and parts of
  /// the desktop whose manifest says so. Of microseconds, for the loop's thread; ``decide(_:launchedFor:saying:processIdentifier:)``
  /// has the last word.
  func isSurface(_ glance: PeerGlance) -> Bool {
    guard let program = glance.program else { return false }
    let now = MonotonicClock.nanoseconds
    return surfaces.withLock { state in
      let isDue =
        state.lastLook.map { MonotonicClock.elapsed(from: $0, to: now) >= Self.reloadInterval }
        ?? true
      if isDue {
        state.programs = Set(
          (ownPrograms.files + apps.catalog.systemSurfaces).map {
            PeerGlance.Program(device: $0.device, inode: $0.inode)
          })
        state.lastLook = now
      }
      return state.programs.contains(program)
    }
  }

  /// Whether a process that was taken for one of them by a glance is one.
  func isSurface(_ evidence: PeerEvidence) -> Bool {
    evidence.isInOurNamespaces
      && isSurface(
        PeerGlance(
          processIdentifier: evidence.processIdentifier,
          program: PeerGlance.Program(
            device: evidence.executable.device, inode: evidence.executable.inode),
          controlGroup: 0))
  }

  // MARK: - Manifests

  private func decide(
    _ evidence: PeerEvidence, claiming claim: String
  ) throws(Refusal) -> IdentityDecision {
    apps.reloadIfChanged()
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

  /// Reads the manifests again, unless that was done a moment ago.
  private func reloadIfDue() -> Bool {
    let now = MonotonicClock.nanoseconds
    let isDue = lastReload.withLock { last in
      guard MonotonicClock.elapsed(from: last, to: now) >= Self.reloadInterval else { return false }
      last = now
      return true
    }
    if isDue { _ = apps.reload() }
    return isDue
  }
}
