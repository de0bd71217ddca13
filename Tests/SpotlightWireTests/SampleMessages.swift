import FresnelModel
import FresnelPlatform
import SpotlightWire

/// A frame of each message, in values that fill all of its fields.
enum SampleMessages {
  static let nonce = [UInt8](0..<16)
  static let publicKey = [UInt8](repeating: 0xAA, count: 32)

  /// The items of the samples.
  static let items: [EncodedItem] = [
    Item(
      uniqueIdentifier: "note-1", domainIdentifier: "notes",
      attributes: Attributes([.builtIn(.title): .string("Café")])),
    Item(uniqueIdentifier: "note-2"),
  ].compactMap { try? EncodedItem(validating: ItemCodec.encode($0)) }

  static let hit = WireHit(
    scope: IndexScope(app: "com.example.notes", index: "main"), protection: .firstUnlock,
    score: 2.5, item: items[0])

  /// Any file in memory.
  static func descriptor() -> SharedDescriptor? {
    try? [UInt8]([1, 2, 3]).withUnsafeBytes { try MemoryFile.sealed($0, name: "sample") }
  }

  private static func envelope<Message: WireMessage>(
    _ message: Message, isLast: Bool = true
  ) -> Envelope<Message> {
    Envelope(
      message, request: message.kind.belongsToRequest ? 7 : 0, isLast: isLast,
      descriptors: (0..<message.descriptorCount).compactMap { _ in descriptor() })
  }

  /// Every message of a client, by name.
  static var client: [(name: String, envelope: Envelope<ClientMessage>)] {
    let messages: [(String, ClientMessage)] = [
      (
        "hello",
        .hello(
          Hello(
            nonce: nonce, role: .app, claimedIdentifier: "com.example.notes",
            program: "notes 1.0", features: [.seals, .takesChannels]))
      ),
      (
        "hello.extension",
        .hello(Hello(nonce: nonce, role: .extension, program: "", ticket: nonce))
      ),
      (
        "openIndex",
        .openIndex(
          OpenIndex(
            name: "main", protection: .complete, flags: [.isPrivate, .takesCallbacks],
            methods: [.reindexAll, .reindexItems, .data]))
      ),
      ("openIndex.default", .openIndex(OpenIndex(name: ""))),
      ("openIndex.tool", .openIndex(OpenIndex(name: "", app: "org.fresnel.manuals"))),
      (
        "apply",
        .apply(
          ApplyBatch(
            handle: 3, expected: .equal([1, 2]), clientState: [3, 4],
            operations: [
              .put(items), .deleteIdentifiers(["note-3"]), .deleteDomains(["old", "older"]),
              .deleteAll,
            ]))
      ),
      ("apply.empty", .apply(ApplyBatch(handle: 3, expected: .absent, operations: []))),
      ("clientState", .clientState(3)),
      ("describe", .describe(DescribeIndex(handle: 3, withDigest: true))),
      ("applySealed", .applySealed(SealedChanges(handle: 3, bytes: [9, 8, 7]))),
      ("beginReplace", .beginReplace(BeginReplacement(handle: 3, domain: "notes"))),
      ("commitReplace", .commitReplace(CommitReplacement(handle: 4, clientState: [5]))),
      ("abandonReplace", .abandonReplace(4)),
      ("setDelegate", .setDelegate(SetDelegate(handle: 3, methods: .all))),
      (
        "query",
        .query(
          QueryRequest(
            query: "title == \"a*\"c", filters: ["rating > 2"], attributes: ["title", "rating"],
            reach: .apps(["com.example.mail"]),
            surroundings: QuerySurroundings(
              keyboardLanguage: "de", locale: "de_DE", timeZone: "Europe/Berlin"),
            classes: [.none, .firstUnlock]))
      ),
      ("query.own", .query(QueryRequest(query: "*"))),
      (
        "search",
        .search(
          SearchRequest(
            form: .typed, text: "caf", filters: ["rating > 2"], reach: .system, limit: 200,
            detail: .rows, flags: [.isLive, .countsMatches], budgetMilliseconds: 50,
            surroundings: QuerySurroundings(keyboardLanguage: "en"), order: .descending("rating")))
      ),
      ("search.best", .search(SearchRequest(form: .query, text: "title == \"a*\"", limit: 10))),
      (
        "item",
        .item(ItemLookup(app: "com.example.notes", index: "main", identifier: "note-1"))
      ),
      ("list", .list(ItemList(app: "com.example.notes", index: ""))),
      ("takeOver", .takeOver(TakeOver(folderName: "com.example.notes"))),
      ("channel", .channel(.completeUnlessOpen)),
      (
        "fetchData",
        .fetchData(
          FetchData(app: "com.example.notes", item: "note-1", contentType: "public.png"))
      ),
      (
        "promise",
        .promise(
          PromiseRequest(
            app: "com.example.notes", index: "main", item: "note-1", contentType: "public.png",
            wanted: .inPlace))
      ),
      (
        "importFile",
        .importFile(FileImport(fileName: "a.png", contentType: "public.png"))
      ),
      ("administer", .administer(Administration(verb: "status", arguments: Array("{}".utf8)))),
      (
        "unlock",
        .unlock(
          Unlock(
            protection: .complete, passphrase: Array("old".utf8),
            newPassphrase: Array("new".utf8)))
      ),
      ("more", .more(MoreResults(request: 7, frameCount: 16))),
      ("cancel", .cancel(7)),
      ("acknowledged", .acknowledged),
      ("dataProvided", .dataProvided(.bytes([1, 2, 3]))),
      ("dataProvided.descriptor", .dataProvided(.descriptor)),
      ("fileProvided", .fileProvided(ProvidedFile(path: "/home/ann/a.png", fileName: "a.png"))),
      ("itemsProvided", .itemsProvided(items)),
      ("itemImported", .itemImported(items[0])),
      ("failure.client", .failed(ServiceError(.providerFailed, "The file is gone."))),
    ]
    return messages.map { ($0.0, envelope($0.1)) }
  }

