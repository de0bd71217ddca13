package import FresnelModel

/// What a client says.
package enum ClientMessage: WireMessage {
  /// The answer to the greeting.
  case hello(Hello)
  /// Opens an index.
  case openIndex(OpenIndex)
  /// Changes an index.
  case apply(ApplyBatch)
  /// Asks for the client state of the index with this number.
  case clientState(UInt32)
  /// Asks what an index holds.
  case describe(DescribeIndex)
  /// Changes an index whose class is locked.
  case applySealed(SealedChanges)
  /// Begins to build items aside.
  case beginReplace(BeginReplacement)
  /// Puts what was built aside in its place.
  case commitReplace(CommitReplacement)
  /// Drops what was built aside under this number.
  case abandonReplace(UInt32)
  /// Changes which requests the client takes.
  case setDelegate(SetDelegate)
  /// Asks for all items that match.
  case query(QueryRequest)
  /// Asks for the items that answer best.
  case search(SearchRequest)
  /// Asks for one item.
  case item(ItemLookup)
  /// Asks for all items.
  case list(ItemList)
  /// Asks for the items that answer what a person typed.
  case ask(AskRequest)
  /// Tells that the person chose an item in the client's own search.
  case engage(EngagedItem)
  /// Has texts forgotten that were typed before something was chosen: one, or all.
  case forgetSearches(String?)
  /// Has choices forgotten.
  case forgetChoices(ForgetChoices)
  /// Asks what a person chose; a choice stands for a place.
  case listChoices(ListHistory)
  /// Pins, hides or names a thing, or takes that back.
  case changeMark(ChangeMark)
  /// Asks which things are pinned, hidden or named.
  case listMarks(ListMarks)
  /// Asks after which texts a person chose something; a text stands for a place.
  case listSearches(ListHistory)
  /// Hands over the store that the app kept itself; its directory is the descriptor.
  case takeOver(TakeOver)
  /// Asks for a socket that leads to a lockable class.
  case channel(ProtectionClass)
  /// Asks for data of another app's item.
  case fetchData(FetchData)
  /// Asks for content that an app promised.
  case promise(PromiseRequest)
  /// Has a file read for search; it is the descriptor.
  case importFile(FileImport)
  /// Has something administered.
  case administer(Administration)
  /// Gives the passphrase of a class.
  case unlock(Unlock)
  /// Opens the history of the client's app.
  case openHistory
  /// Hands an activity to history.
  case donate(DonateActivity)
  /// Deletes activities of the client's app.
  case deleteActivities(DeleteActivities)
  /// Asks what history keeps.
  case listHistory(ListHistory)
  /// Deletes some of what history keeps.
  case deleteHistory(DeleteHistory)
  /// Opens what a person chose.
  case launch(LaunchRequest)
  /// Takes what is opened in the client's app from now on.
  case receive(ReceiveActivities)
  /// Asks for the apps in which a search for this text can go on.
  case continuationApps(String)
  /// Asks how long it took to open something, by its number.
  case launchTime(UInt64)
  /// Asks for a stream to the app from which the activity of this delivery comes.
  case openContinuationStream(UInt64)
  /// Another activity is the current one of the client, or none.
  case currentChanged(ActivitySummary?)
  /// The app shows what was delivered.
  case restored(Restored)
  /// A place to search in stands open before a person, or no longer does.
  case searchOpened(Bool)
  /// Allows further results.
  case more(MoreResults)
  /// Gives up the request with this number.
  case cancel(UInt64)
  /// The app did what it was asked, or has begun to.
  case acknowledged
  /// The data that were asked for.
  case dataProvided(ProvidedData)
  /// The file that was asked for; it is the descriptor.
  case fileProvided(ProvidedFile)
  /// The items that were asked for, as far as they exist.
  case itemsProvided([EncodedItem])
  /// What the app read from a file; `nil` when there is nothing to index.
  case itemImported(EncodedItem?)
  /// Whether the app takes what it was to open.
  case continued(Bool)
  /// The activity that was asked for.
  case activitySaved(WireActivity)
  /// The app did not do what it was asked.
  case failed(ServiceError)
}

