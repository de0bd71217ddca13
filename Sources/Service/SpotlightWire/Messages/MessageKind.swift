/// The kinds of messages, by the numbers that frames carry.
///
/// The numbers from 0x0070 to 0x009F and from 0x1020 to 0x103F are kept free for user activities,
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
  // Other requests of a client
  case takeOver = 0x0030
  case channel = 0x0031
  case fetchData = 0x0040
  case promise = 0x0041
  case importFile = 0x0042
  case administer = 0x0050
  case unlock = 0x0060
  // Events from a client
  case more = 0x00F0
  case cancel = 0x00F1
  // Replies of the daemon
  case indexOpened = 0x8010
  case done = 0x8011
  case clientStateStored = 0x8012
  case description = 0x8013
  case replacementBegun = 0x8015
  case results = 0x8020
  case found = 0x8021
  case itemFound = 0x8022
  case takenOver = 0x8030
  case channelOpened = 0x8031
  case dataFetched = 0x8040
  case promiseKept = 0x8041
  case fileImported = 0x8042
  case report = 0x8050
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
  // Replies of a client
  case acknowledged = 0x9010
  case dataProvided = 0x9012
  case fileProvided = 0x9013
  case itemsProvided = 0x9014
  case itemImported = 0x9015
  // Events from the daemon
  case throttle = 0x1101
  case classChanged = 0x1102
  case goingAway = 0x1103
}

extension MessageKind {
  /// Whether the message is or answers a request and carries its number. The others carry 0.
  package var belongsToRequest: Bool {
    switch self {
    case .hello, .greeting, .welcome, .refused, .more, .cancel, .throttle, .classChanged,
      .goingAway:
      false
    default: true
    }
  }

  /// Whether the message answers a request.
  package var isReply: Bool { belongsToRequest && rawValue & 0x8000 != 0 }

  /// Whether there may be several of this kind in answer to one request.
  package var mayBeFollowed: Bool { self == .results || self == .found }
}
