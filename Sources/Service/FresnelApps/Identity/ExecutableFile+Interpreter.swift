package import FresnelPlatform

extension ExecutableFile {
  /// The program at a path; `nil` when there is no file that could be one.
  init?(at path: String) {
    guard let status = try? FileSystem.status(of: path), status.kind == .regular else { return nil }
    self.init(device: status.device, inode: status.inode, path: path)
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
