internal import FresnelPlatform
internal import SpotlightWire

/// The files of an app's own store when it was copied.
///
/// A directory that holds nothing else has nothing that the core does not have: its app could not empty it, or was killed
/// while it did. It need not be read again, and cannot be where some of its files are gone. Who fools this fools only
/// its own app.
struct CopiedFiles: Equatable {
  /// One number for each file, which another one has, or the same after a change, by chance alone.
  private let marks: Set<UInt64>
  /// A store with more files is read again.
  private static let limit = 4096

  /// Looks at the files of a store, but for those that hold nothing of it; `nil` where they cannot be listed, or others
  /// are there than a store has.
  ///
  /// - Parameter directory: The directory of the store. It may block.
  init?(in directory: SharedDescriptor) {
    var marks: Set<UInt64> = []
    let isWhole = directory.withPath { path in
      do throws(SystemError) {
        return try Self.add(path, isDamaged: false, to: &marks)
      } catch {
        return false
      }
    }
    guard isWhole else { return nil }
    self.marks = marks
  }

  /// Reads what ``bytes`` gave.
  init?(bytes: some Collection<UInt8>) {
    guard bytes.count.isMultiple(of: 8) else { return nil }
    var marks: Set<UInt64> = []
    var rest = bytes[...]
    while !rest.isEmpty {
      marks.insert(rest.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) })
      rest = rest.dropFirst(8)
    }
    self.marks = marks
  }

  /// As the metadata log keeps them: eight bytes for each file.
  var bytes: [UInt8] {
    marks.sorted().flatMap { mark in (0..<8).map { UInt8(truncatingIfNeeded: mark >> (8 * $0)) } }
  }

  /// Whether all these files are among others, unchanged.
  func areAll(among others: CopiedFiles) -> Bool { marks.isSubset(of: others.marks) }

  /// Adds the files of a directory.
  ///
  /// - Returns: Whether it holds only what a store does, and no more files than are noted.
  private static func add(
    _ path: String, isDamaged: Bool, to marks: inout Set<UInt64>
  ) throws(SystemError) -> Bool {
    for name in try FileSystem.entries(of: path) {
      if !isDamaged, StoreLocation.holdsNothing(name) { continue }
      let file = path + "/" + name
      guard let status = try FileSystem.status(of: file) else { continue }
      switch status.kind {
      case .regular:
        marks.insert(mark(of: status))
        guard marks.count <= limit else { return false }
      case .directory where !isDamaged && name == StoreLocation.damagedName:
        guard try add(file, isDamaged: true, to: &marks) else { return false }
      default: return false
      }
    }
    return true
  }

  /// FNV-1a of which file it is, how long, and when it was last changed.
  private static func mark(of status: FileStatus) -> UInt64 {
    let facts = [
      status.device, status.inode, status.byteCount, status.modifiedSecondsSince1970.bitPattern,
    ]
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for fact in facts {
      for shift in 0..<8 {
        hash = (hash ^ (fact >> UInt64(8 * shift) & 0xFF)) &* 0x0000_0100_0000_01B3
      }
    }
    return hash
  }
}
