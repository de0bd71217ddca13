package import FresnelModel
package import SpotlightWire

/// An activity on its way to an app's history.
package struct DonatedActivity: Sendable {
  /// The activity's number in this process. Of several donations of one activity in one state that wait, the last
  /// one is sent.
  package var number: UInt64
  /// The activity.
  package var activity: WireActivity
  /// The attributes by which it is found.
  package var attributes: EncodedItem?
  /// Whether the person came to the state; otherwise what is kept of it is brought up to date.
  package var isVisit: Bool

  /// Puts the parts together.
  package init(
    number: UInt64, activity: WireActivity, attributes: EncodedItem? = nil, isVisit: Bool
  ) {
    self.number = number
    self.activity = activity
    self.attributes = attributes
    self.isVisit = isVisit
  }

  /// The key of its state.
  var key: String { StateKey.of(activity, attributes) }

  /// Whether it is kept only if an item exists.
  var needsItem: Bool { attributes?.text(of: .relatedUniqueIdentifier) != nil }
}

/// A request about an app's history, from when it was made until it is answered.
struct HistoryRequest: Sendable {
  /// Told what became of a donation.
  typealias Donated = @Sendable (Result<DonationOutcome, ServiceError>) -> Void
  /// Told that activities are deleted, or why they are not.
  typealias Deleted = @Sendable (ServiceError?) -> Void

  /// What is asked.
  enum Content: Sendable {
    case donate(DonatedActivity, Donated)
    /// To delete.
    case delete(ActivityChoice, Deleted)
    /// To delete what who deletes items of a class, if it is known, does not delete with them.
    case deleteWithItems(ActivityChoice, ProtectionClass?, Deleted)
  }

  var content: Content
  /// Whether it waits for items to be stored.
  var isHeld = false
  /// Whether it is not to be sent again, as the app deleted meanwhile what it would bring back.
  var isWithdrawn = false
  /// The connection that it was sent over; `nil` when it waits.
  var sentOver: Link?
  /// When it was first sent, in nanoseconds of the clock that never goes back.
  var firstSent: UInt64?

  /// The donation, where it is one.
  var donation: DonatedActivity? {
    if case .donate(let donation, _) = content { donation } else { nil }
  }

  /// What is to be called with an answer.
  func answered(_ answer: Result<DaemonMessage, ServiceError>) -> @Sendable () -> Void {
    switch content {
    case .donate(_, let done):
      let outcome = answer.flatMap { message -> Result<DonationOutcome, ServiceError> in
        if case .donated(let outcome) = message { return .success(outcome) }
        return .failure(.unexpected(message))
      }
      return { done(outcome) }
    case .delete(_, let done), .deleteWithItems(_, _, let done):
      return { done(answer.error) }
    }
  }

  /// The request as it is sent.
  func message(for handle: UInt32) -> ClientMessage {
    switch content {
    case .donate(let donation, _):
      .donate(
        DonateActivity(
          handle: handle, isVisit: donation.isVisit, activity: donation.activity,
          attributes: donation.attributes))
    case .delete(let choice, _), .deleteWithItems(let choice, _, _):
      .deleteActivities(DeleteActivities(handle: handle, choice: choice))
    }
  }
}
