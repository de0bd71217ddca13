import FresnelPlatform
import Testing

@testable import DesktopService

@Suite("Who may search through a provider")
struct CallerRulesTests {
  private static let user: UInt32 = 1000

  private func evidence(
    user: UInt32 = user, flatpak: String? = nil, label: String? = nil, isHere: Bool = true
  ) -> PeerEvidence {
    PeerEvidence(
      processIdentifier: 77, userIdentifier: user,
      executable: ExecutableFile(device: 1, inode: 2, path: "/usr/bin/gnome-shell"),
      flatpak: flatpak.flatMap { FlatpakInfo(Array($0.utf8)) }, appArmorLabel: label,
      isInOurNamespaces: isHere)
  }

  private func isAdmitted(_ evidence: PeerEvidence, label: String? = nil) -> Bool {
    CallerRules.refusal(of: evidence, label: label, user: Self.user) == nil
  }

  @Test("An ordinary program of the person may; another person's may not")
  func ordinary() {
    #expect(isAdmitted(evidence()))
    #expect(isAdmitted(evidence(label: "gnome-shell (complain)"), label: "unconfined"))
    #expect(!isAdmitted(evidence(user: 1001)))
    #expect(!isAdmitted(evidence(user: 0)))
  }

  @Test("A sandbox may not unless it can start programs outside; other namespaces may not")
  func confined() {
    let closed = "[Application]\nname=com.example.app\n"
    let open = closed + "[Context]\nsockets=session-bus;\n"
    #expect(!isAdmitted(evidence(flatpak: closed)))
    #expect(isAdmitted(evidence(flatpak: open)))
    #expect(!isAdmitted(evidence(isHere: false)))
    // Such a file can be written by whoever makes a root of its own.
    #expect(!isAdmitted(evidence(flatpak: open, isHere: false)))
    #expect(!isAdmitted(evidence(label: "snap.notes.notes (enforce)")))
    #expect(!isAdmitted(evidence(), label: "snap.notes.notes (enforce)"))
  }

  @Test("A program that hides may, unless its control group or its namespace is a sandbox's")
  func hidden() {
    func isAdmitted(
      user: UInt32 = Self.user, depth: Int = 1, sharesOurUsers: Bool = true,
      groups: [String] = ["/user.slice/user-1000.slice/session.slice/plasma-kwin.service"],
      label: String? = nil
    ) -> Bool {
      CallerRules.refusal(
        of: CallerRules.Outline(
          userIdentifier: user, namespaceDepth: depth, sharesOurUsers: sharesOurUsers,
          controlGroups: groups),
        label: label, user: Self.user) == nil
    }
    #expect(isAdmitted())
    #expect(!isAdmitted(user: 0))
    #expect(!isAdmitted(depth: 2))
    #expect(!isAdmitted(depth: 0))
    // A user namespace of its own, also where it shares our process namespace.
    #expect(!isAdmitted(sharesOurUsers: false))
    #expect(!isAdmitted(label: "snap.notes.notes (enforce)"))
    let app = "/user.slice/user-1000.slice/user@1000.service/app.slice/"
    #expect(!isAdmitted(groups: [app + "app-flatpak-com.example.app-77.scope"]))
    #expect(!isAdmitted(groups: [app + "snap.notes.notes.77.scope"]))
    #expect(!isAdmitted(groups: ["/", app + "app-gnome-x-77.scope/snap.x.y-1.scope"]))
  }

  @Test("This process is admitted; one that has ended is not remembered as refused")
  func looks() throws {
    let own = CurrentProcess.userIdentifier
    #expect(
      CallerLook(at: CurrentProcess.identifier, of: own, label: nil, user: own) == .admitted)
    let other = CallerLook(at: CurrentProcess.identifier, of: own + 1, label: nil, user: own)
    if case .refused = other {} else { Issue.record("\(other)") }
    let gone = CallerLook(at: 0x3FFF_FFFF, of: own, label: nil, user: own)
    if case .unclear = gone {} else { Issue.record("\(gone)") }
  }

  @Test("The users of a user namespace are others than ours")
  func users() throws {
    let own = try CallerLook.users(of: "self")
    #expect(try CallerLook.users(of: "\(CurrentProcess.identifier)") == own)
    let other = try? Command(
      "unshare", ["--user", "--map-root-user", "cat", "/proc/self/uid_map"]
    ).capture()
    // Where namespaces cannot be made there is nothing to compare.
    if let other, other.0.isSuccess { #expect(other.1 != own) }
  }

  @Test("What everybody may read of a process is that of this one")
  func outline() throws {
    let outline = try ProcessOutline(of: CurrentProcess.identifier)
    #expect(outline.userIdentifier == CurrentProcess.userIdentifier)
    #expect(outline.namespaceDepth == 1)
    #expect(!outline.controlGroups.isEmpty)
    #expect(outline.isAlive)
    #expect(throws: SystemError.self) { try ProcessOutline(of: 0x3FFF_FFFF) }
  }
}
