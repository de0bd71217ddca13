import FresnelTestSupport
import Testing

@testable import FresnelHandoff

@Suite("Call")
struct CallTests {
  /// The time of the tests, in milliseconds since 1970.
  static let now: UInt64 = 1_800_000_000_000

  /// Two devices that know each other.
  struct Devices {
    var caller = DeviceBook(own: .random())
    var called = DeviceBook(own: .random())

    init() throws {
      let pairKey = SecretBytes.random(byteCount: 32)
      try caller.add(Device(publicKey: called.own.publicKey, pairKey: pairKey, name: "called"))
      try called.add(Device(publicKey: caller.own.publicKey, pairKey: pairKey, name: "caller"))
    }

    func call(at milliseconds: UInt64 = CallTests.now) throws(HandoffError) -> OutgoingCall {
      try OutgoingCall(to: caller.devices[0], own: caller.own, milliseconds: milliseconds)
    }

    /// The first bytes of a call.
    func first(at milliseconds: UInt64 = CallTests.now) throws(HandoffError) -> [UInt8] {
      let call = try call(at: milliseconds)
      return call.first
    }
  }

  private static func failure(
    _ first: [UInt8], _ answering: inout CallAnswering, _ devices: Devices,
    at milliseconds: UInt64 = CallTests.now
  ) -> HandoffError.Code? {
    thrown { () throws(HandoffError) in
      _ = try answering.answer(first, book: devices.called, milliseconds: milliseconds)
    }
  }

  private static func failure(
    of call: consuming OutgoingCall, answeredBy second: [UInt8]
  ) -> HandoffError.Code? {
    do throws(HandoffError) {
      _ = try call.answered(second)
      return nil
    } catch {
      return error.code
    }
  }

  /// What came of the bytes after a call, and who called.
  private static func connect(
    _ call: consuming AnsweredCall, _ bytes: [UInt8]
  ) throws(HandoffError) -> (device: String?, messages: [PeerMessage]) {
    switch try call.receive(bytes) {
    case .waiting: return (nil, [])
    case .connected(let connected): return (connected.device.name, connected.messages)
    }
  }

  @Test("A paired device is known, and both speak to each other")
  func calling() throws {
    let devices = try Devices()
    var answering = CallAnswering()
    let call = try devices.call()
    let byteCount = call.first.count
    #expect(byteCount == 80)
    let answer = try answering.answer(call.first, book: devices.called, milliseconds: Self.now)
    let second = answer.second
    #expect(second.count == 48)
    var channel = try call.answered(second)
    let hello = PeerMessage.hello(version: 1, name: "x")
    guard case .connected(var connected) = try answer.receive(channel.sealer.seal(hello)) else {
      Issue.record("the first frame is enough")
      return
    }
    let (name, messages) = (connected.device.name, connected.messages)
    #expect(name == "caller" && messages == [hello])
    for message: PeerMessage in [hello, .ping] {
      #expect(try connected.channel.opener.receive(channel.sealer.seal(message)) == [message])
      #expect(try channel.opener.receive(connected.channel.sealer.seal(message)) == [message])
    }
  }

  @Test("A call is no connection before its first frame is whole, however the bytes are cut")
  func confirming() throws {
    let devices = try Devices()
    var answering = CallAnswering()
    for count in [1, 2, 100, 273] {
      let call = try devices.call()
      let answer = try answering.answer(call.first, book: devices.called, milliseconds: Self.now)
      var channel = try call.answered(answer.second)
      let frame = try channel.sealer.seal(.ping)
      guard case .waiting(let waiting) = try answer.receive(Array(frame.prefix(count))) else {
        Issue.record("\(count) bytes are no frame")
        return
      }
      #expect(try Self.connect(waiting, Array(frame.dropFirst(count))) == ("caller", [.ping]))
    }
  }

  @Test("A call that somebody repeats to a device that began anew makes no connection")
  func repetition() throws {
    let devices = try Devices()
    let first = try devices.first()
    for bytes in [[UInt8](repeating: 0, count: 274), [16, 1] + [UInt8](repeating: 7, count: 272)] {
      var anew = CallAnswering()
      let answer = try anew.answer(first, book: devices.called, milliseconds: Self.now)
      var code: HandoffError.Code?
      do throws(HandoffError) {
        _ = try Self.connect(answer, bytes)
      } catch {
        code = error.code
      }
      #expect(code == .forged)
    }
  }

