internal import FresnelPlatform

/// A package that the machine's dpkg installs into a directory of the test's own, and removes again.
package struct DebianPackage {
  /// dpkg failed.
  package struct Failure: Error {
    /// What it was told to do.
    package let words: [String]
  }

  private let file: String
  private let root: String

  /// Builds a package.
  ///
  /// - Parameters:
  ///   - directory: Where it is built; made if it is missing.
  ///   - root: The directory that stands for the root of the file system.
  ///   - fill: Puts files into the directory that it is given, at their places below the root.
  /// - Throws: ``Failure``, or an error of the system.
  package init(
    in directory: String, root: String, _ fill: (_ tree: String) throws -> Void
  ) throws {
    file = directory + "/fresnel-test.deb"
    self.root = root
    let tree = directory + "/tree"
    try FileSystem.createDirectory(tree, permissions: 0o755)
    _ = try Command("/bin/mkdir", ["-p", tree + "/DEBIAN"]).run()
    let control = """
      Package: fresnel-test
      Version: 1
      Architecture: all
      Maintainer: Nobody <nobody@example.com>
      Description: A package of a test

      """
    try FileSystem.write(Array(control.utf8), to: tree + "/DEBIAN/control", permissions: 0o644)
    try fill(tree)
    let data = root + "/var/lib/dpkg"
    _ = try Command("/bin/mkdir", ["-p", data + "/info", data + "/updates", data + "/triggers"])
      .run()
    for name in ["status", "available"] { try FileSystem.write([], to: "\(data)/\(name)") }
    try Self.run(["chmod", "-R", "u=rwX,go=rX", tree])
    try Self.run(["dpkg-deb", "--root-owner-group", "--build", tree, file])
  }

  /// Installs it.
  ///
  /// - Throws: ``Failure``, or an error of the system.
  package func install() throws { try dpkg(["-i", file]) }

  /// Removes it.
  ///
  /// - Throws: ``Failure``, or an error of the system.
  package func remove() throws { try dpkg(["-r", "fresnel-test"]) }

  private func dpkg(_ words: [String]) throws {
    try Self.run(
      ["dpkg", "--root=" + root, "--force-not-root", "--force-bad-path", "--log=/dev/null"] + words)
  }

  private static func run(_ words: [String]) throws {
    let (ending, _) = try Command("/usr/bin/env", words).capture()
    guard ending.isSuccess else { throw Failure(words: words) }
  }
}
