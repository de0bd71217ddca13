import FresnelPlatform
import Testing

@testable import SpotlightDaemon

@Suite("ExtensionLife")
struct ExtensionLifeTests {
  private typealias Event = ExtensionLife.Event
  private typealias Action = ExtensionLife.Action
  private static let times = ExtensionTimes()

  /// What follows from events, one after the other.
  private func run(_ events: [Event]) -> [Action] {
    var life = ExtensionLife(Self.times)
    return events.flatMap { life.happened($0) }
  }

  /// Why the extension failed, if it did.
  private func failure(_ events: [Event]) throws -> String? {
    guard case .finish(let failure) = try #require(run(events).last) else {
      Issue.record("It is not over.")
      return nil
    }
    return failure
  }

  @Test("A good life: placed, taken in, idle, told to go, ended")
  func goodLife() {
    #expect(
      run([.placed, .attached, .idle, .disconnected, .ended(.exited(0), wasAsked: false)]) == [
        .openGate, .setTimer(Self.times.start), .cancelTimer, .announce, .sayGoodbye,
        .setTimer(Self.times.farewell), .cancelTimer, .finish(failure: nil),
      ])
  }

  @Test("One that does not go is asked, then killed, and that is a failure")
  func stubborn() {
    #expect(
      run([
        .placed, .attached, .idle, .timeUp, .timeUp, .timeUp,
        .ended(.killed(.kill), wasAsked: false),
      ]).dropFirst(6) == [
        .signal(.terminate), .setTimer(Self.times.termination), .signal(.kill),
        .setTimer(Self.times.termination), .signal(.kill), .setTimer(Self.times.termination * 10),
        .cancelTimer, .finish(failure: "It did not end when it was asked to."),
      ])
    #expect(
      run([.placed, .attached, .idle, .timeUp, .ended(.killed(.terminate), wasAsked: false)]).last
        == .finish(failure: nil))
  }

  @Test("What goes wrong is said as it was first seen")
  func failures() throws {
    let crash = Event.ended(.killed(Signal(rawValue: 11)), wasAsked: true)
    let cases: [([Event], String?)] = [
      ([.placed, .attached, crash], "It was ended by signal 11."),
      ([.placed, .attached, .disconnected, crash], "It was ended by signal 11."),
      ([.placed, .attached, .ended(.exited(3), wasAsked: false)], "It ended with status 3."),
      (
        [.placed, .attached, .disconnected, .ended(.exited(0), wasAsked: true)],
        "It ended before it had answered."
      ),
      ([.placed, .attached, .disconnected, .ended(.exited(0), wasAsked: false)], nil),
      ([.placed, .ended(.exited(0), wasAsked: false)], "It ended before it connected."),
      (
        [.placed, .timeUp, .ended(.killed(.terminate), wasAsked: false)],
        "It did not connect in time."
      ),
      (
        [.placed, .attached, .late("Late."), .timeUp, .ended(.killed(.kill), wasAsked: true)],
        "Late."
      ),
      (
        [.placed, .attached, .disconnected, .timeUp, .ended(.exited(1), wasAsked: false)],
        "It closed its connection."
      ),
      (
        [
          .placed,
          .ended(.notStarted(SystemError(.notFound, call: "execve", path: "/x")), wasAsked: false),
        ], "execve failed on /x: No such file or directory."
      ),
    ]
    for (events, expected) in cases { #expect(try failure(events) == expected) }
  }

  @Test("One that is stopped has not failed, however it ends")
  func stopping() throws {
    let killed = Event.ended(.killed(.kill), wasAsked: true)
    for events: [Event] in [
      [.stop, killed], [.placed, .stop, killed], [.placed, .attached, .stop, .timeUp, killed],
      [.placed, .attached, .stop, .timeUp, .timeUp, killed],
      [.placed, .attached, .late("x"), .stop, killed],
    ] {
      #expect(try failure(events) == nil)
    }
    #expect(
      run([.placed, .attached, .stop]).suffix(2) == [
        .sayGoodbye, .setTimer(Self.times.hastyFarewell),
      ])
  }

  @Test("Nothing follows from what happens after the end, or out of turn")
  func strayEvents() {
    let ended: [Event] = [.placed, .attached, .ended(.exited(0), wasAsked: false)]
    let all: [Event] = [
      .placed, .attached, .idle, .late("x"), .disconnected, .timeUp, .stop,
      .ended(.exited(0), wasAsked: false),
    ]
    #expect(run(ended + all).count == run(ended).count)
    #expect(run([.idle, .attached, .late("x")]).isEmpty)
    var life = ExtensionLife(Self.times)
    _ = life.happened(.placed)
    #expect(life.isUsable && !life.isServing)
    _ = life.happened(.attached)
    #expect(life.isUsable && life.isServing)
    _ = life.happened(.idle)
    #expect(!life.isUsable && !life.isServing)
    #expect(life.happened(.idle).isEmpty)
  }
}
