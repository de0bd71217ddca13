import FresnelPlatform
import Testing
import WireTestSupport

@Suite(
  "The window's shim under the address sanitizer", .timeLimit(.minutes(20)),
  .enabled(if: TestDisplay.absence == nil, "\(TestDisplay.absence ?? "")"),
  .enabled(if: Command.path(of: "clang") != nil, "clang is not installed"))
struct ShimTests {
  @Test("Each function does what it says, reads no byte too many, and shows what it is given")
  func functions() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let sources = FileSystem.parent(of: FileSystem.parent(of: FileSystem.parent(of: #filePath)))
      let display = try TestDisplay(in: directory)
      defer { display.end() }
      let script = """
        set -e
        flags=$(pkg-config --cflags gtk4)
        libraries=$(pkg-config --libs gtk4)
        cd "$SOURCES"
        clang -std=gnu17 -g -O1 -w -fsanitize=address,undefined -fno-sanitize-recover=all \
          -DFRESNEL_DESKTOP -I Sources/CLibraries/CGTK/include $flags \
          Tests/DesktopWindowTests/Shim/main.c Sources/CLibraries/CGTK/*.c \
          -o "$DIRECTORY/shim" $libraries 2>"$DIRECTORY/build" || { cat "$DIRECTORY/build"; exit 1; }
        exec "$DIRECTORY/shim" 2>&1
        """
      var command = Command("/bin/sh", ["-c", script])
      command.environment = Environment.all.merging([
        "SOURCES": sources, "DIRECTORY": directory, "DISPLAY": display.name, "GDK_BACKEND": "x11",
        "GTK_A11Y": "none", "GSETTINGS_BACKEND": "memory", "LC_ALL": "C.UTF-8",
        // Libraries of the desktop keep what they made until the process ends.
        "ASAN_OPTIONS": "detect_leaks=0",
      ]) { $1 }
      let (ending, output) = try command.capture(maximumByteCount: 1 << 18)
      let text = String(decoding: output, as: UTF8.self)
      #expect(ending.isSuccess && text.hasSuffix("all is well\n"), "\(text)")
    }
  }
}
