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
  package static func isInterpreter(path: String) -> Bool { interpreter(at: path) != nil }

  /// The name of the interpreter at a path without its version, such as `python` for `/usr/bin/python3.11`,
  /// `ld` for the dynamic linker and `qemu` for all emulators; `nil` for other programs.
  static func interpreter(at path: String) -> String? {
    let name = FileSystem.lastComponent(of: path).lowercased()
    if let usual = otherNames[name] { return usual }
    if known.contains(name) { return name }
    if name.hasPrefix("qemu-") { return "qemu" }
    if ["ld-linux", "ld.so", "ld-musl"].contains(where: name.hasPrefix) { return "ld" }
    // python3.11, ruby3.1
    let stem = String(name.prefix { !$0.isNumber && $0 != "." })
    return otherNames[stem] ?? (known.contains(stem) ? stem : nil)
  }

  private static let known: Set<String> = [
    "ash", "awk", "bash", "bun", "busybox", "dash", "deno", "dotnet", "env", "fish", "gjs", "guile",
    "java", "julia", "ksh", "lua", "mono", "node", "octave", "perl", "php", "pypy", "python", "r",
    "racket", "ruby", "sbcl", "sh", "swift-frontend", "tclsh", "wine", "wish", "zsh",
  ]

  private static let otherNames = [
    "gawk": "awk", "gjs-console": "gjs", "jexec": "java", "luajit": "lua", "mono-sgen": "mono",
    "nodejs": "node", "octave-cli": "octave", "rscript": "r", "wine-preloader": "wine",
    "wine64": "wine", "wine64-preloader": "wine",
  ]
}
