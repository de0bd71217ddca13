#if canImport(Glibc)
  import Glibc
#endif

/// The kernel's queue of what happens in directories, as inotify(7) has it.
struct InotifyQueue: ~Copyable {
  /// Something that happened.
  struct Event: Sendable {
    /// The watch; -1 for the queue itself.
    let watch: Int32
    /// What happened, in the kernel's bits.
    let mask: UInt32
    /// Pairs the two halves of a move; 0 for all else.
    let cookie: UInt32
    /// The entry of the directory, empty for the directory itself.
    let name: [UInt8]

    /// Whether one of some bits is set.
    func has(_ bits: Int) -> Bool { mask & UInt32(truncatingIfNeeded: bits) != 0 }
  }

  /// What is asked of a directory. Of a file that is removed while it is open nothing more is wanted.
  static let interest = UInt32(
    truncatingIfNeeded: Int(IN_CREATE) | Int(IN_CLOSE_WRITE) | Int(IN_MODIFY) | Int(IN_ATTRIB)
      | Int(IN_DELETE) | Int(IN_MOVED_FROM) | Int(IN_MOVED_TO) | Int(IN_DELETE_SELF)
      | Int(IN_ONLYDIR) | Int(IN_DONT_FOLLOW) | Int(IN_EXCL_UNLINK))
  /// What is asked of a tree's top, which no directory above tells about.
  static let interestInTop = interest | UInt32(IN_MOVE_SELF)
  /// What is asked of a directory in which a tree's top may appear. It may be watched as part of another tree too.
  static let interestInArrivals = UInt32(
    truncatingIfNeeded: Int(IN_CREATE) | Int(IN_MOVED_TO) | Int(IN_DELETE_SELF)
      | Int(IN_MOVE_SELF) | Int(IN_ONLYDIR) | Int(IN_MASK_ADD))

  /// The descriptor, which can be read when something happened.
  let descriptor: Int32
  /// Holds at least one event of the longest name, and in common many.
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 8)

  /// Makes a queue.
  ///
  /// - Throws: ``SystemError`` when the person has as many queues as may be.
  init() throws(SystemError) {
    let flags = Int32(truncatingIfNeeded: Int(IN_NONBLOCK) | Int(IN_CLOEXEC))
    descriptor = try retrying("inotify_init1") { inotify_init1(flags) }
  }

  deinit {
    close(descriptor)
    buffer.deallocate()
  }

  /// Watches a directory; one that is watched keeps its number.
  func add(_ path: RawPath, for interest: UInt32) throws(SystemError) -> Int32 {
    try retrying("inotify_add_watch", path.text) {
      path.withCString { inotify_add_watch(descriptor, $0, interest) }
    }
  }

  /// Watches a directory no more. One that is gone has none any more, which is no error.
  func remove(_ watch: Int32) {
    _ = inotify_rm_watch(descriptor, watch)
  }

  /// Takes what is there, at most as much as the buffer holds; none when nothing is.
  func read() throws(SystemError) -> [Event] {
    let count: Int
    do throws(SystemError) {
      count = try retrying("read") { Glibc.read(descriptor, buffer.baseAddress, buffer.count) }
    } catch  where error.code == .wouldBlock {
      return []
    }
    var events: [Event] = []
    var start = 0
    let header = MemoryLayout<inotify_event>.size
    while start + header <= count {
      let record = buffer.loadUnaligned(fromByteOffset: start, as: inotify_event.self)
      let end = min(start + header + Int(record.len), count)
      // The name is filled up with NULs.
      let name = buffer[(start + header)..<end].prefix { $0 != 0 }
      events.append(
        Event(watch: record.wd, mask: record.mask, cookie: record.cookie, name: Array(name)))
      start = end
    }
    return events
  }
}