extension ClientMessage {
  /// The kind.
  package var kind: MessageKind {
    switch self {
    case .hello: .hello
    case .openIndex: .openIndex
    case .apply: .apply
    case .clientState: .clientState
    case .describe: .describe
    case .applySealed: .applySealed
    case .beginReplace: .beginReplace
    case .commitReplace: .commitReplace
    case .abandonReplace: .abandonReplace
    case .setDelegate: .setDelegate
    case .query: .query
    case .search: .search
    case .item: .item
    case .list: .list
    case .ask: .ask
    case .engage: .engage
    case .forgetSearches: .forgetSearches
    case .forgetChoices: .forgetChoices
    case .listChoices: .listChoices
    case .changeMark: .changeMark
    case .listMarks: .listMarks
    case .listSearches: .listSearches
    case .takeOver: .takeOver
    case .channel: .channel
    case .fetchData: .fetchData
    case .promise: .promise
    case .importFile: .importFile
    case .administer: .administer
    case .unlock: .unlock
    case .openHistory: .openHistory
    case .donate: .donate
    case .deleteActivities: .deleteActivities
    case .listHistory: .listHistory
    case .deleteHistory: .deleteHistory
    case .launch: .launch
    case .receive: .receive
    case .continuationApps: .continuationApps
    case .launchTime: .launchTime
    case .openContinuationStream: .openContinuationStream
    case .currentChanged: .currentChanged
    case .restored: .restored
    case .searchOpened: .searchOpened
    case .more: .more
    case .cancel: .cancel
    case .acknowledged: .acknowledged
    case .dataProvided: .dataProvided
    case .fileProvided: .fileProvided
    case .itemsProvided: .itemsProvided
    case .itemImported: .itemImported
    case .continued: .continued
    case .activitySaved: .activitySaved
    case .failed: .failure
    }
  }

  /// How many descriptors go with the message, besides one that its payload may be.
  package var descriptorCount: Int {
    switch self {
    case .takeOver, .importFile, .fileProvided, .dataProvided(.descriptor): 1
    default: 0
    }
  }

  /// Appends the payload.
  package func write(to writer: inout WireWriter) {
    switch self {
    case .hello(let value): writer.append(value)
    case .openIndex(let value): writer.append(value)
    case .apply(let value): writer.append(value)
    case .clientState(let value): writer.append(value)
    case .describe(let value): writer.append(value)
    case .applySealed(let value): writer.append(value)
    case .beginReplace(let value): writer.append(value)
    case .commitReplace(let value): writer.append(value)
    case .abandonReplace(let value): writer.append(value)
    case .setDelegate(let value): writer.append(value)
    case .query(let value): writer.append(value)
    case .search(let value): writer.append(value)
    case .item(let value): writer.append(value)
    case .list(let value): writer.append(value)
    case .ask(let value): writer.append(value)
    case .engage(let value): writer.append(value)
    case .forgetSearches(let text): writer.append(optional: text)
    case .forgetChoices(let value): writer.append(value)
    case .listChoices(let value): writer.append(value)
    case .changeMark(let value): writer.append(value)
    case .listMarks(let value): writer.append(value)
    case .listSearches(let value): writer.append(value)
    case .takeOver(let value): writer.append(value)
    case .channel(let value): writer.append(value)
    case .fetchData(let value): writer.append(value)
    case .promise(let value): writer.append(value)
    case .importFile(let value): writer.append(value)
    case .administer(let value): writer.append(value)
    case .unlock(let value): writer.append(value)
    case .openHistory: break
    case .donate(let value): writer.append(value)
    case .deleteActivities(let value): writer.append(value)
    case .listHistory(let value): writer.append(value)
    case .deleteHistory(let value): writer.append(value)
    case .launch(let value): writer.append(value)
    case .receive(let value): writer.append(value)
    case .continuationApps(let value): writer.append(string: value)
    case .launchTime(let value): writer.append(value)
    case .openContinuationStream(let value): writer.append(value)
    case .currentChanged(let value): writer.append(optional: value)
    case .restored(let value): writer.append(value)
    case .searchOpened(let value): writer.append(value)
    case .more(let value): writer.append(value)
    case .cancel(let value): writer.append(value)
    case .acknowledged: break
    case .dataProvided(let value): writer.append(value)
    case .fileProvided(let value): writer.append(value)
    case .itemsProvided(let value): writer.append(list: value)
    case .itemImported(let value): writer.append(optional: value)
    case .continued(let value): writer.append(value)
    case .activitySaved(let value): writer.append(value)
    case .failed(let value): writer.append(value)
    }
  }

