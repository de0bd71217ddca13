internal import Foundation
internal import SpotlightClient
internal import SpotlightWire

/// The history of an app, reached over its connection.
struct HistorySink: ActivitySink {
  private let history: HistoryHandle

  /// - Parameters:
  ///   - connection: The connection.
  ///   - pipeline: Where the activities of this process are, which the service may ask about.
  init(_ connection: ServiceConnection, _ pipeline: ActivityPipeline) {
    history = connection.history
    history.use(pipeline)
  }

  var declaredTypes: [String]? { history.declaredTypes }

  func donate(_ donation: DonatedActivity) {
    let type = donation.activity.type
    history.donate(donation) { [history] result in
      switch result {
      case .success(let outcome):
        Self.report(outcome, type, isDeclared: history.declaredTypes != nil)
      case .failure(let error): Self.report(error, type)
      }
    }
  }

  func tell(current: ActivitySummary?) {
    history.tell(current: current)
  }

  func tell(restored delivery: UInt64) {
    history.tell(restored: delivery, by: .current)
  }

  /// Deletes activities.
  ///
  /// - Parameters:
  ///   - choice: Which.
  ///   - completion: Called once, when they are gone or cannot be deleted, of which a line is written.
  func delete(_ choice: ActivityChoice, completion: @escaping @Sendable () -> Void) {
    history.delete(choice) { error in
      if let error { Self.report(error, "deleteSavedUserActivities") }
      completion()
    }
  }

  /// Says what a developer can mend.
  private static func report(_ outcome: DonationOutcome, _ type: String, isDeclared: Bool) {
    switch outcome {
    case .new, .known:
      guard !isDeclared, DeclaredTypes.ofProcess == nil else { return }
      ActivityLog.reportOnce(
        "undeclared", type,
        "the app declares no types; list them under NSUserActivityTypes in its Info.plist")
    case .typeNotDeclared:
      ActivityLog.reportOnce(
        "undeclared " + type, type,
        "is not kept: its type is not among NSUserActivityTypes of the app's manifest")
    case .relatedItemUnknown:
      ActivityLog.reportOnce(
        "unrelated", type,
        "is not kept: relatedUniqueIdentifier names no item of the app in the class of its history or "
          + "a weaker one; index the item first, or use weakRelatedUniqueIdentifier")
    case .tooMany:
      ActivityLog.reportOnce("tooMany", type, "is not kept: there were too many in a short time")
    case .switchedOff, .expired, .nothingToUpdate: break
    }
  }

  private static func report(_ error: ServiceError, _ type: String) {
    switch error.code {
    // Nobody keeps history here; or it was locked, or deleted by the app itself.
    case .unsupported, .classLocked, .cancelled: break
    default: ActivityLog.reportOnce("error \(error.code)", type, error.message)
    }
  }
}
