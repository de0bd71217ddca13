import FresnelModel
import FresnelTestSupport
@testable import SpotlightService
import SpotlightWire

extension MemoryStage {
  /// The person decides something about an item.
  @discardableResult
  func mark(
    _ verb: ChangeMark.Verb, _ identifier: String, _ text: String = "",
    of app: AppIdentity = mail, _ protection: ProtectionClass = .firstUnlock
  ) async throws -> PersonalMark? {
    timers.advance(seconds: 1)
    let scope = IndexScope(app: app.identifier, index: Self.index(protection))
    let reply = await surface.ask(.changeMark(ChangeMark(verb, scope, identifier, text: text)))
    guard case .markChanged(let mark) = reply else {
      throw reply.failure ?? ServiceError(.unsupported, "\(reply)")
    }
    return mark
  }

  /// What the person decided, as it is listed.
  func marks(
    _ request: ListMarks = ListMarks(), by client: TestClient? = nil
  ) async throws -> MarkList {
    let reply = await (client ?? surface).ask(.listMarks(request))
    guard case .marksListed(let list) = reply else { throw TestFailure("\(reply)") }
    return list
  }

  /// What the person finds by asking, of which the first has to be what they find first by searching.
  func shown(_ text: String, limit: UInt64 = 100) async throws -> [String] {
    let asked = try await asked(text, limit: limit)
    let found = try await found(text, limit: limit)
    guard found.isEmpty || asked.prefix(1) == found.prefix(1) else {
      throw TestFailure("\(text): asked \(asked.prefix(3)), searched \(found.prefix(3))")
    }
    return asked
  }
}
