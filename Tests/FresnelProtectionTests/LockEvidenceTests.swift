import FresnelProtection
import Testing

@Suite("LockEvidence")
struct LockEvidenceTests {
  typealias Event = LockEvidence.Event

  private static let unlocked = Event.session(.present(isLocked: false))
  private static let cases: [(name: String, events: [Event], isLocked: Bool)] = [
    ("nothing known", [], true),
    ("no session", [.session(.none)], true),
    ("no session, command", [.session(.none), .unlockCommand], false),
    ("command before the session was told", [.unlockCommand], true),
    ("no session, unlocked, locked", [.session(.none), .unlockCommand, .lockCommand], true),
    ("open session", [unlocked], false),
    ("locked session", [.session(.present(isLocked: true))], true),
    ("locked session, command", [.session(.present(isLocked: true)), .unlockCommand], true),
    ("hint", [unlocked, .hint(isLocked: true)], true),
    ("hint and back", [unlocked, .hint(isLocked: true), .hint(isLocked: false)], false),
    ("lock asked for", [unlocked, .lockRequested], true),
    (
      "lock asked for, other news of the hint", [unlocked, .lockRequested, .hint(isLocked: false)],
      true
    ),
    (
      "lock asked for and done and over",
      [unlocked, .lockRequested, .hint(isLocked: true), .hint(isLocked: false)], false
    ),
    ("lock asked for, unlock asked for", [unlocked, .lockRequested, .unlockRequested], false),
    (
      "unlock asked for while the locker says locked",
      [unlocked, .hint(isLocked: true), .unlockRequested], true
    ),
    ("a locker without hint, command", [unlocked, .lockRequested, .unlockCommand], false),
    ("command to lock", [unlocked, .lockCommand], true),
    ("command to lock, other news", [unlocked, .lockCommand, .hint(isLocked: false)], true),
    ("saver", [unlocked, .screenSaver("a", isActive: true)], true),
    (
      "one saver of two",
      [
        unlocked, .screenSaver("a", isActive: true), .screenSaver("b", isActive: true),
        .screenSaver("a", isActive: false),
      ], true
    ),
    (
      "saver ended",
      [unlocked, .screenSaver("a", isActive: true), .screenSaver("a", isActive: false)], false
    ),
    ("a saver alone does not unlock", [.session(.none), .screenSaver("a", isActive: false)], true),
    (
      "a saver crashed while it locked",
      [unlocked, .screenSaver("a", isActive: true), .screenSaverGone("a")], true
    ),
    (
      "a saver crashed while it locked, command",
      [unlocked, .screenSaver("a", isActive: true), .screenSaverGone("a"), .unlockCommand], false
    ),
    ("a saver crashed while it did nothing", [unlocked, .screenSaverGone("a")], false),
    ("asleep", [unlocked, .fallingAsleep], true),
    ("asleep, command", [unlocked, .fallingAsleep, .unlockCommand], true),
    ("awake", [unlocked, .fallingAsleep, .awake], false),
    ("awake without a session", [.session(.none), .unlockCommand, .fallingAsleep, .awake], true),
    ("logind gone", [unlocked, .session(.none)], true),
    (
      "logind gone while the hint locked, after a command that it made idle",
      [unlocked, .unlockCommand, .hint(isLocked: true), .session(.none)], true
    ),
    (
      "logind gone, after a command while it was there",
      [unlocked, .hint(isLocked: true), .unlockCommand, .session(.none)], true
    ),
    (
      "a session that came and went after a command",
      [.session(.none), .unlockCommand, unlocked, .session(.none)], true
    ),
    (
      "a session that was looked for after a command",
      [.session(.none), .unlockCommand, .session(.unknown), .session(.none)], true
    ),
    (
      "no session, command, told again that there is none",
      [.session(.none), .unlockCommand, .session(.none)], false
    ),
    (
      "no session, command, lock and unlock asked for",
      [.session(.none), .unlockCommand, .lockRequested, .unlockRequested], true
    ),
    ("another session is shown", [unlocked, .session(.unknown)], true),
  ]

  @Test("What happened says whether it is locked", arguments: cases.indices)
  func table(index: Int) {
    let (name, events, isLocked) = Self.cases[index]
    var evidence = LockEvidence()
    for event in events { evidence.note(event) }
    #expect(evidence.isLocked == isLocked, "\(name)")
  }
}
