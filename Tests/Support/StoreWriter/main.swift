// Writes numbered batches to a store and tells on its output which were acknowledged, until it has
// written enough or kills itself. `StoreKillTests` and `StoreTraceTests` run it:
//
//   store-writer DIRECTORY COUNT MICROSECONDS KEY
//
// COUNT batches at most; the kill comes after MICROSECONDS, or not if they are 0; KEY is a number from 1
// to 255 that stands for an encryption key, or 0 for a plain store.

import Dispatch
import FresnelEngine
import FresnelModel
import FresnelPlatform
import FresnelStorage

let scope = IndexScope(app: "org.example.writer")

/// Each batch puts two items, deletes one of three batches before and one of forty before, and changes a
/// number of one that stays.
func batch(_ number: Int) throws -> Batch {
  var counter = Item(uniqueIdentifier: "counter", isUpdate: true)
  counter.attributes[.title] = .string("counter")
  counter.attributes[.pageCount] = .integer(Int64(number))
  var items = try (0...1).map { index in
    var attributes = Attributes()
    attributes[.title] = .string("batch \(number)")
    return try ItemCodec.encode(
      Item(uniqueIdentifier: "\(number).\(index)", attributes: attributes))
  }
  items.append(try ItemCodec.encode(counter))
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

let numbers = CommandLine.arguments.dropFirst(2).compactMap { UInt64($0) }
guard CommandLine.arguments.count == 5, numbers.count == 3, let keyByte = UInt8(exactly: numbers[2])
else { CurrentProcess.exit(2) }
let key = [UInt8](repeating: keyByte, count: EncryptionKey.byteCount).withUnsafeBytes {
  EncryptionKey($0.bytes)
}
// Small limits, so that the kill also falls into compactions, and into what is written of segments.
let options = StoreOptions(
  imageByteCount: 2000, garbageByteCount: 20_000, encryptionKey: keyByte == 0 ? nil : key)
// Opening is among what is cut short.
if numbers[1] > 0 { startCountdown(microseconds: numbers[1]) }
let store = try Store.open(at: CommandLine.arguments[1], options: options)
let output = try Output()
let state = store.snapshot().clientState(of: scope).map { String(decoding: $0, as: UTF8.self) }
let first = (state.flatMap { Int($0) } ?? -1) + 1
// Several batches in flight, so that they are committed in groups.
let inFlight = DispatchSemaphore(value: 8)
for number in first..<first + Int(clamping: numbers[0]) {
  inFlight.wait()
  store.submit(try batch(number)) { error in
    if error == nil { output.acknowledge(number) }
    inFlight.signal()
  }
}
store.close()
