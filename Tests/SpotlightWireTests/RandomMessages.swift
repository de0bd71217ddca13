import FresnelModel
import FresnelTestSupport
import SpotlightWire

/// Makes messages with arbitrary content.
struct RandomMessages {
  private var generator: SeededGenerator
  private var items: RandomItems

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
    items = RandomItems(seed: seed &+ 1)
  }

  private mutating func number<Number: FixedWidthInteger>(_ type: Number.Type = Number.self)
    -> Number
  {
    switch generator.below(4) {
    case 0: 0
    case 1: .max
    default: Number.random(in: .min ... .max, using: &generator)
    }
  }

  private mutating func text() -> String {
    RandomText.text(&generator, words: generator.below(4))
  }

  private mutating func bytes(_ count: Int? = nil) -> [UInt8] {
    (0..<(count ?? generator.below(200))).map { _ in number() }
  }

  private mutating func flag() -> Bool { generator.once(in: 2) }

  private mutating func optional<Value>(_ value: (inout Self) -> Value) -> Value? {
    flag() ? value(&self) : nil
  }

  private mutating func list<Value>(_ value: (inout Self) -> Value) -> [Value] {
    (0..<generator.below(4)).map { _ in value(&self) }
  }

  private mutating func texts() -> [String] { list { $0.text() } }

  private mutating func any<Value: CaseIterable>() -> Value {
    guard let value = Value.allCases.randomElement(using: &generator) else {
      preconditionFailure("A type without cases has no values")
    }
    return value
  }

  private mutating func methods() -> DelegateMethods {
    DelegateMethods(rawValue: number() & DelegateMethods.all.rawValue)
  }

  private mutating func item() -> EncodedItem {
    while true {
      if let item = try? EncodedItem(validating: ItemCodec.encode(items.item())) { return item }
    }
  }

  private mutating func hit() -> WireHit {
    WireHit(
      scope: IndexScope(app: text(), index: text()), protection: any(),
      score: Double(generator.below(1000)) / 7, item: item())
  }

  private mutating func reach() -> SearchReach {
    switch generator.below(3) {
    case 0: .own
    case 1: .system
    default: .apps(texts())
    }
  }

  private mutating func expectation() -> ClientStateExpectation {
    switch generator.below(3) {
    case 0: .any
    case 1: .absent
    default: .equal(bytes())
    }
  }

  private mutating func queryContext() -> QueryContext {
    QueryContext(keyboardLanguage: text(), locale: text(), timeZone: text())
  }

  private mutating func condition() -> ClassCondition {
    ClassCondition(protection: any(), state: any(), publicKey: optional { $0.bytes(32) })
  }

  private mutating func operation() -> WireOperation {
    switch generator.below(4) {
    case 0: .put(list { $0.item() })
    case 1: .deleteIdentifiers(texts())
    case 2: .deleteDomains(texts())
    default: .deleteAll
    }
  }

  private mutating func data() -> ProvidedData {
    flag() ? .descriptor : .bytes(bytes())
  }

  private mutating func order() -> ResultOrder {
    switch generator.below(3) {
    case 0: .relevance
    case 1: .ascending(text())
    default: .descending(text())
    }
  }

  private mutating func searchResults() -> SearchResults {
    let hits = list { $0.hit() }
    let isOrdered = flag()
    let hasSnippets = flag()
    return SearchResults(
      revision: number(), isPartial: flag(), matchCount: optional { $0.number() }, hits: hits,
      orderKeys: isOrdered ? hits.map { _ in OrderKey(bytes: optional { $0.bytes() }) } : [],
      snippets: hasSnippets ? hits.map { _ in text() } : [])
  }

  /// What is asked and answered about typed text, from the same source of chance.
  private mutating func asks<Value>(_ value: (inout RandomAsks) -> Value) -> Value {
    var random = RandomAsks(seed: generator.next())
    return value(&random)
  }

  private mutating func ask() -> AskRequest {
    let (reach, order, queryContext) = (reach(), order(), queryContext())
    return asks { $0.request(reach: reach, order: order, queryContext: queryContext) }
  }

  private mutating func answer() -> AskAnswer {
    let hits = list { $0.hit() }
    return asks { $0.answer(hits) }
  }

  /// What activities are made of, from the same source of chance.
  private mutating func activities<Value>(_ value: (inout RandomActivities) -> Value) -> Value {
    var random = RandomActivities(seed: generator.next())
    return value(&random)
  }

  private mutating func activity() -> WireActivity { activities { $0.activity() } }

  private mutating func date() -> Timestamp { activities { $0.timestamp() } }

  private mutating func mark() -> PersonalMark {
    PersonalMark(
      scope: IndexScope(app: text(), index: text()), identifier: text(), protection: any(),
      pins: list { PersonalMark.Pin(text: $0.text(), date: $0.date()) }, aliases: texts(),
      isHidden: flag())
  }

  private mutating func choice() -> ActivityChoice {
    switch generator.below(3) {
    case 0: .all
    case 1: .persistentIdentifiers(texts())
    default: .domains(texts())
    }
  }

  private mutating func cursor() -> HistoryCursor {
    HistoryCursor(lastVisit: date(), app: text(), key: text())
  }

  private mutating func entry() -> HistoryEntry {
    HistoryEntry(
      app: text(), protection: any(), key: text(), type: text(), title: text(), firstVisit: date(),
      lastVisit: date(), visitCount: number(), relatedIdentifier: optional { $0.text() },
      webpage: optional { $0.text() })
  }

  private mutating func failure() -> ServiceError {
    ServiceError(
      any(), text(), isRetryable: flag(), itemIdentifier: optional { $0.text() },
      attribute: optional { $0.text() }, column: optional { Int($0.number() & 0xffff) },
      details: list { ServiceError.Detail(key: $0.text(), value: $0.text()) })
  }

  /// A message of a kind; `nil` when a client does not say that.
  mutating func client(_ kind: MessageKind) -> ClientMessage? {
    switch kind {
    case .hello:
      .hello(
        Hello(
          version: number(), nonce: bytes(16), role: any(), claimedIdentifier: text(),
          program: text(), features: Hello.Features(rawValue: number()),
          ticket: optional { $0.bytes(16) }))
    case .openIndex:
      .openIndex(
        OpenIndex(
          name: text(), protection: optional { $0.any() },
          flags: OpenIndex.Flags(rawValue: number() & OpenIndex.Flags.all.rawValue),
          methods: methods(), app: text()))
    case .apply:
      .apply(
        ApplyBatch(
          handle: number(), expected: expectation(), clientState: optional { $0.bytes() },
          operations: list { $0.operation() }))
    case .clientState: .clientState(number())
    case .describe: .describe(DescribeIndex(handle: number(), withDigest: flag()))
    case .applySealed: .applySealed(SealedChanges(handle: number(), bytes: bytes()))
    case .beginReplace:
      .beginReplace(BeginReplacement(handle: number(), domain: optional { $0.text() }))
    case .commitReplace:
      .commitReplace(
        CommitReplacement(
          handle: number(), expected: expectation(), clientState: optional { $0.bytes() }))
    case .abandonReplace: .abandonReplace(number())
    case .setDelegate: .setDelegate(SetDelegate(handle: number(), methods: methods()))
    case .query:
      .query(
        QueryRequest(
          query: text(), filters: texts(), attributes: texts(), reach: reach(),
          queryContext: queryContext(), classes: optional { $0.list { $0.any() } }))
    case .search:
      .search(
        SearchRequest(
          form: any(), text: text(), filters: texts(), reach: reach(), limit: number(),
          detail: any(),
          flags: SearchRequest.Flags(rawValue: number() & SearchRequest.Flags.all.rawValue),
          budgetMilliseconds: number(), queryContext: queryContext(), order: order(),
          snippetLength: number(), isSettled: flag()))
    case .item: .item(ItemLookup(app: text(), index: text(), identifier: text()))
    case .list: .list(ItemList(app: optional { $0.text() }, index: optional { $0.text() }))
    case .ask: .ask(ask())
    case .takeOver: .takeOver(TakeOver(folderName: text(), isKept: flag()))
    case .channel: .channel(any())
    case .fetchData: .fetchData(FetchData(app: text(), item: text(), contentType: text()))
    case .promise:
      .promise(
        PromiseRequest(
          app: text(), index: text(), item: text(), contentType: text(), wanted: any()))
    case .importFile: .importFile(FileImport(fileName: text(), contentType: text()))
    case .administer: .administer(Administration(verb: text(), arguments: bytes()))
    case .unlock:
      .unlock(
        Unlock(
          protection: any(), passphrase: bytes(), newPassphrase: optional { $0.bytes() },
          purpose: any()))
    case .openHistory: .openHistory
    case .donate:
      .donate(
        DonateActivity(
          handle: number(), isVisit: flag(), activity: activity(),
          attributes: optional { $0.item() }))
    case .deleteActivities:
      .deleteActivities(DeleteActivities(handle: number(), choice: choice()))
    case .listHistory:
      .listHistory(
        ListHistory(app: optional { $0.text() }, limit: number(), cursor: optional { $0.cursor() }))
    case .deleteHistory:
      .deleteHistory(
        DeleteHistory(app: optional { $0.text() }, keys: texts(), since: optional { $0.date() }))
    case .forgetChoices:
      .forgetChoices(ForgetChoices(app: optional { $0.text() }, identifiers: texts()))
    case .changeMark:
      .changeMark(
        ChangeMark(any(), IndexScope(app: text(), index: text()), text(), text: text()))
    case .listMarks:
      .listMarks(ListMarks(app: optional { $0.text() }, identifier: optional { $0.text() }))
    case .engage:
      .engage(
        EngagedItem(text: text(), protection: any(), index: text(), identifier: text()))
    case .forgetSearches: .forgetSearches(optional { $0.text() })
    case .listChoices:
      .listChoices(
        ListHistory(app: optional { $0.text() }, limit: number(), cursor: optional { $0.cursor() }))
    case .listSearches:
      .listSearches(
        ListHistory(app: optional { $0.text() }, limit: number(), cursor: optional { $0.cursor() }))
    case .launch:
      .launch(
        LaunchRequest(
          target: activities { $0.target() }, query: text(),
          activationToken: optional { $0.text() }, flags: flag() ? .hasTerminal : []))
    case .receive:
      .receive(
        ReceiveActivities(
          kinds: ReceiveActivities.Kinds(rawValue: number() & 7), version: text()))
    case .continuationApps: .continuationApps(text())
    case .launchTime: .launchTime(number())
    case .openContinuationStream: .openContinuationStream(number())
    case .currentChanged: .currentChanged(optional { $0.activities { $0.summary() } })
    case .restored: .restored(Restored(delivery: number(), sign: any()))
    case .searchOpened: .searchOpened(flag())
    case .more: .more(MoreResults(request: number(), frameCount: number()))
    case .cancel: .cancel(number())
    case .acknowledged: .acknowledged
    case .dataProvided: .dataProvided(data())
    case .fileProvided: .fileProvided(ProvidedFile(path: text(), fileName: text()))
    case .itemsProvided: .itemsProvided(list { $0.item() })
    case .itemImported: .itemImported(optional { $0.item() })
    case .continued: .continued(flag())
    case .activitySaved: .activitySaved(activity())
    case .failure: .failed(failure())
    default: nil
    }
  }

  /// A message of a kind; `nil` when the daemon does not say that.
  mutating func daemon(_ kind: MessageKind) -> DaemonMessage? {
    switch kind {
    case .greeting:
      .greeting(Greeting(lowestVersion: number(), highestVersion: number(), nonce: bytes(16)))
    case .welcome:
      .welcome(
        Welcome(
          version: number(), identity: text(), trust: any(), role: any(), inlineSlots: number(),
          detachedSlots: number(), notice: text(), classes: list { $0.condition() }))
    case .refused:
      .refused(
        Refusal(
          Refusal.Code(rawValue: number()), text(), lowestVersion: number(),
          highestVersion: number()))
    case .indexOpened:
      .indexOpened(
        IndexOpened(
          handle: number(), protection: any(), place: any(), publicKey: optional { $0.bytes(32) }))
    case .done: .done
    case .clientStateStored: .clientStateStored(optional { $0.bytes() })
    case .description:
      .description(
        IndexDescription(
          clientState: optional { $0.bytes() }, itemCount: number(), byteCount: number(),
          digest: flag() ? IndexDigest(bytes: bytes(32)) : nil))
    case .replacementBegun: .replacementBegun(number())
    case .results: .results(list { $0.hit() })
    case .found:
      .found(searchResults())
    case .itemFound: .itemFound(optional { $0.hit() })
    case .answered: .answered(answer())
    case .takenOver: .takenOver(TakenOver(itemCount: number(), indexCount: number()))
    case .channelOpened: .channelOpened(any())
    case .dataFetched: .dataFetched(data())
    case .promiseKept:
      .promiseKept(
        PromisedContent(
          flag() ? .path(text()) : flag() ? .descriptor : .bytes(bytes()), fileName: text()))
    case .fileImported: .fileImported(optional { $0.item() })
    case .report: .report(bytes())
    case .failure: .failed(failure())
    case .historyOpened:
      .historyOpened(
        HistoryOpened(
          handle: number(), protection: any(), place: any(), isKept: flag(),
          declaredTypes: optional { $0.texts() }))
    case .donated: .donated(any())
    case .historyListed:
      .historyListed(
        HistoryPage(
          entries: list { $0.entry() }, hasMore: flag(), unread: flag() ? [any(), any()] : []))
    case .historyDeleted: .historyDeleted(number())
    case .searchesForgotten: .searchesForgotten(number())
    case .choicesForgotten:
      .choicesForgotten(ChoicesForgotten(count: number(), identifiers: texts()))
    case .markChanged: .markChanged(optional { $0.mark() })
    case .marksListed: .marksListed(MarkList(marks: list { $0.mark() }, unread: [any()]))
    case .choicesListed:
      .choicesListed(
        HistoryPage(
          entries: list { $0.entry() }, hasMore: flag(), unread: flag() ? [any(), any()] : []))
    case .searchesListed:
      .searchesListed(
        HistoryPage(
          entries: list { $0.entry() }, hasMore: flag(), unread: flag() ? [any(), any()] : []))
    case .launched:
      .launched(Launched(launch: number(), way: any(), appName: text(), words: texts()))
    case .continuationAppsListed:
      .continuationAppsListed(list { ContinuationApp(app: $0.text(), name: $0.text()) })
    case .launchTimed:
      .launchTimed(LaunchTime(milliseconds: optional { $0.number() }, end: any()))
    case .continuationStreamOpened: .continuationStreamOpened
    case .continueActivity:
      .continueActivity(
        ContinueActivity(
          delivery: number(), activity: activity(), sourceDevice: text(),
          activationToken: optional { $0.text() }))
    case .openURLs:
      .openURLs(
        OpenURLs(
          delivery: number(), urls: texts(), sourceApp: text(),
          activationToken: optional { $0.text() }))
    case .saveActivity:
      .saveActivity(SaveActivity(number: number(), deadlineMilliseconds: number()))
    case .offerStream: .offerStream(number())
    case .willContinue: .willContinue(WillContinue(delivery: number(), type: text()))
    case .failedToContinue:
      .failedToContinue(
        FailedToContinue(delivery: number(), type: text(), code: number(), message: text()))
    case .activityUpdated:
      .activityUpdated(ActivityUpdate(delivery: number(), activity: activity()))
    case .wasContinued: .wasContinued(number())
    case .reindexAll: .reindexAll(ReindexAll(index: text(), reason: text()))
    case .reindexItems: .reindexItems(WantedItems(index: text(), identifiers: texts()))
    case .provideData:
      .provideData(
        ProvideData(
          index: text(), item: text(), contentType: text(), deadlineMilliseconds: number()))
    case .provideFile:
      .provideFile(
        ProvideFile(
          index: text(), item: text(), contentType: text(), isInPlace: flag(),
          deadlineMilliseconds: number()))
    case .provideItems: .provideItems(WantedItems(index: text(), identifiers: texts()))
    case .importForApp:
      .importFile(
        ImportRequest(fileName: text(), contentType: text(), deadlineMilliseconds: number()))
    case .refresh: .refresh(text())
    case .useChannel: .useChannel(any())
    case .throttle: .throttle(Throttle(isBeginning: flag(), reason: text()))
    case .classChanged: .classChanged(condition())
    case .goingAway: .goingAway(GoingAway(reason: any(), retryAfterMilliseconds: number()))
    default: nil
    }
  }
}
