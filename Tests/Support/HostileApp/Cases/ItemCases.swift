import FresnelModel
import FresnelPlatform
import SpotlightWire
import WireTestSupport

extension HostileCase {
  /// Batches in good frames that hold nonsense.
  static let itemsCases: [HostileCase] = [
    HostileCase("items-that-are-noise") { scene in
      var noise = Noise(seed: 12)
      for _ in 0..<100 {
        let client = try scene.enter()
        let index = try client.open("own")
        try mustNotBeStored(client, index, noise.bytes(Int.random(in: 0..<200, using: &noise)))
        client.socket.shutdown()
      }
      try scene.checkThatOthersAreServed()
    },
    HostileCase("items-with-changed-bytes") { scene in
      var noise = Noise(seed: 13)
      var item = Item(uniqueIdentifier: "one")
      item.attributes[.title] = .string("a title with some words")
      item.attributes[.pageCount] = .integer(12)
      let good = try ItemCodec.encode(item)
      for _ in 0..<200 {
        var bytes = good
        for _ in 0..<2 {
          bytes[Int.random(in: 0..<bytes.count, using: &noise)] = UInt8.random(
            in: .min ... .max, using: &noise)
        }
        let client = try scene.enter()
        let index = try client.open("own")
        _ = try? client.ask(raw(bytes, into: index), client)
        client.socket.shutdown()
      }
      let client = try scene.enter()
      // Whatever was stored can be read again.
      _ = try client.identifiers(matching: "title == \"*\"")
      try scene.checkThatOthersAreServed()
    },
    HostileCase("items-cut-short") { scene in
      var item = Item(uniqueIdentifier: "one")
      item.attributes[.title] = .string("a title")
      let good = try ItemCodec.encode(item)
      for count in 0..<good.count {
        let client = try scene.enter()
        let index = try client.open("own")
        try mustNotBeStored(client, index, Array(good[..<count]))
        client.socket.shutdown()
      }
    },
    HostileCase("identifiers-that-break-out") { scene in
      let client = try scene.enter()
      let index = try client.open("own")
      for name in ["../../etc/passwd", "a\0b", String(repeating: "x", count: 100_000), "\u{1B}[2J"]
      {
        guard let batch = try? RawClient.batch(of: [name], into: index) else { continue }
        _ = try client.ask(.apply(batch))
      }
      try scene.checkThatOthersAreServed()
    },
    HostileCase("a-client-state-that-is-too-long") { scene in
      let client = try scene.enter()
      let index = try client.open("own")
      let batch = ApplyBatch(
        handle: index, clientState: [UInt8](repeating: 1, count: 100_000), operations: [.deleteAll])
      try client.mustFail(.apply(batch), [.invalidClientState])
    },
    HostileCase("deletes-thousands-of-things") { scene in
      let client = try scene.enter()
      let index = try client.open("own")
      let names = (0..<5_000).map { "\($0)" }
      for _ in 0..<4 {
        _ = try client.ask(
          .apply(
            ApplyBatch(
              handle: index, operations: [.deleteIdentifiers(names), .deleteDomains(names)])))
      }
      try scene.checkThatOthersAreServed()
    },
  ]

  /// A frame that puts an item of any bytes.
  private static func raw(_ item: [UInt8], into index: UInt32) -> [UInt8] {
    var payload = WireWriter()
    payload.append(index)
    // Any state is right, none is given; one operation, which puts one item.
    payload.append(raw: [0, 0, 1, 1, 1])
    payload.append(bytes: item)
    let bytes = payload.finish()
    return header(payload: UInt32(bytes.count), kind: 0x11, request: 2) + bytes
  }

  /// The daemon refuses an item or ends the connection.
  private static func mustNotBeStored(
    _ client: RawClient, _ index: UInt32, _ item: [UInt8]
  ) throws {
    do {
      if case .done = try client.ask(raw(item, into: index), client) {
        throw AttackSucceeded(description: "\(item.count) bytes were taken for an item")
      }
    } catch RawClient.Failure.refused {
    } catch RawClient.Failure.ended {}
  }
}

extension RawClient {
  /// Sends a frame with request 2 and waits for the answer.
  fileprivate func ask(_ frame: [UInt8], _ client: RawClient) throws -> DaemonMessage {
    client.sendCarelessly(frame)
    return try client.reply(to: 2)
  }
}
