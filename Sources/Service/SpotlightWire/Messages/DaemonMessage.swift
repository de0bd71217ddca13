package import FresnelModel

/// What the daemon says.
package enum DaemonMessage: WireMessage {
  /// What the daemon says first.
  case greeting(Greeting)
  /// The client is taken in.
  case welcome(Welcome)
  /// The connection will be closed.
  case refused(Refusal)
  /// An index is open; a channel to it is the descriptor.
  case indexOpened(IndexOpened)
  /// What was asked is done, and nothing loses it.
  case done
  /// The client state; `nil` when there never was one.
  case clientStateStored([UInt8]?)
  /// What an index holds.
  case description(IndexDescription)
  /// Items built aside go to the index with this number.
  case replacementBegun(UInt32)
  /// Some of the items that match.
  case results([WireHit])
  /// The items that answer best.
  case found(SearchResults)
  /// The item that was asked for; `nil` when there is none.
  case itemFound(WireHit?)
  /// The items that answer what was typed.
  case answered(AskAnswer)
  /// The daemon holds what was handed over.
  case takenOver(TakenOver)
  /// Where requests for a class are to be sent; a channel is the descriptor.
  case channelOpened(IndexPlace)
  /// The data that were asked for.
  case dataFetched(ProvidedData)
  /// The content that was asked for.
  case promiseKept(PromisedContent)
  /// What an extension read from the file; `nil` when there is nothing to index.
  case fileImported(EncodedItem?)
  /// What administering brought, in JSON.
  case report([UInt8])
  /// The history of the client's app is open; a channel to it is the descriptor.
  case historyOpened(HistoryOpened)
  /// What became of an activity.
  case donated(DonationOutcome)
  /// Some of what history keeps.
  case historyListed(HistoryPage)
  /// So many states were deleted from history.
  case historyDeleted(UInt64)
  /// Some chosen things were forgotten.
  case choicesForgotten(ChoicesForgotten)
  /// How many texts were forgotten.
  case searchesForgotten(UInt64)
  /// Some of what the person chose; a choice stands for a visit.
  case choicesListed(HistoryPage)
  /// What is decided about a thing from now on; `nil` where that is nothing.
  case markChanged(PersonalMark?)
  /// What is decided about things.
  case marksListed(MarkList)
  /// The texts after which the person chose something, latest first.
  case searchesListed(HistoryPage)
  /// What was chosen is being opened.
  case launched(Launched)
  /// The apps in which the search can go on, the likeliest first.
  case continuationAppsListed([ContinuationApp])
  /// How long it took to open something.
  case launchTimed(LaunchTime)
  /// The stream that was asked for is the descriptor, a socket.
  case continuationStreamOpened
  /// What was asked is not done.
  case failed(ServiceError)
  /// Asks for everything again.
  case reindexAll(ReindexAll)
  /// Asks for some items again.
  case reindexItems(WantedItems)
  /// Asks for an item's data.
  case provideData(ProvideData)
  /// Asks for an item's file.
  case provideFile(ProvideFile)
  /// Asks for items.
  case provideItems(WantedItems)
  /// Has the app read a file for search; it is the descriptor.
  case importFile(ImportRequest)
  /// Asks the app to bring its items up to date, for this reason.
  case refresh(String)
  /// Has an extension take a channel to a class, which is the descriptor, and answer what comes over it.
  case useChannel(ProtectionClass)
  /// Has the app go on with an activity.
  case continueActivity(ContinueActivity)
  /// Has the app open URLs.
  case openURLs(OpenURLs)
  /// Asks for an activity of the app that another device is to go on with.
  case saveActivity(SaveActivity)
  /// Offers a stream, a socket, to the activity with this number.
  case offerStream(UInt64)
  /// Something will be delivered to the app soon.
  case willContinue(WillContinue)
  /// What was announced will not be delivered.
  case failedToContinue(FailedToContinue)
  /// An activity that was delivered has changed.
  case activityUpdated(ActivityUpdate)
  /// Another device goes on with the activity that has this number.
  case wasContinued(UInt64)
  /// Indexing is slowed down, or no longer.
  case throttle(Throttle)
  /// A class was locked or unlocked. The items of a locked one are to be forgotten at once.
  case classChanged(ClassCondition)
  /// The connection will end.
  case goingAway(GoingAway)
}

