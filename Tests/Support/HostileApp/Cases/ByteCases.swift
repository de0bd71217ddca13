import FresnelModel
import FresnelPlatform
import SpotlightWire
import WireTestSupport

extension HostileCase {
  /// Bytes that are no messages, and messages that make no sense.
  static let bytesCases: [HostileCase] = [
    HostileCase("noise-instead-of-hello") { scene in
      for seed in UInt64(1)...20 {
        var noise = Noise(seed: seed)
        let client = try scene.connect()
        _ = try client.greeting()
        client.sendCarelessly(noise.bytes(4000))
        try client.mustEnd(.protocolError)
      }
    },
    HostileCase("noise-after-welcome") { scene in
      for seed in UInt64(1)...20 {
        var noise = Noise(seed: seed)
        let client = try scene.enter()
        client.sendCarelessly(noise.bytes(4000))
        try client.mustEnd(.protocolError)
      }
    },
    HostileCase("every-message-cut-short") { scene in
      for message in try samples() {
        let whole = try frameBytes(of: message, request: message.kind.belongsToRequest ? 1 : 0)
        let payload = Array(whole.dropFirst(16))
        for count in Set((0..<payload.count).filter { $0 < 12 || $0 % 17 == 0 }).sorted() {
          let client = try scene.enter()
          let frame =
            header(
              payload: UInt32(count), kind: message.kind.rawValue,
              request: message.kind.belongsToRequest ? 1 : 0) + payload[..<count]
          client.sendCarelessly(frame)
          // Short forms may be messages of their own; they are answered or end the connection.
          client.sendCarelessly(try frameBytes(of: .clientState(9), request: 2))
          try mustAnswerOrEnd(client)
        }
      }
    },
    HostileCase("every-message-with-bytes-behind-it") { scene in
      for message in try samples() {
        let request: UInt64 = message.kind.belongsToRequest ? 1 : 0
        let payload =
          Array(try frameBytes(of: message, request: request).dropFirst(16)) + [0, 1, 2]
        let client = try scene.enter()
        client.sendCarelessly(
          header(payload: UInt32(payload.count), kind: message.kind.rawValue, request: request)
            + payload)
        try client.mustEnd(.protocolError)
      }
    },
    HostileCase("every-message-with-noise-in-it") { scene in
      var noise = Noise(seed: 99)
      for message in try samples() {
        for _ in 0..<8 {
          var frame = try frameBytes(of: message, request: message.kind.belongsToRequest ? 1 : 0)
          for _ in 0..<3 where frame.count > 16 {
            frame[Int.random(in: 16..<frame.count, using: &noise)] = UInt8.random(
              in: .min ... .max, using: &noise)
          }
          let client = try scene.enter()
          client.sendCarelessly(frame + (try frameBytes(of: .clientState(9), request: 2)))
          try mustAnswerOrEnd(client)
        }
      }
    },
    HostileCase("every-kind-with-noise") { scene in
      var noise = Noise(seed: 7)
      for kind in MessageKind.allCases {
        let client = try scene.enter()
        let payload = noise.bytes(40)
        client.sendCarelessly(
          header(payload: 40, kind: kind.rawValue, request: kind.belongsToRequest ? 1 : 0)
            + payload)
        client.sendCarelessly(try frameBytes(of: .clientState(9), request: 2))
        try mustAnswerOrEnd(client)
      }
    },
    HostileCase("a-payload-of-four-gigabytes") { scene in
      for count in [UInt32.max, 1 << 31, (1 << 20) + 1] as [UInt32] {
        let client = try scene.enter()
        client.sendCarelessly(header(payload: count, kind: 0x11, request: 1))
        try client.mustEnd(.protocolError)
      }
    },
    HostileCase("unknown-flags") { scene in
      let client = try scene.enter()
      client.sendCarelessly(header(payload: 0, kind: 0x12, flags: 0xFC, request: 1))
      try client.mustEnd(.protocolError)
    },
    HostileCase("requests-that-promise-more") { scene in
      let client = try scene.enter()
      client.sendCarelessly(header(payload: 4, kind: 0x12, flags: 2, request: 1) + [0, 0, 0, 0])
      try client.mustEnd(.protocolError)
    },
    HostileCase("lists-of-a-trillion") { scene in
      // A handle, no expectation, no state, then a list whose length is a number of ten bytes.
      let length: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01]
      let billions: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF, 0x7F]
      let tooLong: [UInt8] = [UInt8](repeating: 0xFF, count: 10) + [1]
      for count in [length, billions, tooLong] {
        let client = try scene.enter()
        let payload: [UInt8] = [1, 0, 0, 0, 0, 0] + count
        client.sendCarelessly(
          header(payload: UInt32(payload.count), kind: 0x11, request: 1) + payload)
        try client.mustEnd(.protocolError)
      }
    },
    HostileCase("texts-that-are-no-text") { scene in
      let client = try scene.enter()
      let payload: [UInt8] = [3, 0xC0, 0x80, 0xFF, 0, 0, 0, 0, 0, 0, 0]
      client.sendCarelessly(
        header(payload: UInt32(payload.count), kind: 0x10, request: 1) + payload)
      try client.mustEnd(.protocolError)
    },
    HostileCase("a-number-used-twice") { scene in
      let client = try scene.enter()
      let frame = try frameBytes(of: .clientState(1), request: 5)
      client.sendCarelessly(frame)
      _ = try client.reply(to: 5)
      client.sendCarelessly(frame)
      try client.mustEnd(.protocolError)
    },
    HostileCase("numbers-that-fall") { scene in
      let client = try scene.enter()
      client.sendCarelessly(try frameBytes(of: .clientState(1), request: UInt64.max))
      _ = try client.reply(to: UInt64.max)
      client.sendCarelessly(try frameBytes(of: .clientState(1), request: 1))
      try client.mustEnd(.protocolError)
    },
    HostileCase("a-request-without-a-number") { scene in
      let client = try scene.enter()
      client.sendCarelessly(header(payload: 4, kind: 0x12) + [1, 0, 0, 0])
      try client.mustEnd(.protocolError)
    },
    HostileCase("an-event-with-a-number") { scene in
      let client = try scene.enter()
      client.sendCarelessly(header(payload: 8, kind: 0xF1, request: 3) + [1, 0, 0, 0, 0, 0, 0, 0])
      try client.mustEnd(.protocolError)
    },
    HostileCase("kinds-of-tomorrow") { scene in
      let client = try scene.enter()
      for (number, kind) in (UInt16(0x81)...0x8F).enumerated() {
        client.sendCarelessly(
          header(payload: 3, kind: kind, request: UInt64(number + 1)) + [1, 2, 3])
        guard case .failed(let error) = try client.reply(to: UInt64(number + 1)),
          error.code == .unsupported
        else { throw AttackSucceeded(description: "kind \(kind) was not refused") }
      }
    },
  ]

  /// A message of each kind that a client says after it was taken in.
  private static func samples() throws -> [ClientMessage] {
    let activity = WireActivity(type: "a", title: "b", webpage: "https://example.com/")
    let item = try EncodedItem(
      opening: try ItemCodec.encode(Item(uniqueIdentifier: "one")))
    let samples: [ClientMessage] = [
      .openIndex(OpenIndex(name: "index", protection: ProtectionClass.none, methods: .all)),
      .apply(try RawClient.batch(of: ["one", "two"], into: 1, clientState: [1, 2, 3])),
      .clientState(1), .describe(DescribeIndex(handle: 1, withDigest: true)),
      .applySealed(SealedChanges(handle: 1, bytes: [1, 2, 3, 4, 5])),
      .beginReplace(BeginReplacement(handle: 1, domain: "a.b")),
      .commitReplace(CommitReplacement(handle: 1, clientState: [4])), .abandonReplace(1),
      .setDelegate(SetDelegate(handle: 1, methods: .all)),
      .query(
        QueryRequest(
          query: "title == \"a\"", filters: ["title == \"b\""], attributes: ["title"],
          reach: .apps(["a", "b"]))),
      .search(
        SearchRequest(form: .query, text: "title == \"a\"", reach: .system, limit: 10)),
      .ask(
        AskRequest(
          text: "a photos",
          tokens: [QueryToken(.kind, range: 2..<8, shown: "b", query: "title == \"a\"")],
          filters: ["title == \"b\""], reach: .system, limit: 10, suggestionLimit: 5,
          after: AskRequest.Place(
            score: 1, scope: IndexScope(app: "a", index: "b"), identifier: "c"), weights: [1])),
      .item(ItemLookup(app: "a", index: "b", identifier: "c")), .list(ItemList(app: "a")),
      .channel(.complete), .fetchData(FetchData(app: "a", item: "b", contentType: "public.data")),
      .promise(
        PromiseRequest(app: "a", index: "b", item: "c", contentType: "d", wanted: .bytes)),
      .administer(Administration(verb: "status", arguments: [0x7B, 0x7D])),
      .unlock(Unlock(protection: .complete, passphrase: [1, 2, 3])),
      .more(MoreResults(request: 1, frameCount: 2)), .cancel(1),
      .failed(ServiceError(.refused, "no", details: [ServiceError.Detail(key: "a", value: "b")])),
      .openHistory, .donate(DonateActivity(handle: 1, isVisit: true, activity: activity)),
      .deleteActivities(DeleteActivities(handle: 1, choice: .persistentIdentifiers(["a"]))),
      .listHistory(ListHistory(app: "a", limit: 10)),
      .deleteHistory(DeleteHistory(app: "a", keys: ["b"])),
      .listChoices(ListHistory(app: "a", limit: 10)),
      .listSearches(ListHistory(app: "a", limit: 10)),
      .forgetChoices(ForgetChoices(app: "a", identifiers: ["b"])),
      .changeMark(ChangeMark(.addAlias, IndexScope(app: "a", index: "i"), "b", text: "c")),
      .listMarks(ListMarks(app: "a", identifier: "b")),
      .engage(EngagedItem(text: "a", protection: .firstUnlock, index: "", identifier: "b")),
      .forgetSearches("a"),
      .launch(LaunchRequest(target: .url("https://example.com/", app: "a"), query: "b")),
      .receive(ReceiveActivities(kinds: .all, version: "1")), .continuationApps("a"),
      .launchTime(1), .openContinuationStream(1),
      .currentChanged(ActivitySummary(of: activity, number: 1, needsSaving: true)),
      .restored(Restored(delivery: 1, sign: .window)), .searchOpened(true), .acknowledged,
      .dataProvided(.bytes([1, 2])), .itemsProvided([item]), .itemImported(item),
      .continued(true), .activitySaved(activity),
    ]
    try checkThatNoneIsMissing(samples)
    return samples
  }

  /// A family of messages that is added later is to be attacked too.
  private static func checkThatNoneIsMissing(_ samples: [ClientMessage]) throws {
    // These need a descriptor, and have attacks of their own; hello has those on the handshake.
    let others: Set<MessageKind> = [.hello, .takeOver, .importFile, .fileProvided]
    let covered = Set(samples.map(\.kind)).union(others)
    for kind in MessageKind.allCases where !covered.contains(kind) {
      var reader = WireReader([])
      guard let isClients = try? ClientMessage(kind, from: &reader) != nil else {
        throw AttackSucceeded(description: "\(kind) has no sample")
      }
      if isClients { throw AttackSucceeded(description: "\(kind) has no sample") }
    }
  }

  /// The daemon answers what came second, or ends the connection; it does not hang.
  private static func mustAnswerOrEnd(_ client: RawClient) throws {
    do {
      while true {
        let envelope = try client.receive()
        if envelope.request == 2, envelope.isLast { return }
      }
    } catch RawClient.Failure.ended {}
  }
}
