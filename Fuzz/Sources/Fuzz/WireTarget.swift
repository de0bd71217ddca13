import FresnelModel
import SpotlightWire

/// What one side of a connection sends, up to its messages.
///
/// An input is a stream of bytes. Its first byte says after how many bytes the stream is cut, as a
/// socket may do anywhere.
enum WireTarget<Message: WireMessage>: FuzzTarget {
  static func seeds() throws -> [[UInt8]] {
    let item = try EncodedItem(validating: ItemCodec.encode(SampleItems.items[1]))
    let hit = WireHit(
      scope: IndexScope(app: "app", index: "notes"), protection: .firstUnlock, score: 1.5,
      item: item)
    let nonce = [UInt8](repeating: 7, count: 16)
    let client: [ClientMessage] = [
      .hello(Hello(nonce: nonce, claimedIdentifier: "app", program: "p", ticket: nonce)),
      .openIndex(OpenIndex(name: "notes", protection: .complete, flags: .all, methods: .all)),
      .apply(
        ApplyBatch(
          handle: 1, expected: .equal([1]), clientState: [2],
          operations: [.put([item]), .deleteIdentifiers(["a"]), .deleteDomains(["b"]), .deleteAll]
        )),
      .query(
        QueryRequest(
          query: "*", filters: ["a == 1"], attributes: ["title"], reach: .apps(["app"]),
          classes: [.complete])),
      .search(SearchRequest(form: .typed, text: "a", limit: 300, flags: .all)),
      .search(
        SearchRequest(form: .typed, text: "a", limit: 3, snippetLength: 300, isSettled: true)),
      .ask(
        AskRequest(
          text: "a b", tokens: [QueryToken(.kind, range: 2..<3, shown: "b", query: "a == 1")],
          limit: 3, suggestionLimit: 2, continuing: [1], after: AskRequest.Place(of: hit),
          weights: [1])),
      .itemsProvided([item]), .failed(ServiceError(.cancelled, "", column: 3)), .cancel(1),
    ]
    let daemon: [DaemonMessage] = [
      .greeting(Greeting(nonce: nonce)), .refused(Refusal(.tooSlow, "")),
      .welcome(
        Welcome(
          identity: "app", trust: .confined, role: .app,
          classes: [ClassCondition(protection: .complete, state: .locked, publicKey: nonce)])),
      .indexOpened(IndexOpened(handle: 1, protection: .complete)), .done, .results([hit]),
      .found(SearchResults(matchCount: 300, hits: [hit, hit])),
      .found(SearchResults(hits: [hit, hit], snippets: ["a", ""])),
      .answered(
        AskAnswer(
          hits: [hit], understandingOfHit: [0],
          understandings: [
            Understanding(
              reading: .oneEdit, terms: [Understanding.Term(range: 0..<1, text: "b")],
              correctedText: "b")
          ], suggestions: [Suggestion(.recent, text: "a", typed: [0..<1])])),
      .promiseKept(PromisedContent(.bytes([1]), fileName: "a")),
      .reindexItems(WantedItems(index: "notes", identifiers: ["a", "b"])),
    ]
    return try client.map { try seed($0) } + daemon.map { try seed($0) }
  }

  private static func seed(_ message: some WireMessage) throws -> [UInt8] {
    let request: UInt64 = message.kind.belongsToRequest ? 1 : 0
    let frame = try FrameEncoder.frame(Envelope(message, request: request))
    return [20] + frame.bytes + frame.bytes
  }

  static func examine(_ input: [UInt8]) {
    guard let first = input.first else { return }
    let size = max(1, Int(first))
    var decoder = FrameDecoder()
    var start = 1
    while start < input.count {
      let end = min(input.count, start + size)
      input.withUnsafeBytes { decoder.append(UnsafeRawBufferPointer(rebasing: $0[start..<end])) }
      start = end
      do throws(WireError) {
        while let frame = try decoder.next() { examine(frame) }
      } catch {
        expect(error.code == .malformed, "A broken stream is not called so.")
        return
      }
    }
  }

  private static func examine(_ frame: RawFrame) {
    do throws(WireError) {
      let envelope: Envelope<Message> = try FrameParser.envelope(of: frame)
      let again = try FrameEncoder.frame(envelope)
      var decoder = FrameDecoder()
      again.bytes.withUnsafeBytes { decoder.append($0) }
      let same: Envelope<Message>? = try decoder.next().map { frame throws(WireError) in
        try FrameParser.envelope(of: frame)
      }
      expect(same?.message == envelope.message, "A message changes when it is sent on.")
      expect(
        again.bytes.count == FrameHeader.byteCount + frame.header.payloadByteCount,
        "A message has two encodings.")
    } catch {
      expect(
        error.code == .malformed || error.code == .unknownKind, "A broken frame is not called so.")
    }
  }
}
