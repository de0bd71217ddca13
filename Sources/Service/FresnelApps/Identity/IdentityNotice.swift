internal import FresnelPlatform
internal import SpotlightWire

/// What a developer is told whose program is taken for another app than it says it is, or is registered by no
/// manifest: one sentence, with the command that mends it.
struct IdentityNotice {
  private let evidence: PeerEvidence
  private let running: RunningProgram
  private let catalog: AppCatalog
  private let claim: String

  /// Puts together what is known of a program; the claim is the app that it says it is, empty for none.
  init(
    _ evidence: PeerEvidence, _ running: RunningProgram, _ catalog: AppCatalog, _ claim: String
  ) {
    self.evidence = evidence
    self.running = running
    self.catalog = catalog
    self.claim = claim
  }

  /// The sentence; `nil` when there is nothing to say.
  func text(for decision: IdentityDecision) -> String? {
    if let entry = catalog.entry(claim) { return ofClaimed(entry, decision) }
    guard decision.trust == .unregistered else { return ofRecognised(decision) }
    guard !claim.isEmpty || running.isScript || running.isAppImage else { return nil }
    return ofUnregistered(decision)
  }

  /// Whether the program says no more than what its file is called, as the library does when neither an
  /// `Info.plist` nor the environment names the app.
  private var isUndeclared: Bool {
    let names = [evidence.executable.path, running.path].compactMap(\.self)
      .map { FileSystem.lastComponent(of: $0) }
    return claim.isEmpty || names.contains(claim)
  }

  /// A program that is known, under a name that no manifest has.
  private func ofRecognised(_ decision: IdentityDecision) -> String? {
    guard !isUndeclared else { return nil }
    let source = catalog.entry(decision.app)?.file.path ?? "its sandbox"
    return
      "This program calls itself \(claim), and \(source) says that it is \(decision.app), so it works as "
      + "\(decision.app); use the same identifier in both"
  }

  private func ofUnregistered(_ decision: IdentityDecision) -> String {
    let subject = isUndeclared ? "this program" : claim
    let result = "so this program works as \(decision.app)"
    guard evidence.isInOurNamespaces else {
      return "No manifest can register a program that runs in namespaces of its own, \(result)"
    }
    guard let path = running.path else {
      return "No manifest registers \(subject), \(result); put it into a file of its own, and run "
        + "fresnel app init FILE --install"
    }
    if running.isScript || running.isAppImage || isUndeclared {
      let identifier =
        !isUndeclared && AppIdentifier.isValid(claim) && !AppIdentifier.isReserved(claim)
        ? " --identifier \(claim)" : ""
      return "No manifest registers \(subject), \(result); run "
        + "fresnel app init \(Self.word(path)) --install\(identifier)"
    }
    return "No manifest registers \(subject), \(result); run "
      + "fresnel app install Info.plist --executable \(Self.word(path))"
  }

  /// A program that says it is a registered app, and is not known as that.
  private func ofClaimed(_ entry: AppCatalog.Entry, _ decision: IdentityDecision) -> String {
    let program = running.path ?? evidence.executable.path
    guard let registered = entry.executables.first?.path else {
      return "\(claim) is registered by \(entry.file.path), which names no program; run "
        + "fresnel app install Info.plist --replace --executable \(Self.word(program))"
    }
    let manifest = (entry.native ?? entry.file).path
    let start =
      "\(claim) is registered for \(registered) by \(manifest), and this program is "
      + "\(program), so it works as \(decision.app)"
    guard running.path != nil else {
      return "\(start); put it into a file of its own, which a manifest can name"
    }
    return "\(start); for a build in development run "
      + "fresnel app install Info.plist --develop --executable \(Self.word(program))"
  }

  /// A path as one word of a shell.
  static func word(_ path: String) -> String {
    let isPlain = path.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...0xff:
        true
      default: "/._-+,:@%=".utf8.contains(byte)
      }
    }
    guard !isPlain else { return path }
    return "'"
      + path.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#)
      + "'"
  }
}
