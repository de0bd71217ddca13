// Writes numbered batches through a daemon, several in flight, and tells on its output which were
// acknowledged, until the daemon is gone. `DaemonKillTests` runs it:
//
//   daemon-writer SOCKET APP CLASS
//
// It goes on from the number that the stored client state tells. `HistoryKillTests` has it visit and delete items
// instead, from a number on:
//
//   daemon-writer SOCKET APP CLASS FIRST

import FresnelModel
import FresnelPlatform
import SpotlightWire
import WireTestSupport

/// Each batch puts two items and deletes one of three batches before; its number is the client state.
func batch(_ number: Int, into index: UInt32) throws -> ApplyBatch {
  var batch = try RawClient.batch(
    of: ["\(number).0", "\(number).1"], into: index, clientState: Array("\(number)".utf8))
  batch.operations.append(.deleteIdentifiers(["\(number - 3).0"]))
  return batch
}

let arguments = CommandLine.arguments
guard 4...5 ~= arguments.count, let protection = ProtectionClass(rawValue: UInt8(arguments[3]) ?? 9)
else { CurrentProcess.exit(2) }
Signal.ignore(.brokenPipe)
do {
  let client = try RawClient(path: arguments[1])
  try client.shakeHands(claiming: arguments[2])
  let index = try client.open("numbers", protection)
  if arguments.count == 5 {
    try writeHistory(client, into: index, from: Int(arguments[4]) ?? 0)
  }
  let stored = try client.clientState(of: index).map { String(decoding: $0, as: UTF8.self) }
  var next = (stored.flatMap { Int($0) } ?? -1) + 1
  var inFlight: [UInt64: Int] = [:]
  let output = FileDescriptor.standardOutput
  while true {
    while inFlight.count < 6 {
      inFlight[try client.request(.apply(try batch(next, into: index)))] = next
      next += 1
    }
    let envelope = try client.receive()
    guard let number = inFlight.removeValue(forKey: envelope.request) else { continue }
    guard case .done = envelope.message else { CurrentProcess.exit(3) }
    try output.write("\(number)\n")
  }
} catch {
  // The daemon was killed, as planned.
}
