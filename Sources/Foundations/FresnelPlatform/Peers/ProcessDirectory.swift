internal import CPlatform

#if canImport(Glibc)
  import Glibc
#endif

/// The directory of a process below `/proc`. Once open it is that of this process alone; reading from
/// it fails when the process has ended.
struct ProcessDirectory: Sendable {
  private let descriptor: SharedDescriptor
  private let path: String

  init(of processIdentifier: Int32) throws(SystemError) {
    path = "/proc/\(processIdentifier)"
    descriptor = SharedDescriptor(
      adopting: try retrying("open", path) { fresnel_process_directory(processIdentifier) })
  }

  func executable() throws(SystemError) -> ExecutableFile {
    let file = try identity(of: "exe")
    var path = try link("exe")
    // The kernel says so behind the path; a name may also just end like that.
    let isDeleted = path.hasSuffix(" (deleted)") && (try? Self.identity(of: path)) != file
    if isDeleted { path.removeLast(" (deleted)".count) }
    return ExecutableFile(
      device: file.device, inode: file.inode, path: path, isDeleted: isDeleted)
  }

  /// How the process was started.
  ///
  /// - Throws: ``SystemError`` where something of it cannot be read: with less, the process would be taken for another
  ///   script than the next time.
  func invocation(of executable: String) throws(SystemError) -> Invocation {
    Invocation(
      commandLine: try content(of: "cmdline", atMost: 1 << 16),
      environment: try content(of: "environ", atMost: 1 << 18),
      workingDirectory: try link("cwd"), executable: executable)
  }

  /// What Flatpak wrote into the root of the process, where that is another one than ours.
  func flatpakInfo() throws(SystemError) -> FlatpakInfo? {
    guard try identity(of: "root") != Self.identity(of: "/") else { return nil }
    let name = "root/.flatpak-info"
    do throws(SystemError) {
      return FlatpakInfo(try content(of: name, atMost: 1 << 16))
    } catch {
      // What cannot be read is not taken for a sandbox that is not there.
      guard error.code == .notFound else { throw error }
      return nil
    }
  }

  func appArmorLabel() -> String? {
    guard let bytes = try? content(of: "attr/apparmor/current", atMost: 4096) else { return nil }
    let label = String(decoding: bytes.prefix { $0 != 0x0A && $0 != 0 }, as: UTF8.self)
    return label.isEmpty || label == "unconfined" ? nil : label
  }

  func unit() -> String? {
    (try? content(of: "cgroup", atMost: 1 << 16)).flatMap { Self.unit(inControlGroups: $0) }
  }

  /// The innermost unit of the unified hierarchy, from the content of a process's `cgroup` file.
  static func unit(inControlGroups bytes: [UInt8]) -> String? {
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    guard let line = lines.first(where: { $0.hasPrefix("0::") }) else { return nil }
    return line.dropFirst(3).split(separator: "/")
      .last { $0.hasSuffix(".scope") || $0.hasSuffix(".service") }.map(String.init)
  }

  /// Whether all of some namespaces are this process's own.
  func isInOurs(_ namespaces: [String]) throws(SystemError) -> Bool {
    for name in namespaces
    where try identity(of: name) != Self.identity(of: "/proc/self/" + name) {
      return false
    }
    return true
  }

  // MARK: - Reading

  private struct FileIdentity: Equatable {
    let device: UInt64
    let inode: UInt64
  }

  private func identity(of name: String) throws(SystemError) -> FileIdentity {
    try Self.identity(of: name, in: descriptor.rawValue, path + "/" + name)
  }

  /// That of an absolute path in our own file system.
  private static func identity(of path: String) throws(SystemError) -> FileIdentity {
    try identity(of: path, in: AT_FDCWD, path)
  }

  private static func identity(
    of name: String, in directory: Int32, _ path: String
  ) throws(SystemError) -> FileIdentity {
    var file = fresnel_file_identity()
    _ = try retrying("fstatat", path) { fresnel_file_identity_at(directory, name, &file) }
    return FileIdentity(device: file.device, inode: file.inode)
  }

  private func link(_ name: String) throws(SystemError) -> String {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = try retrying("readlinkat", path + "/" + name) {
      fresnel_link_at(descriptor.rawValue, name, &bytes, bytes.count)
    }
    return String(decoding: bytes.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// What an ordinary file begins with.
  func content(of name: String, atMost count: Int) throws(SystemError) -> [UInt8] {
    let path = path + "/" + name
    let number = try retrying("openat", path) {
      fresnel_open_ordinary_at(descriptor.rawValue, name)
    }
    let file = FileDescriptor(adopting: number, path: path)
    var bytes: [UInt8] = []
    while bytes.count < count {
      let chunk = try file.read(count: count - bytes.count)
      if chunk.isEmpty { break }
      bytes += chunk
    }
    return bytes
  }
}