  /// Every message of the daemon, by name.
  static var daemon: [(name: String, envelope: Envelope<DaemonMessage>)] {
    let messages: [(String, DaemonMessage)] = [
      ("greeting", .greeting(Greeting(nonce: nonce))),
      (
        "welcome",
        .welcome(
          Welcome(
            identity: "com.example.notes", trust: .executable, role: .app,
            notice: "This program is not registered.",
            classes: [
              ClassCondition(protection: .firstUnlock, state: .open),
              ClassCondition(
                protection: .completeUnlessOpen, state: .locked, publicKey: publicKey),
            ]))
      ),
      ("refused", .refused(Refusal(.versionMismatch, "No common version."))),
      ("indexOpened", .indexOpened(IndexOpened(handle: 3, protection: .firstUnlock))),
      (
        "indexOpened.channel",
        .indexOpened(IndexOpened(handle: 3, protection: .complete, place: .channel))
      ),
      (
        "indexOpened.locked",
        .indexOpened(
          IndexOpened(
            handle: 3, protection: .completeUnlessOpen, place: .locked, publicKey: publicKey))
      ),
      ("done", .done),
      ("clientStateStored", .clientStateStored([3, 4])),
      ("clientStateStored.absent", .clientStateStored(nil)),
      (
        "description",
        .description(
          IndexDescription(
            clientState: [3, 4], itemCount: 300, byteCount: 70_000,
            digest: IndexDigest(bytes: nonce + nonce)))
      ),
      ("replacementBegun", .replacementBegun(4)),
      ("results", .results([hit])),
      (
        "found",
        .found(SearchResults(revision: 2, isPartial: true, matchCount: 1_000, hits: [hit]))
      ),
      (
        "found.ordered",
        .found(
          SearchResults(
            hits: [hit, hit], orderKeys: [OrderKey(bytes: [3, 42]), OrderKey(bytes: nil)]))
      ),
      ("itemFound", .itemFound(hit)),
      ("itemFound.absent", .itemFound(nil)),
      ("takenOver", .takenOver(TakenOver(itemCount: 300, indexCount: 2))),
      ("channelOpened", .channelOpened(.channel)),
      ("dataFetched", .dataFetched(.bytes([1, 2, 3]))),
      ("promiseKept", .promiseKept(PromisedContent(.path("/home/ann/a.png"), fileName: "a.png"))),
      ("promiseKept.bytes", .promiseKept(PromisedContent(.bytes([1, 2, 3]), fileName: "a.png"))),
      ("promiseKept.copy", .promiseKept(PromisedContent(.descriptor, fileName: "a.png"))),
      ("fileImported", .fileImported(nil)),
      ("report", .report(Array("{}".utf8))),
      (
        "failure",
        .failed(
          ServiceError(
            .quotaExceeded, "Too much.", itemIdentifier: "note-1", attribute: "title", column: 300,
            details: [ServiceError.Detail(key: "limit", value: "1000")]))
      ),
      ("reindexAll", .reindexAll(ReindexAll(index: "main", reason: "restored"))),
      (
        "reindexItems",
        .reindexItems(WantedItems(index: "main", identifiers: ["note-1", "note-2"]))
      ),
      (
        "provideData",
        .provideData(
          ProvideData(
            index: "main", item: "note-1", contentType: "public.png", deadlineMilliseconds: 10_000))
      ),
      (
        "provideFile",
        .provideFile(
          ProvideFile(
            index: "main", item: "note-1", contentType: "public.png", isInPlace: true,
            deadlineMilliseconds: 10_000))
      ),
      ("provideItems", .provideItems(WantedItems(index: "main", identifiers: ["note-1"]))),
      (
        "importForApp",
        .importFile(
          ImportRequest(
            fileName: "a.png", contentType: "public.png", deadlineMilliseconds: 20_000))
      ),
      ("refresh", .refresh("periodic")),
      ("useChannel", .useChannel(.complete)),
      ("throttle", .throttle(Throttle(isBeginning: true, reason: "battery"))),
      (
        "classChanged",
        .classChanged(ClassCondition(protection: .complete, state: .locked))
      ),
      ("goingAway", .goingAway(GoingAway(reason: .lock, retryAfterMilliseconds: 250))),
    ]
    return messages.map { name, message in
      (name, envelope(message, isLast: !message.kind.mayBeFollowed))
    }
  }
}
