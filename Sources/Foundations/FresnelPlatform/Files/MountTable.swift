#if canImport(Glibc)
  import Glibc
#endif

/// The directories on which file systems are mounted, as this process sees them, and which file systems these are.
package struct MountTable: Sendable {
  private struct Mount {
    /// The kind of file system, such as `ext4`.
    let kind: String
    /// The device that is mounted, or what stands for it.
    let source: String
  }

  /// By the directory.
  private let mounts: [String: Mount]
  /// By the device: the identifier of the file system on it.
  private let identifiers: [String: String]

  /// Reads the content of `/proc/self/mountinfo`.
  ///
  /// - Parameters:
  ///   - bytes: The content.
  ///   - identifiers: By the paths of devices: the identifiers of the file systems on them.
  package init(parsing bytes: [UInt8], identifiers: [String: String] = [:]) {
    var mounts: [String: Mount] = [:]
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let fields = line.split(separator: UInt8(ascii: " "))
      guard fields.count > 4 else { continue }
      // Optional fields come before a hyphen, behind it the kind of file system and its source. A later line is of
      // what was mounted over an earlier one.
      let rest = fields[5...].drop { !$0.elementsEqual("-".utf8) }.dropFirst()
        .map { Self.unescaped($0) }
      mounts[Self.unescaped(fields[4])] = Mount(
        kind: rest.first ?? "", source: rest.count > 1 ? rest[1] : "")
    }
    self.mounts = mounts
    self.identifiers = identifiers
  }

  /// The mounts of this moment; none where the kernel doesn't tell.
  package static var current: MountTable {
    MountTable(
      parsing: (try? FileSystem.contents(of: "/proc/self/mountinfo", maximumByteCount: 1 << 24))
        ?? [],
      identifiers: devices)
  }

  /// The identifiers of file systems that udev tells.
  private static var devices: [String: String] {
    let directory = "/dev/disk/by-uuid"
    var identifiers: [String: String] = [:]
    for name in (try? FileSystem.entries(of: directory)) ?? [] {
      if let device = FileSystem.resolved(directory + "/" + name) { identifiers[device] = name }
    }
    return identifiers
  }

  /// What tells the file system that is mounted on a directory from others, which may be mounted there at other times:
  /// the identifier that is written on the medium, where udev knows it, else what the kernel says.
  ///
  /// - Returns: `nil` when nothing is mounted there, or it can't be told.
  package func fileSystem(on point: String) -> String? {
    guard let mount = mounts[point] else { return nil }
    let source = mount.source
    let device = source.hasPrefix("/") ? FileSystem.resolved(source) ?? source : source
    if let identifier = identifiers[device] { return "uuid:" + identifier }
    return FileSystem.number(ofFileSystemAt: point).map {
      "id:\(mount.kind)-\(String($0, radix: 16))"
    }
  }

  /// The directory on which the file system of a path is mounted, which is absolute and has no symbolic links; `nil`
  /// when that isn't known.
  package func mountPoint(of path: String) -> String? {
    var place = path
    while true {
      if mounts[place] != nil { return place }
      if place == "/" { return nil }
      place = FileSystem.parent(of: place)
    }
  }

  /// Whether a file system, or a part of one, is mounted on a path, which is absolute and has no symbolic links.
  package func isMountPoint(_ path: String) -> Bool { mounts[path] != nil }

  /// Undoes the kernel's escapes: `\040` is a space.
  private static func unescaped(_ field: some Collection<UInt8>) -> String {
    var bytes: [UInt8] = []
    var rest = Array(field)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\\"), rest.count >= 3,
        let value = UInt8(String(decoding: rest.prefix(3), as: UTF8.self), radix: 8)
      {
        bytes.append(value)
        rest.removeFirst(3)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension FileSystem {
  /// The number of a file system, as the kernel has it; `nil` when it doesn't tell.
  fileprivate static func number(ofFileSystemAt path: String) -> UInt? {
    var record = statvfs()
    guard statvfs(path, &record) == 0 else { return nil }
    return UInt(record.f_fsid)
  }

  /// Whether a symbolic link is at the path, wherever it leads.
  package static func isLink(_ path: String) -> Bool {
    var byte: CChar = 0
    return readlink(path, &byte, 1) >= 0
  }
}
