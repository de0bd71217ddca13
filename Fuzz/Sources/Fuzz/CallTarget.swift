@testable import FresnelHandoff

/// The first bytes of a connection and those that follow the answer, from anybody and from a paired device.
///
/// An input's first byte says whether the rest begins with a call (0) or is what a paired device says after a call
/// of its own (1) or in answer to one (2).
enum CallTarget: FuzzTarget {
  private static let time: UInt64 = 1_800_000_000_000
  private static let pairKey = SecretBytes(byteCount: 32) { $0[0] = 5 }

  private static func book(_ own: UInt8, _ other: UInt8) -> DeviceBook {
    func key(_ number: UInt8) -> DeviceKey {
      DeviceKey(secretKey: SecretBytes(byteCount: 32) { $0[1] = number })
    }
    var book = DeviceBook(own: key(own))
    try? book.add(Device(publicKey: key(other).publicKey, pairKey: pairKey, name: "other"))
    return book
  }

  static func seeds() throws -> [[UInt8]] {
    let device = book(1, 2)
    let hint = HandoffHint.call(
      pairKey: pairKey, publicKey: device.own.publicKey,
      epoch: HandoffHint.epoch(atSeconds: time / 1000))
    let ephemeral = DeviceKey(secretKey: SecretBytes(byteCount: 32) { $0[2] = 3 })
    let initiator = try NoiseInitiator(
      Call.handshake(own: device.own, with: device.devices[0], hint: hint),
      payload: Sodium.littleEndian(time) + Sodium.littleEndian(4), ephemeral: ephemeral)
    let frame = [16, 1] + [UInt8](repeating: 6, count: 272)
    return [
      [0] + hint + initiator.first + frame, [0] + hint + [UInt8](repeating: 0, count: 64),
      [1] + frame, [2] + ephemeral.publicKey + [UInt8](repeating: 0, count: 16),
    ]
  }

  static func examine(_ input: [UInt8]) {
    let rest = Array(input.dropFirst())
    switch input.first {
    case 0: answer(Array(rest.prefix(80)), then: Array(rest.dropFirst(80)), isPaired: false)
    case 1:
      let caller = book(1, 2)
      guard
        let call = try? OutgoingCall(to: caller.devices[0], own: caller.own, milliseconds: time)
      else { return }
      answer(call.first, then: rest, isPaired: true)
    case 2:
      let caller = book(1, 2)
      do throws(HandoffError) {
        let call = try OutgoingCall(to: caller.devices[0], own: caller.own, milliseconds: time)
        _ = try call.answered(rest)
        expect(false, "Somebody answers for a paired device.")
      } catch {
        expect(error.code == .forged, "A forged answer is not called so.")
      }
    default: break
    }
  }

  private static func answer(_ first: [UInt8], then rest: [UInt8], isPaired: Bool) {
    var answering = CallAnswering()
    do throws(HandoffError) {
      let call = try answering.answer(first, book: book(2, 1), milliseconds: time)
      switch try call.receive(rest) {
      case .waiting: break
      case .connected: expect(false, "A connection begins with a frame that nobody sealed.")
      }
    } catch {
      expect(!isPaired || error.code == .forged, "A call of a paired device is refused.")
      expect(
        error.code == .unknownDevice || error.code == .forged, "A forged call is not called so.")
    }
    var limits = CallerLimits()
    guard let token = limits.admit(from: [127, 0, 0, 2], now: 0) else { return }
    let progress = limits.receive(first, from: token)
    expect(progress == (first.count < 80 ? .waiting : .call(first)), "A call is cut otherwise.")
  }
}