extension DaemonMessage {
  /// The kind.
  package var kind: MessageKind {
    switch self {
    case .greeting: .greeting
    case .welcome: .welcome
    case .refused: .refused
    case .indexOpened: .indexOpened
    case .done: .done
    case .clientStateStored: .clientStateStored
    case .description: .description
    case .replacementBegun: .replacementBegun
    case .results: .results
    case .found: .found
    case .itemFound: .itemFound
    case .answered: .answered
    case .takenOver: .takenOver
    case .channelOpened: .channelOpened
    case .dataFetched: .dataFetched
    case .promiseKept: .promiseKept
    case .fileImported: .fileImported
    case .report: .report
    case .historyOpened: .historyOpened
    case .donated: .donated
    case .historyListed: .historyListed
    case .historyDeleted: .historyDeleted
    case .choicesForgotten: .choicesForgotten
    case .searchesForgotten: .searchesForgotten
    case .choicesListed: .choicesListed
    case .markChanged: .markChanged
    case .marksListed: .marksListed
    case .searchesListed: .searchesListed
    case .launched: .launched
    case .continuationAppsListed: .continuationAppsListed
    case .launchTimed: .launchTimed
    case .continuationStreamOpened: .continuationStreamOpened
    case .failed: .failure
    case .reindexAll: .reindexAll
    case .reindexItems: .reindexItems
    case .provideData: .provideData
    case .provideFile: .provideFile
    case .provideItems: .provideItems
    case .importFile: .importForApp
    case .refresh: .refresh
    case .useChannel: .useChannel
    case .continueActivity: .continueActivity
    case .openURLs: .openURLs
    case .saveActivity: .saveActivity
    case .offerStream: .offerStream
    case .willContinue: .willContinue
    case .failedToContinue: .failedToContinue
    case .activityUpdated: .activityUpdated
    case .wasContinued: .wasContinued
    case .throttle: .throttle
    case .classChanged: .classChanged
    case .goingAway: .goingAway
    }
  }

  /// How many descriptors go with the message, besides one that its payload may be.
  package var descriptorCount: Int {
    switch self {
    case .importFile, .useChannel, .dataFetched(.descriptor), .channelOpened(.channel),
      .continuationStreamOpened, .offerStream:
      1
    case .indexOpened(let opened): opened.place == .channel ? 1 : 0
    case .historyOpened(let opened): opened.place == .channel ? 1 : 0
    case .promiseKept(let content):
      if case .bytes = content.form { 0 } else { 1 }
    default: 0
    }
  }

  /// Appends the payload.
  package func write(to writer: inout WireWriter) {
    switch self {
    case .greeting(let value): writer.append(value)
    case .welcome(let value): writer.append(value)
    case .refused(let value): writer.append(value)
    case .indexOpened(let value): writer.append(value)
    case .done: break
    case .clientStateStored(let value): writer.append(optionalBytes: value)
    case .description(let value): writer.append(value)
    case .replacementBegun(let value): writer.append(value)
    case .results(let value): writer.append(list: value)
    case .found(let value): writer.append(value)
    case .itemFound(let value): writer.append(optional: value)
    case .answered(let value): writer.append(value)
    case .takenOver(let value): writer.append(value)
    case .channelOpened(let value): writer.append(value)
    case .dataFetched(let value): writer.append(value)
    case .promiseKept(let value): writer.append(value)
    case .fileImported(let value): writer.append(optional: value)
    case .report(let value): writer.append(bytes: value)
    case .historyOpened(let value): writer.append(value)
    case .donated(let value): writer.append(value)
    case .historyListed(let value): writer.append(value)
    case .historyDeleted(let value): writer.append(varint: value)
    case .choicesForgotten(let value): writer.append(value)
    case .searchesForgotten(let count): writer.append(varint: count)
    case .choicesListed(let value): writer.append(value)
    case .markChanged(let value): writer.append(optional: value)
    case .marksListed(let value): writer.append(value)
    case .searchesListed(let value): writer.append(value)
    case .launched(let value): writer.append(value)
    case .continuationAppsListed(let value): writer.append(list: value)
    case .launchTimed(let value): writer.append(value)
    case .continuationStreamOpened: break
    case .failed(let value): writer.append(value)
    case .reindexAll(let value): writer.append(value)
    case .reindexItems(let value): writer.append(value)
    case .provideData(let value): writer.append(value)
    case .provideFile(let value): writer.append(value)
    case .provideItems(let value): writer.append(value)
    case .importFile(let value): writer.append(value)
    case .refresh(let value): writer.append(string: value)
    case .useChannel(let value): writer.append(value)
    case .continueActivity(let value): writer.append(value)
    case .openURLs(let value): writer.append(value)
    case .saveActivity(let value): writer.append(value)
    case .offerStream(let value): writer.append(value)
    case .willContinue(let value): writer.append(value)
    case .failedToContinue(let value): writer.append(value)
    case .activityUpdated(let value): writer.append(value)
    case .wasContinued(let value): writer.append(value)
    case .throttle(let value): writer.append(value)
    case .classChanged(let value): writer.append(value)
    case .goingAway(let value): writer.append(value)
    }
  }

