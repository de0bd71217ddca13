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

  static let date = Timestamp(secondsSinceReferenceDate: 790_000_000)
  static let mark = PersonalMark(
    scope: IndexScope(app: "com.example.recipes", index: "recipes"), identifier: "recipe-42",
    protection: .firstUnlock, pins: [PersonalMark.Pin(text: "Tart", date: date)], aliases: ["lt"],
    isHidden: true)

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
            queryContext: QueryContext(
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
            queryContext: QueryContext(keyboardLanguage: "en"), order: .descending("rating")))
      ),
      ("search.best", .search(SearchRequest(form: .query, text: "title == \"a*\"", limit: 10))),
      (
        "search.snippets",
        .search(
          SearchRequest(
            form: .typed, text: "caf", reach: .system, limit: 10, detail: .rows,
            flags: .countsMatches, snippetLength: 300, isSettled: true))
      ),
      (
        "item",
        .item(ItemLookup(app: "com.example.notes", index: "main", identifier: "note-1"))
      ),
      ("list", .list(ItemList(app: "com.example.notes", index: ""))),
      (
        "ask",
        .ask(
          AskRequest(
            text: "cafe photos", caret: 4,
            tokens: [
              QueryToken(.kind, range: 5..<11, shown: "Photos", query: "contentType == \"x\"")
            ],
            filters: ["rating > 2"], attributes: ["title"], reach: .system,
            classes: [.none, .firstUnlock], limit: 200, suggestionLimit: 10, detail: .rows,
            flags: [.isLive, .countsMatches, .isSettled], budgetMilliseconds: 50,
            queryContext: QueryContext(keyboardLanguage: "en"), snippetLength: 300,
            order: .ascending("rating"), continuing: [7, 8],
            after: AskRequest.Place(
              score: 2.5, scope: IndexScope(app: "com.example.notes", index: "main"),
              identifier: "note-1"), weights: [3, 1]))
      ),
      ("ask.plain", .ask(AskRequest(text: "caf", limit: 10))),
      ("takeOver", .takeOver(TakeOver(folderName: "com.example.notes"))),
      ("takeOver.kept", .takeOver(TakeOver(folderName: "com.example.notes", isKept: true))),
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
      ("openHistory", .openHistory),
      (
        "donate",
        .donate(
          DonateActivity(
            handle: 5, isVisit: true, activity: SampleActivities.activity, attributes: items[0]))
      ),
      (
        "donate.update",
        .donate(
          DonateActivity(handle: 5, isVisit: false, activity: SampleActivities.smallActivity))
      ),
      ("deleteActivities", .deleteActivities(DeleteActivities(handle: 5, choice: .all))),
      (
        "deleteActivities.identifiers",
        .deleteActivities(
          DeleteActivities(handle: 5, choice: .persistentIdentifiers(["view-42"])))
      ),
      (
        "deleteActivities.domains",
        .deleteActivities(DeleteActivities(handle: 5, choice: .domains(["recipes"])))
      ),
      (
        "listHistory",
        .listHistory(
          ListHistory(
            app: "com.example.recipes", limit: 100,
            cursor: HistoryCursor(
              lastVisit: date, app: "com.example.recipes", key: "rrecipe-42")))
      ),
      ("listHistory.all", .listHistory(ListHistory(limit: 500))),
      (
        "deleteHistory",
        .deleteHistory(
          DeleteHistory(app: "com.example.recipes", keys: ["rrecipe-42"], since: date))
      ),
      ("deleteHistory.all", .deleteHistory(DeleteHistory())),
      (
        "forgetChoices",
        .forgetChoices(ForgetChoices(app: "com.example.recipes", identifiers: ["recipe-42"]))
      ),
      (
        "engage",
        .engage(
          EngagedItem(
            text: "apple pie", protection: .firstUnlock, index: "recipes",
            identifier: "recipe-42"))
      ),
      ("forgetSearches", .forgetSearches("apple pie")),
      ("forgetSearches.all", .forgetSearches(nil)),
      ("forgetChoices.all", .forgetChoices(ForgetChoices())),
      ("listChoices", .listChoices(ListHistory(app: "com.example.recipes", limit: 100))),
      ("listSearches", .listSearches(ListHistory(limit: 100))),
      (
        "changeMark",
        .changeMark(
          ChangeMark(
            .pin, IndexScope(app: "com.example.recipes", index: "recipes"), "recipe-42",
            text: "tart"))
      ),
      (
        "listMarks",
        .listMarks(ListMarks(app: "com.example.recipes", identifier: "recipe-42"))
      ),
      ("listMarks.all", .listMarks(ListMarks())),
      (
        "launch",
        .launch(
          LaunchRequest(
            target: .item(
              scope: IndexScope(app: "com.example.recipes", index: "main"),
              identifier: "recipe-42", action: nil), query: "tart", activationToken: "token-1",
            flags: .hasTerminal))
      ),
      (
        "receive",
        .receive(ReceiveActivities(kinds: [.activities, .urls, .saves], version: "2.1"))
      ),
      ("continuationApps", .continuationApps("tart")),
      ("launchTime", .launchTime(3)),
      ("openContinuationStream", .openContinuationStream(9)),
      (
        "currentChanged",
        .currentChanged(
          ActivitySummary(of: SampleActivities.activity, number: 7, needsSaving: true))
      ),
      ("currentChanged.none", .currentChanged(nil)),
      ("restored", .restored(Restored(delivery: 9, sign: .window))),
      ("searchOpened", .searchOpened(true)),
      ("more", .more(MoreResults(request: 7, frameCount: 16))),
      ("cancel", .cancel(7)),
      ("acknowledged", .acknowledged),
      ("dataProvided", .dataProvided(.bytes([1, 2, 3]))),
      ("dataProvided.descriptor", .dataProvided(.descriptor)),
      ("fileProvided", .fileProvided(ProvidedFile(path: "/home/ann/a.png", fileName: "a.png"))),
      ("itemsProvided", .itemsProvided(items)),
      ("itemImported", .itemImported(items[0])),
      ("continued", .continued(true)),
      ("activitySaved", .activitySaved(SampleActivities.smallActivity)),
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
      (
        "found.snippets",
        .found(
          SearchResults(matchCount: 2, hits: [hit, hit], snippets: ["…a café in Prague", ""]))
      ),
      ("itemFound", .itemFound(hit)),
      ("itemFound.absent", .itemFound(nil)),
      (
        "answered",
        .answered(
          AskAnswer(
            revision: 2, isPartial: true, matchCount: 1_000, hits: [hit, hit],
            understandingOfHit: [0, 1],
            understandings: [
              Understanding(
                reading: .asTyped,
                terms: [Understanding.Term(range: 0..<3, text: "caf", traits: .isPrefix)]),
              Understanding(
                reading: .oneEdit, isLimited: true,
                terms: [
                  Understanding.Term(
                    range: 0..<4, text: "café", traits: [.isPrefix, .isLeftOut, .isCode],
                    editCount: 1)
                ], correctedText: "café"),
            ],
            weights: [3, 1], orderKeys: [OrderKey(bytes: [3, 42]), OrderKey(bytes: nil)],
            snippets: ["…a café in Prague", ""],
            suggestions: [
              Suggestion(
                .filter, text: "cafe photos", typed: [0..<4], score: 1.5, key: [7, 8],
                token: QueryToken(.kind, range: 5..<11, shown: "Photos", query: "a == 1"))
            ],
            offeredTokens: [QueryToken(.person, range: 0..<4, shown: "Café", query: "b == 2")]))
      ),
      (
        "answered.empty",
        .answered(AskAnswer(hits: [], understandingOfHit: [], understandings: []))
      ),
      ("takenOver", .takenOver(TakenOver(itemCount: 300, indexCount: 2))),
      ("channelOpened", .channelOpened(.channel)),
      ("dataFetched", .dataFetched(.bytes([1, 2, 3]))),
      ("promiseKept", .promiseKept(PromisedContent(.path("/home/ann/a.png"), fileName: "a.png"))),
      ("promiseKept.bytes", .promiseKept(PromisedContent(.bytes([1, 2, 3]), fileName: "a.png"))),
      ("promiseKept.copy", .promiseKept(PromisedContent(.descriptor, fileName: "a.png"))),
      ("fileImported", .fileImported(nil)),
      (
        "historyOpened",
        .historyOpened(
          HistoryOpened(
            handle: 5, protection: .firstUnlock, declaredTypes: ["com.example.recipes.view"]))
      ),
      (
        "historyOpened.channel",
        .historyOpened(
          HistoryOpened(handle: 5, protection: .complete, place: .channel, isKept: false))
      ),
      ("donated", .donated(.known)),
      (
        "historyListed",
        .historyListed(
          HistoryPage(
            entries: [
              HistoryEntry(
                app: "com.example.recipes", protection: .firstUnlock, key: "rrecipe-42",
                type: "com.example.recipes.view", title: "Lemon Tart", firstVisit: date,
                lastVisit: date, visitCount: 300, relatedIdentifier: "recipe-42",
                webpage: "https://example.com/recipes/42")
            ], hasMore: true))
      ),
      ("historyDeleted", .historyDeleted(300)),
      ("searchesForgotten", .searchesForgotten(3)),
      (
        "choicesForgotten",
        .choicesForgotten(ChoicesForgotten(count: 2, identifiers: ["recipe-42"]))
      ),
      ("markChanged", .markChanged(mark)),
      ("markChanged.none", .markChanged(nil)),
      ("marksListed", .marksListed(MarkList(marks: [mark], unread: [.complete]))),
      (
        "choicesListed",
        .choicesListed(
          HistoryPage(
            entries: [
              HistoryEntry(
                app: "com.example.recipes", protection: .firstUnlock, key: "irecipes\0recipe-42",
                type: "item", title: "Lemon Tart", firstVisit: date, lastVisit: date,
                visitCount: 4, relatedIdentifier: "recipe-42")
            ], hasMore: false))
      ),
      (
        "choicesListed.partial",
        .choicesListed(HistoryPage(entries: [], hasMore: false, unread: [.firstUnlock]))
      ),
      (
        "searchesListed",
        .searchesListed(
          HistoryPage(
            entries: [
              HistoryEntry(
                app: "com.example.recipes", protection: .none,
                key: "0apple pie\0irecipes\0recipe-42", type: "system", title: "apple pie",
                firstVisit: date, lastVisit: date, visitCount: 1, relatedIdentifier: "recipe-42")
            ], hasMore: false))
      ),
      (
        "launched",
        .launched(
          Launched(
            launch: 3, way: .runInTerminal, appName: "Recipes", words: ["recipes", "--open"]))
      ),
      (
        "continuationAppsListed",
        .continuationAppsListed([ContinuationApp(app: "com.example.recipes", name: "Recipes")])
      ),
      ("launchTimed", .launchTimed(LaunchTime(milliseconds: 120, end: .current))),
      ("launchTimed.unknown", .launchTimed(LaunchTime(end: .unknown))),
      ("continuationStreamOpened", .continuationStreamOpened),
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
      (
        "continueActivity",
        .continueActivity(
          ContinueActivity(
            delivery: 9, activity: SampleActivities.activity, sourceDevice: "Ann's laptop",
            activationToken: "token-1"))
      ),
      (
        "openURLs",
        .openURLs(
          OpenURLs(
            delivery: 9, urls: ["recipes://42"], sourceApp: "com.example.notes",
            activationToken: "token-1"))
      ),
      ("saveActivity", .saveActivity(SaveActivity(number: 7, deadlineMilliseconds: 2_000))),
      ("offerStream", .offerStream(7)),
      (
        "willContinue",
        .willContinue(WillContinue(delivery: 9, type: "com.example.recipes.view"))
      ),
      (
        "failedToContinue",
        .failedToContinue(
          FailedToContinue(
            delivery: 9, type: "com.example.recipes.view", code: 4609, message: "It is gone."))
      ),
      (
        "activityUpdated",
        .activityUpdated(
          ActivityUpdate(delivery: 9, activity: SampleActivities.smallActivity))
      ),
      ("wasContinued", .wasContinued(7)),
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