  /// Reads the payload of a kind; `nil` when this side does not say that.
  package init?(_ kind: MessageKind, from reader: inout WireReader) throws(WireError) {
    switch kind {
    case .hello: self = .hello(try reader.value())
    case .openIndex: self = .openIndex(try reader.value())
    case .apply: self = .apply(try reader.value())
    case .clientState: self = .clientState(try reader.integer())
    case .describe: self = .describe(try reader.value())
    case .applySealed: self = .applySealed(try reader.value())
    case .beginReplace: self = .beginReplace(try reader.value())
    case .commitReplace: self = .commitReplace(try reader.value())
    case .abandonReplace: self = .abandonReplace(try reader.integer())
    case .setDelegate: self = .setDelegate(try reader.value())
    case .query: self = .query(try reader.value())
    case .search: self = .search(try reader.value())
    case .item: self = .item(try reader.value())
    case .list: self = .list(try reader.value())
    case .ask: self = .ask(try reader.value())
    case .engage: self = .engage(try reader.value())
    case .forgetSearches: self = .forgetSearches(try reader.optional())
    case .forgetChoices: self = .forgetChoices(try reader.value())
    case .listChoices: self = .listChoices(try reader.value())
    case .changeMark: self = .changeMark(try reader.value())
    case .listMarks: self = .listMarks(try reader.value())
    case .listSearches: self = .listSearches(try reader.value())
    case .takeOver: self = .takeOver(try reader.value())
    case .channel: self = .channel(try reader.value())
    case .fetchData: self = .fetchData(try reader.value())
    case .promise: self = .promise(try reader.value())
    case .importFile: self = .importFile(try reader.value())
    case .administer: self = .administer(try reader.value())
    case .unlock: self = .unlock(try reader.value())
    case .openHistory: self = .openHistory
    case .donate: self = .donate(try reader.value())
    case .deleteActivities: self = .deleteActivities(try reader.value())
    case .listHistory: self = .listHistory(try reader.value())
    case .deleteHistory: self = .deleteHistory(try reader.value())
    case .launch: self = .launch(try reader.value())
    case .receive: self = .receive(try reader.value())
    case .continuationApps: self = .continuationApps(try reader.string())
    case .launchTime: self = .launchTime(try reader.integer())
    case .openContinuationStream: self = .openContinuationStream(try reader.integer())
    case .currentChanged: self = .currentChanged(try reader.optional())
    case .restored: self = .restored(try reader.value())
    case .searchOpened: self = .searchOpened(try reader.flag())
    case .more: self = .more(try reader.value())
    case .cancel: self = .cancel(try reader.integer())
    case .acknowledged: self = .acknowledged
    case .dataProvided: self = .dataProvided(try reader.value())
    case .fileProvided: self = .fileProvided(try reader.value())
    case .itemsProvided: self = .itemsProvided(try reader.list())
    case .itemImported: self = .itemImported(try reader.optional())
    case .continued: self = .continued(try reader.flag())
    case .activitySaved: self = .activitySaved(try reader.value())
    case .failure: self = .failed(try reader.value())
    default: return nil
    }
  }
}
