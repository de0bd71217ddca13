import CPlatform
import FresnelPlatform
import SpotlightWire
import WireTestSupport

#if canImport(Glibc)
  import Glibc
#endif

extension HostileCase {
  /// Descriptors that are not what they should be, or too many.
  static let descriptorsCases: [HostileCase] = [
    HostileCase("a-payload-that-can-still-be-changed") { scene in
      try mustRefuse(scene, try memory(byteCount: 100))
    },
    HostileCase("a-payload-longer-than-may-be") { scene in
      let file = try memory(byteCount: (64 << 20) + 1)
      guard fresnel_memory_file_seal(file.rawValue) == 0 else {
        throw NotPossibleHere(description: "The file cannot be sealed.")
      }
      try mustRefuse(scene, file)
    },
    HostileCase("an-empty-payload") { scene in
      let file = try memory(byteCount: 0)
      _ = fresnel_memory_file_seal(file.rawValue)
      try mustRefuse(scene, file)
    },
    HostileCase("a-payload-that-is-noise") { scene in
      for seed in UInt64(1)...10 {
        var noise = Noise(seed: seed)
        let file = try noise.bytes(5000).withUnsafeBytes {
          try MemoryFile.sealed($0, name: "noise")
        }
        try mustRefuse(scene, file)
      }
    },
    HostileCase("a-file-on-the-disk-as-payload") { scene in
      let file = try FileDescriptor(opening: "/etc/passwd", for: .reading)
      try mustRefuse(scene, try SharedDescriptor(sharing: file))
    },
    HostileCase("a-directory-as-payload") { scene in
      let file = try FileDescriptor(opening: "/etc", for: .reading)
      try mustRefuse(scene, try SharedDescriptor(sharing: file))
    },
    HostileCase("a-pipe-as-payload") { scene in
      var (reading, writing): (Int32, Int32) = (-1, -1)
      guard fresnel_pipe(&reading, &writing) == 0 else {
        throw NotPossibleHere(description: "There are no pipes.")
      }
      let ends = (SharedDescriptor(adopting: reading), SharedDescriptor(adopting: writing))
      try mustRefuse(scene, ends.0)
      withExtendedLifetime(ends) {}
    },
    HostileCase("a-socket-as-payload") { scene in
      let (first, second) = try UnixSocket.pair()
      try mustRefuse(scene, first.descriptor)
      withExtendedLifetime(second) {}
    },
    HostileCase("its-own-connection-as-payload") { scene in
      let client = try scene.enter()
      client.sendCarelessly(
        header(payload: 0, kind: 0x11, flags: 1, descriptors: 1, request: 1),
        descriptors: [client.socket.descriptor])
      try client.mustEnd(.protocolError)
    },
    HostileCase("memory-of-a-process-as-payload") { scene in
      let file = try FileDescriptor(opening: "/proc/self/mem", for: .reading)
      try mustRefuse(scene, try SharedDescriptor(sharing: file))
    },
    HostileCase("a-device-as-payload") { scene in
      let file = try FileDescriptor(opening: "/dev/zero", for: .reading)
      try mustRefuse(scene, try SharedDescriptor(sharing: file))
    },
    HostileCase("a-payload-without-its-descriptor") { scene in
      let client = try scene.enter()
      client.sendCarelessly(header(payload: 0, kind: 0x11, flags: 1, descriptors: 1, request: 1))
      try client.mustEnd(.protocolError)
    },
    HostileCase("a-payload-inline-and-in-a-descriptor") { scene in
      let client = try scene.enter()
      let file = try [UInt8](repeating: 1, count: 8).withUnsafeBytes {
        try MemoryFile.sealed($0, name: "both")
      }
      client.sendCarelessly(
        header(payload: 4, kind: 0x12, flags: 1, descriptors: 1, request: 1) + [1, 0, 0, 0],
        descriptors: [file])
      try client.mustEnd(.protocolError)
    },
    HostileCase("descriptors-that-no-frame-tells-of") { scene in
      let client = try scene.enter()
      let file = try SharedDescriptor(
        sharing: try FileDescriptor(opening: "/dev/null", for: .reading))
      client.sendCarelessly(
        try frameBytes(of: .clientState(1), request: 1), descriptors: [file, file])
      try client.mustEnd(.protocolError)
    },
    HostileCase("two-hundred-descriptors") { scene in
      for _ in 0..<10 {
        let client = try scene.enter()
        let file = try SharedDescriptor(
          sharing: try FileDescriptor(opening: "/dev/null", for: .reading))
        client.sendCarelessly([0], descriptors: Array(repeating: file, count: 200))
        try client.mustEnd(.protocolError)
      }
    },
    HostileCase("descriptors-hoarded-behind-a-frame") { scene in
      // Each byte of a frame that is not whole brings a descriptor along.
      let client = try scene.enter()
      let file = try SharedDescriptor(
        sharing: try FileDescriptor(opening: "/dev/null", for: .reading))
      client.sendCarelessly(header(payload: 4000, kind: 0x11, request: 1))
      for _ in 0..<50 { client.sendCarelessly([0], descriptors: [file]) }
      try client.mustEnd(.protocolError)
    },
    HostileCase("nine-payloads-in-descriptors-at-once") { scene in
      let client = try scene.enter()
      let index = try client.open("own")
      var payload = WireWriter()
      payload.append(ApplyBatch(handle: index, operations: [.deleteAll]))
      let content = payload.finish()
      for number in UInt64(2)...400 {
        let file = try content.withUnsafeBytes { try MemoryFile.sealed($0, name: "batch") }
        client.sendCarelessly(
          header(payload: 0, kind: 0x11, flags: 1, descriptors: 1, request: number),
          descriptors: [file])
      }
      // Served as fast as they come or refused as too many; both are as it should be.
      _ = try? client.reply(to: 400)
      try scene.checkThatOthersAreServed()
    },
  ]

  /// A request whose payload is a descriptor of this sort ends the connection.
  private static func mustRefuse(_ scene: Scene, _ descriptor: SharedDescriptor) throws {
    let client = try scene.enter()
    client.sendCarelessly(
      header(payload: 0, kind: 0x11, flags: 1, descriptors: 1, request: 1),
      descriptors: [descriptor])
    try client.mustEnd(.protocolError)
  }

  private static func memory(byteCount: Int) throws -> SharedDescriptor {
    let file = SharedDescriptor(adopting: fresnel_memory_file("hostile"))
    guard file.rawValue >= 0, ftruncate(file.rawValue, byteCount) == 0 else {
      throw NotPossibleHere(description: "There are no files in memory.")
    }
    return file
  }
}
