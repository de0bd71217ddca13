internal import FresnelPlatform

/// A program, named by what the kernel knows it by.
package struct ExecutableFile: Hashable, Sendable {
  /// The device that the file is on.
  package var device: UInt64
  /// The number of the file on its device.
  package var inode: UInt64
  /// A path that led to it.
  package var path: String

  /// Makes a program's names.
  package init(device: UInt64, inode: UInt64, path: String) {
    self.device = device
    self.inode = inode
    self.path = path
  }

  /// The program at a path; `nil` when there is no file that could be one.
  package init?(at path: String) {
    guard let status = try? FileSystem.status(of: path), status.kind == .regular else { return nil }
    self.init(device: status.device, inode: status.inode, path: path)
  }

  /// Whether this is the same file, by whatever path.
  package func isSameFile(as other: ExecutableFile) -> Bool {
    device == other.device && inode == other.inode
  }

  /// Whether the file runs programs that others wrote, so that it says nothing about the app.
  ///
  /// Judged by the usual names, with a version or without.
  package var isInterpreter: Bool { Self.isInterpreter(path: path) }

  /// Whether a path is that of an interpreter.
  package static func isInterpreter(path: String) -> Bool {
    let name = FileSystem.lastComponent(of: path).lowercased()
    let known = [
      "ash", "awk", "bash", "bun", "busybox", "dash", "deno", "dotnet", "env", "fish", "gawk",
      "gjs",
      "gjs-console", "guile", "java", "jexec", "julia", "ksh", "lua", "luajit", "mono", "mono-sgen",
      "node", "nodejs", "perl", "php", "pypy", "python", "ruby", "rscript", "sh", "swift-frontend",
      "tclsh", "wine", "wine-preloader", "wine64", "wine64-preloader", "wish", "zsh",
    ]
    if known.contains(name) { return true }
    // python3.11, ruby3.1, qemu-aarch64-static, ld-linux-x86-64.so.2
    let stem = name.prefix { !$0.isNumber && $0 != "." }
    return known.contains(String(stem)) || name.hasPrefix("qemu-") || name.hasPrefix("ld-linux")
      || name.hasPrefix("ld.so") || name.hasPrefix("ld-musl")
  }
}
