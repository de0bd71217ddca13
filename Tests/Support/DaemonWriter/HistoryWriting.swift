import FresnelModel
import FresnelPlatform
import SpotlightWire
import WireTestSupport

/// Puts items one after the other, tells of a visit to each, and deletes each again two later; tells on the output
/// which deletions were acknowledged.
///
/// What is told of a visit may still be under way when its item is deleted.
func writeHistory(_ client: RawClient, into index: UInt32, from first: Int) throws {
  guard case .historyOpened(let history) = try client.ask(.openHistory) else {
    CurrentProcess.exit(3)
  }
  var next = first
  while true {
    try client.put(["\(next)"], into: index)
    _ = try client.request(
      .donate(
        DonateActivity(
          handle: history.handle, isVisit: true,
          activity: WireActivity(type: "org.example.view", title: "\(next)", flags: [.search]),
          attributes: try related(to: "\(next)"))))
    if next - 2 >= first {
      let deletion = ApplyBatch(
        handle: index, operations: [.deleteIdentifiers(["\(next - 2)"])])
      guard case .done = try client.ask(.apply(deletion)) else { CurrentProcess.exit(3) }
      try FileDescriptor.standardOutput.write("\(next - 2)\n")
    }
    next += 1
  }
}

private func related(to identifier: String) throws -> EncodedItem {
  var item = Item(uniqueIdentifier: "")
  item.attributes[.relatedUniqueIdentifier] = .string(identifier)
  return try EncodedItem(opening: try ItemCodec.encode(item))
}
