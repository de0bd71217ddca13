import FresnelModel
import SpotlightWire
import WireTestSupport

/// Searches live while its app writes: each list is newer than the one before, and has its app's items only.
struct SoakLiveSearcher {
  let life: SoakLife

  func run() throws {
    let client = try life.enter()
    client.timeout = .milliseconds(50)
    let search = SearchRequest(form: .typed, text: "org", limit: 50, flags: .isLive)
    let request = try client.request(.search(search))
    var revision: UInt32 = 0
    while !life.isOver {
      let envelope: Envelope<DaemonMessage>
      do {
        envelope = try client.receive()
      } catch RawClient.Failure.nothingCame {
        continue
      }
      guard envelope.request == request, case .found(let results) = envelope.message else {
        continue
      }
      guard results.revision > revision else {
        throw SoakLife.Violation(
          description: "revision \(results.revision) came after \(revision)")
      }
      revision = results.revision
      if let foreign = results.hits.first(where: { $0.scope.app != life.app }) {
        throw SoakLife.Violation(description: "a live search gave an item of \(foreign.scope.app)")
      }
    }
  }
}
