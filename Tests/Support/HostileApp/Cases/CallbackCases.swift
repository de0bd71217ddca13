import FresnelPlatform
import SpotlightWire
import WireTestSupport

extension HostileCase {
  /// Answers that nobody asked for.
  static let callbacksCases: [HostileCase] = [
    HostileCase("answers-that-nobody-asked-for") { scene in
      let client = try scene.enter()
      for number in UInt64(1)...50 {
        client.sendCarelessly(try frameBytes(of: .acknowledged, request: number))
        client.sendCarelessly(try frameBytes(of: .dataProvided(.bytes([1, 2])), request: number))
        client.sendCarelessly(try frameBytes(of: .itemsProvided([]), request: number))
        client.sendCarelessly(try frameBytes(of: .itemImported(nil), request: number))
        client.sendCarelessly(
          try frameBytes(of: .failed(ServiceError(.providerFailed, "no")), request: number))
      }
      try scene.checkThatOthersAreServed()
    },
    HostileCase("acknowledges-another-apps-reindexing") { scene in
      // The victim owes nothing; whatever is asked of this client is asked for its own index.
      let client = try scene.enter()
      let index = try client.open(Scene.victimIndex, flags: .takesCallbacks, methods: .all)
      try scene.checkThatOthersAreServed()
      for message in try client.messages(before: .clientState(index)) {
        if case .reindexAll(let request) = message, request.index != Scene.victimIndex {
          throw AttackSucceeded(description: "asked about the index \(request.index)")
        }
      }
      for number in UInt64(1)...20 {
        client.sendCarelessly(try frameBytes(of: .acknowledged, request: number))
      }
    },
    HostileCase("a-file-as-the-answer-to-nothing") { scene in
      let client = try scene.enter()
      let file = try SharedDescriptor(
        sharing: try FileDescriptor(opening: "/dev/zero", for: .reading))
      for number in UInt64(1)...5 {
        try? client.send(
          Envelope(
            .fileProvided(ProvidedFile(path: "../../.ssh/id_ed25519", fileName: "../x")),
            request: number, descriptors: [file]))
      }
      try scene.checkThatOthersAreServed()
    },
    HostileCase("a-detached-answer-to-nothing") { scene in
      let client = try scene.enter()
      for number in UInt64(1)...8 {
        let data = [UInt8](repeating: 3, count: 4 << 20)
        try client.send(Envelope(.dataProvided(.bytes(data)), request: number))
      }
      try scene.checkThatOthersAreServed()
    },
  ]
}
