// Writes numbered batches to a store and tells on its output which were acknowledged, until it has
// written enough or kills itself. `StoreKillTests` and `StoreTraceTests` run it:
//
//   store-writer DIRECTORY COUNT MICROSECONDS KEY [ACKNOWLEDGED] [bulk]
//
// COUNT batches at most. The kill comes after MICROSECONDS from the start of the program, or from when so many
// batches were ACKNOWLEDGED: however busy the machine is, so far it gets. With 0 it does not come. Where it comes,
// items that have expired come in between, which leave the disk when the store is next opened, and the store is
// compacted now and then. KEY is a number from 1 to 255 that stands for an encryption key, or 0 for a plain store.
// With `bulk`, what waits to be indexed goes straight to files.

import Dispatch
import FresnelEngine
import FresnelModel
import FresnelPlatform
import FresnelStorage
import Synchronization

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

/// An item that nobody finds, of another index.
func expiredBatch(_ number: Int) throws -> Batch {
  let item = Item(
    uniqueIdentifier: "expired \(number)", expiration: Timestamp(secondsSinceReferenceDate: 1))
  return Batch(
    scope: IndexScope(app: scope.app, index: "expired"),
    operations: [.put([try ItemCodec.encode(item)])])
}

/// Where acknowledgements are written, unbuffered.
final class Output: Sendable {
  private let file: FileDescriptor
  private let left: Atomic<Int>
  private let whenWritten: @Sendable () -> Void

  /// Does something when so many were written.
  init(after count: Int, _ whenWritten: @escaping @Sendable () -> Void) throws {
    file = try FileDescriptor(opening: "/dev/stdout", for: .writing)
    left = Atomic(count)
    self.whenWritten = whenWritten
  }

  func acknowledge(_ number: Int) {
    try? file.write("\(number)\n")
    if left.subtract(1, ordering: .relaxed).newValue == 0 { whenWritten() }
  }
}

let isBulk = CommandLine.arguments.last == "bulk"
let arguments = isBulk ? CommandLine.arguments.dropLast() : CommandLine.arguments
let numbers = arguments.dropFirst(2).compactMap { UInt64($0) }
guard 5...6 ~= arguments.count, numbers.count == arguments.count - 2,
  let keyByte = UInt8(exactly: numbers[2])
else { CurrentProcess.exit(2) }
let key = [UInt8](repeating: keyByte, count: EncryptionKey.byteCount).withUnsafeBytes {
  EncryptionKey($0.bytes)
}
// Small limits, so that the kill also falls into compactions, and into what is written of segments.
var options = StoreOptions(
  flushByteCount: 2000, garbageByteCount: 20_000, encryptionKey: keyByte == 0 ? nil : key)
if isBulk {
  (options.bulk.batchByteCount, options.bulk.waitingByteCount) = (1, 0)
  options.bulk.fileByteCount = 400
}
let startOfCountdown = numbers.count == 4 ? Int(clamping: numbers[3]) : 0
let microseconds = numbers[1]
// Opening is among what is cut short.
if microseconds > 0, startOfCountdown == 0 { startCountdown(microseconds: microseconds) }
let store = try Store.open(at: CommandLine.arguments[1], options: options)
let output = try Output(after: startOfCountdown) {
  if microseconds > 0 { startCountdown(microseconds: microseconds) }
}
let state = store.snapshot().clientState(of: scope).map { String(decoding: $0, as: UTF8.self) }
let first = (state.flatMap { Int($0) } ?? -1) + 1
// Several batches in flight, so that they are committed in groups.
let inFlight = DispatchSemaphore(value: 8)
for number in first..<first + Int(clamping: numbers[0]) {
  inFlight.wait()
  if numbers[1] > 0, number % 8 == 0 { store.submit(try expiredBatch(number)) { _ in } }
  // Compacting indexes what waits, and leaves nothing of it for files.
  if numbers[1] > 0, number % (isBulk ? 256 : 32) == 0 {
    DispatchQueue.global().async { try? store.compact() }
  }
  store.submit(try batch(number)) { error in
    if error == nil { output.acknowledge(number) }
    inFlight.signal()
  }
}
store.close()
