import Foundation
import FresnelPlatform
import SpotlightWire
import Testing

@testable import UserActivity

@Suite("Continuation streams", .timeLimit(.minutes(30)))
struct ContinuationStreamTests {
  @Test("streams pass bytes between being opened and being closed")
  func opening() throws {
    let pair = try StreamPair()
    let (input, output) = (pair.here.input, pair.there.output)
    #expect(input.streamStatus == .notOpen && output.streamStatus == .notOpen)
    #expect(input.read(atMost: 4).result == -1 && output.write(all: [1]) == 0)
    #expect(!input.hasBytesAvailable && !output.hasSpaceAvailable)
    pair.open()
    #expect(input.streamStatus == .open && input.streamError == nil)
    #expect(!input.hasBytesAvailable && output.hasSpaceAvailable)
    #expect(output.write(all: [1, 2, 3]) == 3)
    #expect(input.hasBytesAvailable)
    #expect(input.read(atMost: 2).bytes == [1, 2])
    #expect(input.read(atMost: 2).bytes == [3])
    input.close()
    input.open()
    #expect(input.streamStatus == .closed && input.read(atMost: 4).result == -1)
  }

  @Test("a slow reader gets every byte, and holds the writer up meanwhile")
  func slowReader() async throws {
    let pair = try StreamPair()
    pair.open()
    let bytes = pattern(1 << 20)
    // Of as much as anybody has room for, a part is taken.
    let output = pair.there.output
    var count = 0
    while count < 64 << 20, output.hasSpaceAvailable {
      count += bytes.withUnsafeBufferPointer { buffer in
        buffer.baseAddress.map { output.write($0, maxLength: buffer.count) } ?? 0
      }
    }
    #expect(count > 0 && count < 8 << 20)
    let held = HandedOver(value: (pair.here.input, output))
    let taken = count
    async let written = onThread {
      let output = held.value.1
      defer { output.close() }
      return output.write(all: bytes)
    }
    async let read = onThread { held.value.0.readAll(by: 1_000) }
    #expect(await written == bytes.count)
    let all = await read
    #expect(all.count == taken + bytes.count)
    #expect(Array(all.suffix(bytes.count)) == bytes)
    #expect(pair.here.input.streamStatus == .atEnd && !pair.here.input.hasBytesAvailable)
  }

  @Test("one direction ends, and the other goes on")
  func halfClose() throws {
    let pair = try StreamPair()
    pair.open()
    #expect(pair.here.output.write(all: [1, 2, 3]) == 3)
    pair.here.output.close()
    #expect(pair.here.output.streamStatus == .closed && pair.here.output.write(all: [1]) == 0)
    #expect(pair.there.input.readAll(by: 8) == [1, 2, 3])
    #expect(pair.there.input.streamStatus == .atEnd && pair.there.input.read(atMost: 1).result == 0)
    #expect(pair.there.output.write(all: [4]) == 1)
    pair.there.output.close()
    #expect(pair.here.input.readAll(by: 8) == [4])
    #expect(pair.here.input.streamStatus == .atEnd)
  }

  @Test(
    "what one side has written is whole for the other one, though that one has closed both streams")
  func closingAtOnce() throws {
    let pair = try StreamPair()
    pair.open()
    #expect(pair.there.output.write(all: [9]) == 1)
    #expect(pair.here.output.write(all: [1, 2, 3]) == 3)
    pair.here.output.close()
    pair.here.input.close()
    #expect(pair.there.input.readAll(by: 2) == [1, 2, 3])
    #expect(pair.there.input.streamStatus == .atEnd)
    #expect(pair.there.output.write(all: [4]) == 0)
    #expect(pair.there.output.streamStatus == .error)
  }

  @Test("who is lost has not ended: the reader and the writer are told", arguments: [true, false])
  func loss(afterHalfClose: Bool) throws {
    let (bytes, otherBytes) = try UnixSocket.pair()
    let ends = try StreamEnds(offeringOver: otherBytes)
    let here = try ContinuationStreams(over: [bytes.descriptor])
    here.input.open()
    here.output.open()
    if afterHalfClose { here.output.close() }
    _ = try [1, 2].withUnsafeBytes { try otherBytes.send($0) }
    otherBytes.shutdown()
    #expect(ends.otherHasEnded == afterHalfClose)
    #expect(here.input.readAll(by: 64).count == 16)
    #expect(here.input.streamStatus == .error)
    #expect((here.input.streamError as? CocoaError)?.code == .userActivityConnectionUnavailable)
    guard !afterHalfClose else { return }
    #expect(!here.output.hasSpaceAvailable)
    #expect(here.output.write(all: [1]) == 0)
    #expect((here.output.streamError as? CocoaError)?.code == .userActivityConnectionUnavailable)
  }

  @Test("streams that an app lets go of are closed; of those that it never opened nothing is whole")
  func lettingGo() throws {
    var pair = Optional(try StreamPair())
    let taken = pair?.there.input
    taken?.open()
    pair?.here.output.open()
    pair = nil
    #expect(taken?.read(atMost: 1).result == 0 && taken?.streamStatus == .atEnd)
    pair = try StreamPair()
    let untaken = pair?.there.input
    untaken?.open()
    pair = nil
    #expect(untaken?.read(atMost: 1).result == -1 && untaken?.streamStatus == .error)
  }

  @Test("a reader that waits hears of the end")
  func waiting() async throws {
    let pair = try StreamPair()
    pair.open()
    let held = HandedOver(value: pair.there.input)
    async let result = onThread { held.value.read(atMost: 8).result }
    pair.here.output.close()
    #expect(await result == 0)
  }

  @Test("what is no stream socket makes no streams")
  func foreignDescriptors() throws {
    #expect(throws: SystemError.self) { try ContinuationStreams(over: []) }
    let file = try MemoryFile.sealed(UnsafeRawBufferPointer(start: nil, count: 0), name: "tests")
    #expect(throws: SystemError.self) { try ContinuationStreams(over: [file]) }
    let (bare, _) = try UnixSocket.pair()
    #expect(throws: SystemError.self) { try ContinuationStreams(over: [bare.descriptor]) }
    #expect(ContinuationOutputStream.toMemory().streamStatus == .closed)
  }
}
