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
    ("another session is shown", [unlocked, .shown("b")], true),
    (
      "logind gone and back, the hint taken back meanwhile",
      [
        .shown("a"), unlocked, .lockRequested, .hint(isLocked: true), .session(.none),
        .shown("a"), unlocked,
      ], false
    ),
    (
      "another session's hint does not end the lock of this one",
      [.shown("a"), unlocked, .lockRequested, .hint(isLocked: true), .shown("b"), unlocked], true
    ),
    ("awoke while nobody listened", [.awokeUnheard, .shown("a"), unlocked], true),
    ("awoke while nobody listened, as heard late", [.shown("a"), unlocked, .awokeUnheard], true),
    (
      "awoke while nobody listened, hint and back",
      [.awokeUnheard, .shown("a"), .session(.present(isLocked: true)), .hint(isLocked: false)],
      false
    ),
  ]

  /// What one process hears, then one that goes on for it.
  private static let handedOver: [(name: String, before: [Event], after: [Event], isLocked: Bool)] =
    [
      (
        "unlocked in the gap, by a locker that sets the hint",
        [.shown("a"), unlocked, .lockRequested, .hint(isLocked: true)], [.shown("a"), unlocked],
        false
      ),
      (
        "the hint was there before the lock was asked for",
        [.shown("a"), unlocked, .hint(isLocked: true), .lockRequested], [.shown("a"), unlocked],
        false
      ),
      (
        "a locker that sets no hint", [.shown("a"), unlocked, .lockRequested],
        [.shown("a"), unlocked], true
      ),
      (
        "a locker that sets no hint, unlock asked for", [.shown("a"), unlocked, .lockRequested],
        [.shown("a"), unlocked, .unlockRequested], false
      ),
      (
        "a hint that was taken back before the lock",
        [
          .shown("a"), unlocked, .lockRequested, .hint(isLocked: true), .hint(isLocked: false),
          .lockRequested,
        ], [.shown("a"), unlocked], true
      ),
      (
        "still locked",
        [.shown("a"), unlocked, .lockRequested, .hint(isLocked: true)],
        [.shown("a"), .session(.present(isLocked: true))], true
      ),
      (
        "still locked, then unlocked",
        [.shown("a"), unlocked, .lockRequested, .hint(isLocked: true)],
        [.shown("a"), .session(.present(isLocked: true)), .hint(isLocked: false)], false
      ),
      (
        "not told yet", [.shown("a"), unlocked, .lockRequested, .hint(isLocked: true)],
        [.shown("a")], true
      ),
      (
        "another session is shown",
        [.shown("a"), unlocked, .lockRequested, .hint(isLocked: true)], [.shown("b"), unlocked],
        true
      ),
      (
        "a session that does not tell any more",
        [.shown("a"), unlocked, .lockRequested, .hint(isLocked: true)],
        [.shown("a"), .session(.none)], true
      ),
      (
        "asked to lock again, which the locker has not done yet",
        [.shown("a"), unlocked, .lockRequested, .hint(isLocked: true)],
        [.shown("a"), .lockRequested, unlocked], true
      ),
      (
        "locked by command", [.shown("a"), unlocked, .lockCommand], [.shown("a"), unlocked], true
      ),
      (
        "slept, awake and unlocked in the gap",
        [.shown("a"), unlocked, .lockRequested, .hint(isLocked: true), .fallingAsleep],
        [.awokeUnheard, .shown("a"), unlocked], false
      ),
      (
        "slept with an open screen, awake in the gap", [.shown("a"), unlocked, .fallingAsleep],
        [.awokeUnheard, .shown("a"), unlocked], true
      ),
    ]

  @Test(
    "A process that goes on for another knows what that one saw of the lock",
    arguments: handedOver.indices)
  func memory(index: Int) {
    let (name, before, after, isLocked) = Self.handedOver[index]
    var first = LockEvidence()
    for event in before { first.note(event) }
    var second = LockEvidence(remembering: first.memory)
    #expect(second.isLocked, "\(name)")
    for event in after { second.note(event) }
    #expect(second.isLocked == isLocked, "\(name)")
  }

  @Test("What happened says whether it is locked", arguments: cases.indices)
  func table(index: Int) {
    let (name, events, isLocked) = Self.cases[index]
    var evidence = LockEvidence()
    for event in events { evidence.note(event) }
    #expect(evidence.isLocked == isLocked, "\(name)")
  }

  @Test("A session may be locked until it has said that it is not, and none is not locked")
  func mayBeLocked() {
    var evidence = LockEvidence()
    let steps: [(event: Event, mayBeLocked: Bool)] = [
      (.session(.none), false), (.shown("1"), true), (Self.unlocked, false),
      (.shown("2"), true), (.session(.present(isLocked: true)), true), (.session(.none), false),
      (.screenSaver("saver", isActive: true), true),
      (.screenSaver("saver", isActive: false), false),
      (.lockRequested, true), (.unlockRequested, false), (.fallingAsleep, true), (.awake, false),
    ]
    #expect(evidence.mayBeLocked)
    for (event, mayBeLocked) in steps {
      evidence.note(event)
      #expect(evidence.mayBeLocked == mayBeLocked, "\(event)")
    }
  }
}
