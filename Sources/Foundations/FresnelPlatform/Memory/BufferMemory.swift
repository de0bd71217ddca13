internal import CPlatform
import Synchronization

/// Memory for buffers that grow, and that may be large.
///
/// Large buffers are pages of their own: they grow without being copied, and go back to the system as soon
/// as they are freed, while the allocator would keep them, each thread's apart. Some of those whose size is
/// a power of two, as of buffers that double, are kept for the next that asks for as many bytes, since
/// fresh pages cost more than much of what is done with them.
public enum BufferMemory {
  /// Buffers of at least so many bytes are pages of their own.
  static let leastLargeByteCount = 1 << 18
  /// The most bytes that are kept.
  static let greatestSpareByteCount = 8 << 20

  /// Freed buffers that are kept.
  struct Spares: ~Copyable {
    // Owned by whoever takes them out of here; in the list nobody else knows their addresses.
    nonisolated(unsafe) private var buffers: [(memory: UnsafeMutableRawPointer, byteCount: Int)] =
      []
    private(set) var byteCount = 0

    /// A buffer of just so many bytes, if one is kept.
    mutating func take(_ wanted: Int) -> UnsafeMutableRawPointer? {
      guard let index = buffers.lastIndex(where: { $0.byteCount == wanted }) else { return nil }
      byteCount -= wanted
      return buffers.remove(at: index).memory
    }

    func has(_ wanted: Int) -> Bool { buffers.contains { $0.byteCount == wanted } }

    /// Keeps a buffer; returns whether there was room for it.
    mutating func keep(_ memory: UnsafeMutableRawPointer, _ count: Int) -> Bool {
      guard count.nonzeroBitCount == 1, byteCount + count <= BufferMemory.greatestSpareByteCount
      else { return false }
      byteCount += count
      buffers.append((memory, count))
      return true
    }

    mutating func removeAll() {
      for buffer in buffers { fresnel_pages_give_back(buffer.memory, buffer.byteCount) }
      buffers.removeAll()
      byteCount = 0
    }
  }

  private static let spares = Mutex(Spares())

  /// Takes memory, aligned to 16 bytes; what is in it is undefined.
  ///
  /// The process ends where there is no more.
  public static func allocate(byteCount: Int) -> UnsafeMutableRawPointer {
    guard byteCount >= leastLargeByteCount else {
      return .allocate(byteCount: byteCount, alignment: 16)
    }
    if let spare = spares.withLock({ $0.take(byteCount) }) { return spare }
    guard let memory = fresnel_pages_take(byteCount) else { outOfMemory(byteCount) }
    return memory
  }

  /// Frees memory of the size that it was taken or resized with.
  public static func deallocate(_ memory: UnsafeMutableRawPointer, byteCount: Int) {
    guard byteCount >= leastLargeByteCount else { return memory.deallocate() }
    if spares.withLock({ $0.keep(memory, byteCount) }) { return }
    fresnel_pages_give_back(memory, byteCount)
  }

  /// Makes memory larger or smaller; as much of what is in it as fits stays.
  ///
  /// - Returns: The memory, which may be elsewhere.
  public static func resize(
    _ memory: UnsafeMutableRawPointer, from byteCount: Int, to newByteCount: Int
  ) -> UnsafeMutableRawPointer {
    if min(byteCount, newByteCount) >= leastLargeByteCount, !hasSpare(newByteCount) {
      guard let resized = fresnel_pages_resize(memory, byteCount, newByteCount) else {
        outOfMemory(newByteCount)
      }
      return resized
    }
    let moved = allocate(byteCount: newByteCount)
    moved.copyMemory(from: memory, byteCount: min(byteCount, newByteCount))
    deallocate(memory, byteCount: byteCount)
    return moved
  }

  private static func hasSpare(_ byteCount: Int) -> Bool {
    byteCount.nonzeroBitCount == 1 && spares.withLock { $0.has(byteCount) }
  }

  /// Gives the freed buffers that were kept back to the system.
  public static func releaseSpares() {
    spares.withLock { $0.removeAll() }
  }

  // Ends the process, as an array of Swift does: no caller could go on without the buffer, and what was acknowledged
  // is on the disk.
  private static func outOfMemory(_ byteCount: Int) -> Never {
    preconditionFailure("The system has no \(byteCount) bytes of memory left")
  }
}
