import Testing

@testable import FresnelPlatform

@Suite("BufferMemory")
struct BufferMemoryTests {
  private static let sizes = [
    0, 1, 4096, BufferMemory.leastLargeByteCount - 1, BufferMemory.leastLargeByteCount,
    BufferMemory.leastLargeByteCount + 1, 1 << 20, 3 << 20,
  ]

  @Test("what is in a buffer stays when its size changes, as far as it fits", arguments: sizes)
  func keepsContents(before: Int) {
    for after in Self.sizes {
      var memory = BufferMemory.allocate(byteCount: before)
      for offset in 0..<before {
        memory.storeBytes(of: UInt8(offset % 251), toByteOffset: offset, as: UInt8.self)
      }
      memory = BufferMemory.resize(memory, from: before, to: after)
      #expect(UInt(bitPattern: memory) % 16 == 0)
      let isKept = (0..<min(before, after)).allSatisfy {
        memory.load(fromByteOffset: $0, as: UInt8.self) == UInt8($0 % 251)
      }
      #expect(isKept, "\(before) to \(after) bytes")
      // All of it can be written to.
      if after > 0 { memory.initializeMemory(as: UInt8.self, repeating: 7, count: after) }
      BufferMemory.deallocate(memory, byteCount: after)
    }
  }

  @Test("freed buffers that doubled are kept for others of their size, up to a limit")
  func keepsSpares() {
    var spares = BufferMemory.Spares()
    let byteCount = BufferMemory.greatestSpareByteCount / 2
    let buffers = (0..<3).map { _ in BufferMemory.allocate(byteCount: byteCount) }
    let kept0 = spares.keep(buffers[0], byteCount)
    let kept1 = spares.keep(buffers[1], byteCount)
    let kept2 = spares.keep(buffers[2], byteCount)
    #expect(kept0 && kept1 && !kept2)
    BufferMemory.deallocate(buffers[2], byteCount: byteCount)
    let other = BufferMemory.allocate(byteCount: 3 << 18)
    let keptOther = spares.keep(other, 3 << 18)
    #expect(!keptOther)
    BufferMemory.deallocate(other, byteCount: 3 << 18)
    let nothing = spares.take(byteCount / 2)
    #expect(nothing == nil)
    let taken = spares.take(byteCount)
    #expect(taken == buffers[1])
    BufferMemory.deallocate(buffers[1], byteCount: byteCount)
    spares.removeAll()
    let none = spares.take(byteCount)
    #expect(none == nil)
  }
}
