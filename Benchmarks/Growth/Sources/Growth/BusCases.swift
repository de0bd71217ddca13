import CSystemd
@testable import FresnelBus
import FresnelPlatform

extension GrowthCase {
  /// Messages of D-Bus, read as values. sd-bus has taken their bytes before.
  static var bus: [GrowthCase] {
    [
      message("bus message: texts") { count in
        [.array(element: "s", (0..<count).map { .string("text \($0)") })]
      },
      message("bus message: entries of a dictionary") { count in
        [
          .array(
            element: "{sv}",
            (0..<count).map { .entry(.string("key \($0)"), .variant(.int32(Int32($0)))) })
        ]
      },
      message("bus message: structures") { count in
        [
          .array(
            element: "(s(ii)as)",
            (0..<count).map {
              .structure([
                .string("a"), .structure([.int32(Int32($0)), .int32(1)]),
                .array(element: "s", [.string("b")]),
              ])
            })
        ]
      },
      message("bus message: fields of structures", from: 15) { count in
        let structure = BusValue.structure((0..<count).map { .byte(UInt8(truncatingIfNeeded: $0)) })
        return [.array(element: structure.typeSignature, Array(repeating: structure, count: 512))]
      },
      message("bus message: arrays in arrays") { count in
        let inner = BusValue.array(element: "s", [.string("a")])
        return [.array(element: "as", Array(repeating: inner, count: count))]
      },
      message("bus message: empty arrays of bytes") { count in
        [.array(element: "ay", Array(repeating: .bytes([]), count: count))]
      },
      message("bus message: variants") { count in
        [.array(element: "v", Array(repeating: .variant(.variant(.byte(1))), count: count))]
      },
      message("bus message: bytes") { count in [.bytes(Array(repeating: 7, count: count * 64))] },
    ]
  }

  private static func message(
    _ name: String, from smallest: Int = 512, _ values: @escaping (Int) -> [BusValue]
  ) -> GrowthCase {
    GrowthCase(name: name, smallest: smallest, doublings: 4) { count in
      let message = try SentMessage(values(count))
      return { message.read() }
    }
  }

  /// A message that is ready to be sent, and so to be read, with the connection that it belongs to.
  private final class SentMessage {
    private let sockets: (UnixSocket, UnixSocket)
    private let bus: OpaquePointer
    private let message: BusMessage

    init(_ values: [BusValue]) throws {
      sockets = try UnixSocket.pair()
      var opened: OpaquePointer?
      let status = fresnel_bus_open(
        Int32(FRESNEL_BUS_CLIENT_SOCKET), nil, sockets.0.descriptor.rawValue, &opened)
      guard status >= 0, let opened else { throw BusError(status: status, "connect") }
      bus = opened
      let signal = try BusMessage("signal") {
        fresnel_bus_new_signal(opened, "/object", "org.fresnel.Growth", "Changed", $0)
      }
      try signal.append(values)
      // It waits for the handshake, which never comes.
      let sending = fresnel_bus_send(bus, signal.pointer)
      guard sending >= 0 else { throw BusError(status: sending, "send") }
      message = signal
    }

    deinit { fresnel_bus_close(bus) }

    func read() { use(try? message.values()) }
  }
}
