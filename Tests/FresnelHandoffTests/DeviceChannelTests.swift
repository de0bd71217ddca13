import Testing

@testable import FresnelHandoff

@Suite("DeviceChannel")
struct DeviceChannelTests {
  private let devices: CallTests.Devices
  private let hello = PeerMessage.hello(version: 1, name: "x")

  init() throws {
    devices = try CallTests.Devices()
  }

  private var caller: DeviceID { DeviceID(publicKey: devices.caller.own.publicKey) }
  private var called: DeviceID { DeviceID(publicKey: devices.called.own.publicKey) }

  @Test("Both sides know each other once they have heard enough, however the bytes are cut")
  func pieces() throws {
    for size in [1, 7, 48, 400] {
      let call = try devices.call()
      var answering = CallAnswering()
      let answer = try answering.answer(
        call.first, book: devices.called, milliseconds: CallTests.now)
      let second = answer.second
      var one = DeviceChannel(call, to: called)
      var other = DeviceChannel(answer)
      var events: [DeviceChannel.Event] = []
      for start in stride(from: 0, to: second.count, by: size) {
        events += try one.receive(Array(second[start..<min(start + size, second.count)]))
      }
      #expect(events == [.connected(called)])
      let bytes = try one.seal(hello) + one.seal(.ping)
      events = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        events += try other.receive(Array(bytes[start..<min(start + size, bytes.count)]))
      }
      #expect(events == [.connected(caller), .message(hello), .message(.ping)])
      // What comes together with the answer to a call is taken with it.
      #expect(try one.receive(other.seal(.pong)) == [.message(.pong)])
    }
  }

  @Test("Nothing is said before the device is known, and nothing at all after an error")
  func order() throws {
    let call = try devices.call()
    var answering = CallAnswering()
    let answer = try answering.answer(call.first, book: devices.called, milliseconds: CallTests.now)
    var second = answer.second
    var one = DeviceChannel(call, to: called)
    var other = DeviceChannel(answer)
    #expect(Self.failure(toSeal: .ping, &one) == .disconnected)
    #expect(Self.failure(toSeal: .ping, &other) == .disconnected)
    second[40] ^= 1
    #expect(Self.failure(toReceive: second, &one) == .forged)
    #expect(Self.failure(toReceive: [1], &one) == .disconnected)
    #expect(Self.failure(toSeal: .ping, &one) == .disconnected)
    #expect(
      Self.failure(toReceive: [16, 1] + [UInt8](repeating: 0, count: 272), &other) == .forged)
    #expect(Self.failure(toReceive: [1], &other) == .disconnected)
  }

  @Test("A message that is too large is refused, and the connection goes on")
  func tooLarge() throws {
    let call = try devices.call()
    var answering = CallAnswering()
    let answer = try answering.answer(call.first, book: devices.called, milliseconds: CallTests.now)
    var one = DeviceChannel(call, to: called)
    _ = try one.receive(answer.second)
    var other = DeviceChannel(answer)
    let large = PeerMessage.hello(version: 1, name: String(repeating: "x", count: 65))
    #expect(Self.failure(toSeal: large, &one) == .tooLarge)
    #expect(try other.receive(one.seal(hello)) == [.connected(caller), .message(hello)])
  }

  private static func failure(
    toSeal message: PeerMessage, _ channel: inout DeviceChannel
  ) -> HandoffError.Code? {
    do throws(HandoffError) {
      _ = try channel.seal(message)
      return nil
    } catch {
      return error.code
    }
  }

  private static func failure(
    toReceive bytes: [UInt8], _ channel: inout DeviceChannel
  ) -> HandoffError.Code? {
    do throws(HandoffError) {
      _ = try channel.receive(bytes)
      return nil
    } catch {
      return error.code
    }
  }
}
