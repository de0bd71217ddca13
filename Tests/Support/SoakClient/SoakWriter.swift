import SpotlightWire
import WireTestSupport

/// Writes numbered batches, several in flight, from where the stored client state says.
struct SoakWriter {
  let life: SoakLife

  func run() throws {
    let client = try life.enter()
    let handle = try client.open(NumberedIndex.name)
    let depth = Int.random(in: 1...8, using: &life.generator)
    var next = NumberedIndex.number(in: try client.clientState(of: handle)) + 1
    var inFlight: [UInt64: Int] = [:]
    var lastAcknowledged = next - 1
    var isBehind = false
    while !life.isOver {
      while inFlight.count < depth, !isBehind {
        let batch = try NumberedIndex.batch(next, of: life.app, into: handle)
        inFlight[try client.request(.apply(batch))] = next
        next += 1
      }
      let envelope = try client.receive()
      guard let number = inFlight.removeValue(forKey: envelope.request) else { continue }
      switch envelope.message {
      case .done:
        // Another process of the app may have done the one before it.
        guard isBehind ? number > lastAcknowledged : number == lastAcknowledged + 1 else {
          throw SoakLife.Violation(
            description: "batch \(number) was acknowledged after \(lastAcknowledged)")
        }
        lastAcknowledged = number
        life.tell("\(number)")
      case .failed(let error) where error.code == .mismatchedClientState:
        // What the one before this one had sent came later than its end.
        isBehind = true
      case .failed(let error) where error.isRetryable:
        isBehind = true
      case .failed(let error):
        throw SoakLife.Violation(description: "batch \(number) failed: \(error.message)")
      default:
        throw SoakLife.Violation(description: "batch \(number): \(envelope.message.kind)")
      }
      guard isBehind, inFlight.isEmpty else { continue }
      next = NumberedIndex.number(in: try client.clientState(of: handle)) + 1
      guard next > lastAcknowledged else {
        throw SoakLife.Violation(
          description: "batch \(lastAcknowledged) was acknowledged, the state is \(next - 1)")
      }
      lastAcknowledged = next - 1
      isBehind = false
    }
  }
}
