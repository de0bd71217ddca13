import Testing

@testable import FresnelHandoff

/// A connection from the first byte on, as the device that is called sees it.
@Suite("Sessions")
struct SessionTests {
  private let devices: CallTests.Devices
  private let notes = Exchange.notes(1)

  init() throws {
    devices = try CallTests.Devices()
  }

  /// Calls, says hello and offers something.
  ///
  /// - Parameters:
  ///   - answering: What the device called remembers of calls.
  ///   - seen: Gets what that device knows of offers, whatever comes after.
  ///   - network: Says what arrives in the place of the bytes that are sent.
  /// - Throws: What the device called throws, or the one that calls.
  private func run(
    _ answering: inout CallAnswering, _ seen: inout [PeerMessage.Offer],
    network: (_ number: Int, _ bytes: [UInt8]) -> [UInt8]
  ) throws(HandoffError) {
    let call = try devices.call()
    let answer = try answering.answer(
      network(0, call.first), book: devices.called, milliseconds: CallTests.now)
    var channel = try call.answered(answer.second)
    let hello = try channel.sealer.seal(.hello(version: 1, name: "caller"))
    guard case .connected(var connected) = try answer.receive(network(1, hello)) else { return }
    let caller = connected.device.id
    var machine = ExchangeMachine(name: "called")
    let connection = machine.connected(caller, isCaller: false, now: 0).connection
    for message in connected.messages { _ = machine.receive(message, from: connection, now: 0) }
    let offer = try channel.sealer.seal(.offer(notes))
    for message in try connected.channel.opener.receive(network(2, offer)) {
      _ = machine.receive(message, from: connection, now: 0)
    }
    seen = machine.available.map(\.offer)
  }

  @Test("A changed bit anywhere ends the connection in its error, and changes nothing")
  func changes() throws {
    var answering = CallAnswering()
    var seen: [PeerMessage.Offer] = []
    try run(&answering, &seen) { $1 }
    #expect(seen == [notes])
    for number in 0...2 {
      for index in stride(from: 0, to: number == 0 ? 80 : 274, by: number == 0 ? 3 : 11) {
        seen = []
        var code: HandoffError.Code?
        do throws(HandoffError) {
          try run(&answering, &seen) { sent, bytes in
            var bytes = bytes
            if sent == number { bytes[index] ^= 1 << (index % 8) }
            return bytes
          }
        } catch {
          code = error.code
        }
        let isHint = number == 0 && index < 16
        #expect(code == (isHint ? .unknownDevice : .forged), "byte \(index) of part \(number)")
        #expect(seen.isEmpty, "byte \(index) of part \(number)")
      }
    }
  }

  @Test("A recorded session that is played again is refused, by a device that began anew as well")
  func replay() throws {
    var answering = CallAnswering()
    var seen: [PeerMessage.Offer] = []
    var recording: [[UInt8]] = []
    try run(&answering, &seen) {
      recording.append($1)
      return $1
    }
    #expect(
      thrown { () throws(HandoffError) in
        _ = try answering.answer(
          recording[0], book: devices.called, milliseconds: CallTests.now)
      } == .forged)
    // It cannot know the call; but the frames are sealed with keys that are made anew.
    var anew = CallAnswering()
    let answer = try anew.answer(recording[0], book: devices.called, milliseconds: CallTests.now)
    var code: HandoffError.Code?
    do throws(HandoffError) {
      _ = try answer.receive(recording[1])
    } catch {
      code = error.code
    }
    #expect(code == .forged)
  }

  @Test("A frame of one session does not open in another one of the same devices")
  func otherSession() throws {
    var answering = CallAnswering()
    var seen: [PeerMessage.Offer] = []
    var recording: [[UInt8]] = []
    try run(&answering, &seen) {
      recording.append($1)
      return $1
    }
    seen = []
    #expect(
      thrown { () throws(HandoffError) in
        try run(&answering, &seen) { number, bytes in number == 2 ? recording[2] : bytes }
      } == .forged)
    #expect(seen.isEmpty)
  }
}
