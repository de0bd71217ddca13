extension ExecutableFile {
  /// The program at a path; `nil` when there is no file that could be one.
  package init?(at path: String) {
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
  package static func interpreter(at path: String) -> String? {
    InterpreterNames.interpreter(FileSystem.lastComponent(of: path).lowercased())
  }
}
