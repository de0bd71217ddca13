/// The kinds of messages, by the numbers that frames carry.
///
/// The numbers that are not used from 0x0070 to 0x009F and from 0x1020 to 0x103F are kept free for
/// suggestions and the public index.
package enum MessageKind: UInt16, CaseIterable, Hashable, Sendable {
  // The start of a connection
  case hello = 0x0001
  case greeting = 0x8000
  case welcome = 0x8001
  case refused = 0x8002
  // Requests of a client about its indexes
  case openIndex = 0x0010
  case apply = 0x0011
  case clientState = 0x0012
  case describe = 0x0013
  case applySealed = 0x0014
  case beginReplace = 0x0015
  case commitReplace = 0x0016
  case abandonReplace = 0x0017
  case setDelegate = 0x0018
  // Requests of a client to find items
  case query = 0x0020
  case search = 0x0021
  case item = 0x0022
  case list = 0x0023
  case ask = 0x0024
  // What a client tells of a search, and requests of a person about what a search remembers
  case engage = 0x0025
  case forgetSearches = 0x0026
  case forgetChoices = 0x0027
  case listChoices = 0x0028
  case changeMark = 0x002E
  case listMarks = 0x002F
  case listSearches = 0x0029
  // Other requests of a client
  case takeOver = 0x0030
  case channel = 0x0031
  case fetchData = 0x0040
  case promise = 0x0041
  case importFile = 0x0042
  case administer = 0x0050
  case unlock = 0x0060
  // Requests of a client about what a person did, and is to come back to
  case openHistory = 0x0070
  case donate = 0x0071
  case deleteActivities = 0x0072
  case listHistory = 0x0073
  case deleteHistory = 0x0074
  case launch = 0x0078
  case receive = 0x0079
  case continuationApps = 0x007A
  case launchTime = 0x007B
  case openContinuationStream = 0x0080
  // Events from a client
  case currentChanged = 0x0090
  case restored = 0x0091
  case more = 0x00F0
  case cancel = 0x00F1
  case searchOpened = 0x00F2
  // Replies of the daemon
  case indexOpened = 0x8010
  case done = 0x8011
  case clientStateStored = 0x8012
  case description = 0x8013
  case replacementBegun = 0x8015
  case results = 0x8020
  case found = 0x8021
  case itemFound = 0x8022
  case answered = 0x8024
  case searchesForgotten = 0x8026
  case choicesForgotten = 0x8027
  case choicesListed = 0x8028
  case markChanged = 0x802E
  case marksListed = 0x802F
  case searchesListed = 0x8029
  case takenOver = 0x8030
  case channelOpened = 0x8031
  case dataFetched = 0x8040
  case promiseKept = 0x8041
  case fileImported = 0x8042
  case report = 0x8050
  case historyOpened = 0x8070
  case donated = 0x8071
  case historyListed = 0x8073
  case historyDeleted = 0x8074
  case launched = 0x8078
  case continuationAppsListed = 0x807A
  case launchTimed = 0x807B
  case continuationStreamOpened = 0x8080
  // A reply of either
  case failure = 0x80FF
  // Requests of the daemon
  case reindexAll = 0x1010
  case reindexItems = 0x1011
  case provideData = 0x1012
  case provideFile = 0x1013
  case provideItems = 0x1014
  case importForApp = 0x1015
  case refresh = 0x1016
  case useChannel = 0x1017
  case continueActivity = 0x1020
  case openURLs = 0x1021
  case saveActivity = 0x1022
  case offerStream = 0x1023
  // Replies of a client
  case acknowledged = 0x9010
  case dataProvided = 0x9012
  case fileProvided = 0x9013
  case itemsProvided = 0x9014
  case itemImported = 0x9015
  case continued = 0x9020
  case activitySaved = 0x9022
  // Events from the daemon
  case willContinue = 0x1030
  case failedToContinue = 0x1031
  case activityUpdated = 0x1032
  case wasContinued = 0x1033
  case throttle = 0x1101
  case classChanged = 0x1102
  case goingAway = 0x1103
}

extension MessageKind {
  /// Whether the message is or answers a request and carries its number. The others carry 0.
  package var belongsToRequest: Bool {
    switch self {
    case .hello, .greeting, .welcome, .refused, .more, .cancel, .throttle, .classChanged,
      .goingAway, .currentChanged, .restored, .searchOpened, .willContinue, .failedToContinue,
      .activityUpdated, .wasContinued:
      false
    default: true
    }
  }

  /// Whether the message answers a request.
  package var isReply: Bool { belongsToRequest && rawValue & 0x8000 != 0 }

  /// Whether there may be several of this kind in answer to one request.
  package var mayBeFollowed: Bool {
    self == .results || self == .found || self == .answered
  }
}