  /// Reads the payload of a kind; `nil` when this side does not say that.
  package init?(_ kind: MessageKind, from reader: inout WireReader) throws(WireError) {
    switch kind {
    case .greeting: self = .greeting(try reader.value())
    case .welcome: self = .welcome(try reader.value())
    case .refused: self = .refused(try reader.value())
    case .indexOpened: self = .indexOpened(try reader.value())
    case .done: self = .done
    case .clientStateStored: self = .clientStateStored(try reader.optionalBytes())
    case .description: self = .description(try reader.value())
    case .replacementBegun: self = .replacementBegun(try reader.integer())
    case .results: self = .results(try reader.list())
    case .found: self = .found(try reader.value())
    case .itemFound: self = .itemFound(try reader.optional())
    case .answered: self = .answered(try reader.value())
    case .takenOver: self = .takenOver(try reader.value())
    case .channelOpened: self = .channelOpened(try reader.value())
    case .dataFetched: self = .dataFetched(try reader.value())
    case .promiseKept: self = .promiseKept(try reader.value())
    case .fileImported: self = .fileImported(try reader.optional())
    case .report: self = .report(try reader.byteRun())
    case .historyOpened: self = .historyOpened(try reader.value())
    case .donated: self = .donated(try reader.value())
    case .historyListed: self = .historyListed(try reader.value())
    case .historyDeleted: self = .historyDeleted(try reader.varint())
    case .choicesForgotten: self = .choicesForgotten(try reader.value())
    case .searchesForgotten: self = .searchesForgotten(try reader.varint())
    case .choicesListed: self = .choicesListed(try reader.value())
    case .markChanged: self = .markChanged(try reader.optional())
    case .marksListed: self = .marksListed(try reader.value())
    case .searchesListed: self = .searchesListed(try reader.value())
    case .launched: self = .launched(try reader.value())
    case .continuationAppsListed: self = .continuationAppsListed(try reader.list())
    case .launchTimed: self = .launchTimed(try reader.value())
    case .continuationStreamOpened: self = .continuationStreamOpened
    case .failure: self = .failed(try reader.value())
    case .reindexAll: self = .reindexAll(try reader.value())
    case .reindexItems: self = .reindexItems(try reader.value())
    case .provideData: self = .provideData(try reader.value())
    case .provideFile: self = .provideFile(try reader.value())
    case .provideItems: self = .provideItems(try reader.value())
    case .importForApp: self = .importFile(try reader.value())
    case .refresh: self = .refresh(try reader.string())
    case .useChannel: self = .useChannel(try reader.value())
    case .continueActivity: self = .continueActivity(try reader.value())
    case .openURLs: self = .openURLs(try reader.value())
    case .saveActivity: self = .saveActivity(try reader.value())
    case .offerStream: self = .offerStream(try reader.integer())
    case .willContinue: self = .willContinue(try reader.value())
    case .failedToContinue: self = .failedToContinue(try reader.value())
    case .activityUpdated: self = .activityUpdated(try reader.value())
    case .wasContinued: self = .wasContinued(try reader.integer())
    case .throttle: self = .throttle(try reader.value())
    case .classChanged: self = .classChanged(try reader.value())
    case .goingAway: self = .goingAway(try reader.value())
    default: return nil
    }
  }
}
