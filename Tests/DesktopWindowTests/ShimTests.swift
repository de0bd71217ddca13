import FresnelPlatform
import Testing
import WireTestSupport

@Suite(
  "The window's widgets, without the program", .serialized, .timeLimit(.minutes(20)),
  .enabled(if: TestDisplay.absence == nil, "\(TestDisplay.absence ?? "")"),
  .enabled(if: Command.path(of: "clang") != nil, "clang is not installed"))
struct ShimTests {
  /// Builds a program of C with the shim, and runs it on a display of its own.
  ///
  /// - Parameters:
  ///   - program: The directory of its source, beside this file.
  ///   - flags: Flags of the compiler.
  ///   - arguments: Its command line.
  /// - Returns: How it ended, and what it wrote.
  /// - Throws: An error of the system.
  private func run(
    _ program: String, _ flags: String = "", _ arguments: String = ""
  ) throws -> (Command.Ending, String) {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let sources = FileSystem.parent(of: FileSystem.parent(of: FileSystem.parent(of: #filePath)))
      let display = try TestDisplay(in: directory)
      defer { display.end() }
      let script = """
        set -e
        cd "$SOURCES"
        clang -std=gnu17 -g -O1 -w \(flags) -DFRESNEL_DESKTOP -I Sources/CLibraries/CGTK/include \
          $(pkg-config --cflags gtk4) Tests/DesktopWindowTests/\(program)/main.c \
          Sources/CLibraries/CGTK/*.c -o "$DIRECTORY/program" $(pkg-config --libs gtk4) \
          2>"$DIRECTORY/build" || { cat "$DIRECTORY/build"; exit 1; }
        exec "$DIRECTORY/program" \(arguments) 2>&1
        """
      var command = Command("/bin/sh", ["-c", script])
      let inherited = Environment.all.filter { $0.key != "GTK_THEME" }
      command.environment = inherited.merging([
        "SOURCES": sources, "DIRECTORY": directory, "DISPLAY": display.name, "GDK_BACKEND": "x11",
        "GTK_A11Y": "none", "GSETTINGS_BACKEND": "memory", "LC_ALL": "C.UTF-8",
        "XDG_CONFIG_HOME": directory,
        // Libraries of the desktop keep what they made until the process ends.
        "ASAN_OPTIONS": "detect_leaks=0",
      ]) { $1 }
      let (ending, output) = try command.capture(maximumByteCount: 1 << 18)
      return (ending, String(decoding: output, as: UTF8.self))
    }
  }

  @Test("Each function does what it says, reads no byte too many, and shows what it is given")
  func functions() throws {
    let flags = "-fsanitize=address,undefined -fno-sanitize-recover=all"
    let (ending, text) = try run("Shim", flags)
    #expect(ending.isSuccess && text.hasSuffix("all is well\n"), "\(text)")
  }

  /// Where they are to look otherwise, `Pictures/main.c` tells how pictures are made; look at each.
  @Test("The window looks as in its pictures: light, dark, other scripts, long, empty")
  func pictures() throws {
    let (ending, text) = try run("Pictures", "", "Tests/DesktopWindowTests/Pictures")
    #expect(ending.isSuccess, "\(text)")
  }
}
