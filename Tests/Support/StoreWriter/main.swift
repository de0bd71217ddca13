// Writes numbered batches to a store until it kills itself, and tells on its output which were
// acknowledged. `StoreKillTests` runs it: `store-writer DIRECTORY MICROSECONDS`.

import Dispatch
import FresnelEngine
import FresnelModel
import FresnelPlatform

let scope = IndexScope(app: "org.example.writer")

/// Each batch puts two items and deletes one of three batches before and one of forty before.
func batch(_ number: Int) throws -> Batch {
  let items = try (0...1).map { index in
    var attributes = Attributes()
    attributes[.title] = .string("batch \(number)")
    return try ItemCodec.encode(
      Item(uniqueIdentifier: "\(number).\(index)", attributes: attributes))
  }
  return Batch(
    scope: scope,
    operations: [
      .put(items), .deleteIdentifiers(["\(number - 3).0", "\(number - 40).1"]),
    ], clientState: Array("\(number)".utf8))
}

/// Kills the process after a time, wherever the other threads are.
func startCountdown(microseconds: UInt64) {
  DispatchQueue.global().async {
    let end = MonotonicClock.nanoseconds + microseconds * 1000
    while MonotonicClock.nanoseconds < end {}
    CurrentProcess.raise(.kill)
  }
}

/// Where acknowledgements are written, unbuffered.
final class Output: Sendable {
  private let file: FileDescriptor

  init() throws {
    file = try FileDescriptor(opening: "/dev/stdout", for: .writing)
  }

  func acknowledge(_ number: Int) {
    try? file.write("\(number)\n")
  }
}

let arguments = CommandLine.arguments
guard arguments.count == 3, let delay = UInt64(arguments[2]) else { CurrentProcess.exit(2) }
// Small limits, so that the kill also falls into the writing of files, their joins and compactions.
let store = try Store.open(
  at: arguments[1], options: StoreOptions(imageByteCount: 60_000, garbageByteCount: 20_000))
let output = try Output()
let state = store.snapshot().clientState(of: scope).map { String(decoding: $0, as: UTF8.self) }
let first = (state.flatMap { Int($0) } ?? -1) + 1
// Several batches in flight, so that they are committed in groups.
let inFlight = DispatchSemaphore(value: 8)
startCountdown(microseconds: delay)
for number in first..<first + 1_000_000 {
  inFlight.wait()
  store.submit(try batch(number)) { error in
    if error == nil { output.acknowledge(number) }
    inFlight.signal()
  }
}