  @Test("A call says nothing twice")
  func secrecy() throws {
    let devices = try Devices()
    let (one, other) = (try devices.first(), try devices.first())
    // The hint stays for an epoch, so that the device called finds it; all else is new.
    #expect(one.prefix(16) == other.prefix(16))
    #expect(Set(one.dropFirst(16).indices.filter { one[$0] == other[$0] }).count < 8)
    #expect(try devices.first(at: Self.now + 900_000).prefix(16) != one.prefix(16))
  }

  @Test("A call that is repeated, too old, or of nobody paired gets no answer")
  func refusals() throws {
    let devices = try Devices()
    var answering = CallAnswering()
    let first = try devices.first()
    _ = try answering.answer(first, book: devices.called, milliseconds: Self.now)
    #expect(Self.failure(first, &answering, devices) == .forged)
    let other = try Devices()
    #expect(Self.failure(try other.first(), &answering, devices) == .unknownDevice)
    for milliseconds in [Self.now - 1_800_001, Self.now + 1_800_001] {
      let old = try devices.first(at: milliseconds)
      #expect(Self.failure(old, &answering, devices) == .unknownDevice)
    }
    var forgotten = devices
    forgotten.called.forget(devices.called.devices[0].id)
    #expect(Self.failure(try devices.first(), &answering, forgotten) == .unknownDevice)
  }

  @Test("A changed bit of any byte of a call or of its answer is refused and changes nothing")
  func changes() throws {
    let devices = try Devices()
    var answering = CallAnswering()
    let first = try devices.first()
    for index in first.indices {
      var changed = first
      changed[index] ^= 1 << (index % 8)
      let expected: HandoffError.Code = index < 16 ? .unknownDevice : .forged
      #expect(Self.failure(changed, &answering, devices) == expected, "byte \(index)")
      #expect(Self.failure(Array(first.prefix(index)), &answering, devices) == .unknownDevice)
    }
    #expect(answering.seenCount == 0)
    #expect(Self.failure(first, &answering, devices) == nil)
    for index in 0..<48 {
      let call = try devices.call()
      let answer = try answering.answer(call.first, book: devices.called, milliseconds: Self.now)
      var second = answer.second
      second[index] ^= 1 << (index % 8)
      #expect(Self.failure(of: call, answeredBy: second) == .forged)
    }
  }

  @Test("The answer to another call does not fit")
  func otherAnswer() throws {
    let devices = try Devices()
    var answering = CallAnswering()
    let one = try devices.call()
    let other = try devices.call()
    _ = try answering.answer(one.first, book: devices.called, milliseconds: Self.now)
    let answer = try answering.answer(other.first, book: devices.called, milliseconds: Self.now)
    #expect(Self.failure(of: one, answeredBy: answer.second) == .forged)
  }

  @Test("No more calls are remembered than the limit")
  func memory() throws {
    let devices = try Devices()
    var answering = CallAnswering()
    for _ in 0..<CallAnswering.seenLimit + 20 {
      _ = try answering.answer(
        devices.first(), book: devices.called, milliseconds: Self.now)
    }
    #expect(answering.seenCount == CallAnswering.seenLimit)
  }

  @Test("100,000 random calls of nobody are refused", .timeLimit(.minutes(1)))
  func random() throws {
    var generator = SeededGenerator(seed: 5)
    let devices = try Devices()
    var answering = CallAnswering()
    for number in 0..<100_000 {
      var first = [UInt8](repeating: 0, count: number % 50 == 0 ? generator.below(200) : 80)
      for index in first.indices.prefix(24) {
        first[index] = UInt8(truncatingIfNeeded: generator.next())
      }
      guard Self.failure(first, &answering, devices) == .unknownDevice else {
        Issue.record("call \(number)")
        return
      }
    }
    #expect(answering.seenCount == 0)
  }

  @Test("Of two calls that crossed both devices keep the same one")
  func crossing() {
    let (low, high) = (DeviceID(publicKey: [1, 2]), DeviceID(publicKey: [1, 3]))
    // Whichever call a device sees first, it ends with the one of the lower key.
    #expect(Call.replaces(calledBy: low, standing: high, for: 0))
    #expect(!Call.replaces(calledBy: high, standing: low, for: 9_999))
  }

  @Test("Who calls again has lost the old connection: the new one takes its place")
  func callingAgain() {
    let (low, high) = (DeviceID(publicKey: [1, 2]), DeviceID(publicKey: [1, 3]))
    for device in [low, high] {
      #expect(Call.replaces(calledBy: device, standing: device, for: 0))
    }
    #expect(Call.replaces(calledBy: high, standing: low, for: 10_000))
  }
}
