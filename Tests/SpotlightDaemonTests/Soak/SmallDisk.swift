import FresnelPlatform
import WireTestSupport

/// A small file system in memory, mounted on a directory, that only processes see that were let in: nothing of
/// it is left when they have ended.
final class SmallDisk {
  /// Why there is none: mounting takes root, or namespaces of users.
  struct NotPossibleHere: Error {}

  private let directory: String
  /// The process that keeps the mount.
  private let keeper: Int32

  /// Mounts a disk.
  ///
  /// - Throws: ``NotPossibleHere``.
  init(on directory: String, mebibytes: Int) throws {
    self.directory = directory
    let script = """
      mount -t tmpfs -o size=\(mebibytes)m,mode=700 fresnel "$1" && touch "$1/mounted" && exec sleep 3600
      """
    let flags = TestProgram.isRoot ? "--mount" : "--map-root-user"
    let command = Command(
      "/usr/bin/unshare", ["--mount", flags, "/bin/sh", "-c", script, "sh", directory])
    keeper = try command.startDetached()
    let (keeper, mounted) = (keeper, "/proc/\(keeper)/root\(directory)/mounted")
    _ = TestProgram.wait {
      FileSystem.exists(mounted) || !Signal.none.send(to: keeper)
    }
    guard FileSystem.exists(mounted) else {
      Signal.kill.send(to: keeper)
      throw NotPossibleHere()
    }
  }

  deinit {
    Signal.kill.send(to: keeper)
  }

  /// The start of a command line of a process that sees the disk.
  var entrance: [String] {
    ["/usr/bin/nsenter", "--target", "\(keeper)", "--mount"]
      + (TestProgram.isRoot ? [] : ["--user", "--preserve-credentials"])
  }

  /// The disk's directory as it is called by processes that were not let in.
  var pathFromOutside: String { "/proc/\(keeper)/root\(directory)" }

  /// Fills what is free, or all but some bytes.
  func fill(leaving bytes: Int = 0) throws {
    try run("cat /dev/zero > \(directory)/filler 2>&-; truncate -s -\(bytes) \(directory)/filler")
  }

  /// Makes room again.
  func empty() throws {
    try run("rm -f \(directory)/filler")
  }

  private func run(_ script: String) throws {
    let words = entrance + ["/bin/sh", "-c", script]
    var command = Command(words[0], Array(words.dropFirst()))
    command.error = .null
    _ = try command.run()
  }
}
