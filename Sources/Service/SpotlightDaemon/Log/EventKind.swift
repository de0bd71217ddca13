/// What an operator may ask the log about. Each kind has an identifier of its own, by which the journal
/// finds it: `journalctl MESSAGE_ID=…`. Documentation/operation.md lists them.
package enum EventKind: String, CaseIterable, Sendable {
  // The daemon
  case started, stopped, executedAgain, settingsChanged, manifestsChanged, paused
  // Connections
  case connectionRefused, foreignWriter, foreignUser, identityConflict, outOfDescriptors
  // Stores
  case storeOpened, storeDamaged, storeRolledBack, journalCut, writeFailed, keyUnavailable
  case stateUnreadable
  // Apps
  case takenOver, notTakenOver, reindexAsked, reindexAcknowledged, quotaReached, throttled,
    appRemoved
  // Extensions
  case extensionStarted, extensionEnded, extensionFailed
  // Launching
  case launchFailed
  // Handoff
  case handoffEnded
  // Protection
  case classLocked, classUnlocked, workerEnded, workerGivenUp

  /// The journal's `MESSAGE_ID`: 128 random bits, never changed.
  package var messageIdentifier: String {
    switch self {
    case .started: "ef4c11568d714170b9e4d69322525425"
    case .stopped: "c44d44311d5d4687a07832bc09e7d6d8"
    case .executedAgain: "9935ac6514b346d492dbc211aa982979"
    case .settingsChanged: "03d1691e4572444fbc3d22d9cd516278"
    case .manifestsChanged: "71d57bb631924bf488d1fe9b7ddd83c3"
    case .paused: "8ede731c135f4885bcf19e250e1b003c"
    case .connectionRefused: "7aecdf9ebb794914b67d05ef20de9d75"
    case .foreignWriter: "d220415293b941f3b28230ced5f36810"
    case .foreignUser: "e9d425e1d6774eef95865c8e3ad102e4"
    case .identityConflict: "1f876677e43e4235aa0479204c8245fb"
    case .outOfDescriptors: "c9cf73e7953440da8ad8eb2414f0052b"
    case .storeOpened: "aa7189f810d94c0abdef63c17008893d"
    case .storeDamaged: "556f01dfa2a843d0b4d5d51bf02951c0"
    case .storeRolledBack: "6db67e866cea4585a9a5966b3bfb5cb0"
    case .journalCut: "d9b1a4b069ea413f84646226367d2b52"
    case .writeFailed: "1b85a2d257e54773968f62021d48810c"
    case .keyUnavailable: "2a42434937784f9cb22bab0dd5cac579"
    case .stateUnreadable: "6a1e8f0c52d94b7fb3a04c9d7e2518f6"
    case .takenOver: "1971dcf60d454262a55a41aa509cb307"
    case .notTakenOver: "4c2220e244d64633a4b14cf313ef06f4"
    case .reindexAsked: "9fe22d3cdbb949dd92e29ac5cfcc00f2"
    case .reindexAcknowledged: "3a1e60d7b7304a29ada043c395bc5104"
    case .quotaReached: "419fb01c5cd543448f518c63b3372c9b"
    case .throttled: "88f7d2a8624d440d935653cac502a067"
    case .appRemoved: "e59dc535f6e14b06a849d513ac3c4984"
    case .extensionStarted: "25c7d5a3cd204f90af05d0fc82d7b027"
    case .extensionEnded: "d20a478099f14b3d83b35d40b14f45e1"
    case .extensionFailed: "9e0a880d5dca49fbac470bfebb128b71"
    case .launchFailed: "d67fa01fee3689ea722497b86922bd6d"
    case .handoffEnded: "5d0c1d3f1e6b4b0e9a51c26a6ff0d0a7"
    case .classLocked: "799a18e5e0bf4fc1ba3ede2d59ff82d8"
    case .classUnlocked: "670d19974c8242eab1a4bb3ed50387eb"
    case .workerEnded: "20b71f78c870459b854cdd5b5d5789f5"
    case .workerGivenUp: "9ea6f109fb184712ba127f50ff01682d"
    }
  }

  /// How much it matters, as syslog counts: 3 error, 4 warning, 5 notice, 6 information.
  package var priority: Int {
    switch self {
    case .storeDamaged, .writeFailed, .keyUnavailable, .workerGivenUp: 3
    case .storeRolledBack, .stateUnreadable, .foreignWriter, .foreignUser, .outOfDescriptors,
      .extensionFailed, .workerEnded, .handoffEnded, .notTakenOver:
      4
    case .connectionRefused, .identityConflict, .quotaReached, .throttled, .appRemoved, .paused,
      .launchFailed, .journalCut:
      5
    default: 6
    }
  }
}
