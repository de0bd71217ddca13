internal import FresnelModel
internal import SpotlightWire
internal import Synchronization

/// An activity on its way into history.
///
/// As long as it waits for its turn a later one of the same state can be put in its place, and a deletion can
/// reach it.
final class Donation: Sendable {
  /// Told what became of it.
  typealias Answer = @Sendable (Result<DonationOutcome, ServiceError>) -> Void

  /// The activity as it was last handed over.
  struct Content: Sendable {
    var activity: WireActivity
    var attributes: EncodedItem?
    var isVisit: Bool
  }

  let app: String
  let key: String
  /// The item that the state lives and dies with.
  let related: String?

  private struct State {
    var content: Content
    var answers: [Answer]
    var isDeleted = false
  }
  private let state: Mutex<State>

  init(_ donation: DonateActivity, of app: String, _ answer: @escaping Answer) {
    self.app = app
    key = StateKey.of(donation.activity, donation.attributes)
    related = donation.attributes?.text(of: .relatedUniqueIdentifier)
    state = Mutex(
      State(
        content: Content(
          activity: donation.activity, attributes: donation.attributes,
          isVisit: donation.isVisit), answers: [answer]))
  }

  var content: Content { state.withLock { $0.content } }

  /// Puts a later one of the same state in its place; both get the same answer.
  func replace(by later: Donation) {
    let (content, answers) = later.state.withLock { ($0.content, $0.answers) }
    state.withLock { state in
      let isVisit = state.content.isVisit || content.isVisit
      state.content = content
      state.content.isVisit = isVisit
      state.answers += answers
    }
  }

  /// Whether what it stands for was deleted while it waited.
  var isDeleted: Bool { state.withLock { $0.isDeleted } }

  /// The group that the state belongs to.
  var domain: String? { content.attributes?.text(of: .domainIdentifier) }

  /// What it stands for is deleted: it is not kept.
  func noteDeletion() {
    state.withLock { $0.isDeleted = true }
  }

  /// Answers all who handed it over.
  func finish(_ result: Result<DonationOutcome, ServiceError>) {
    let answers = state.withLock { state in
      defer { state.answers = [] }
      return state.answers
    }
    for answer in answers { answer(result) }
  }
}

extension [String] {
  /// Whether a domain is one of these, or lies below one.
  func contain(_ domain: String) -> Bool {
    contains { domain == $0 || domain.hasPrefix($0 + ".") }
  }
}
