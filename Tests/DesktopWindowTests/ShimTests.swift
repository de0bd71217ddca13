import FresnelPlatform
import Testing
import WireTestSupport

@Suite(
  "The window's widgets, without the program", .serialized, .timeLimit(.minutes(30)),
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
        mkdir "$DIRECTORY/fonts"
        for font in "DejaVu Sans:book" "DejaVu Sans:bold" "Droid Sans Fallback"; do
          ln -sf "$(fc-match --format '%{file}' "$font")" "$DIRECTORY/fonts/"
        done
        printf '%s' "$FONTS" >"$DIRECTORY/fonts.conf"
        export FONTCONFIG_FILE="$DIRECTORY/fonts.conf"
        cd "$SOURCES"
        clang -std=gnu17 -g -O1 -w \(flags) -DFRESNEL_DESKTOP -I Sources/CLibraries/CGTK/include \
          $(pkg-config --cflags gtk4) Tests/DesktopWindowTests/\(program)/main.c \
          Sources/CLibraries/CGTK/*.c -o "$DIRECTORY/program" $(pkg-config --libs gtk4) \
          2>"$DIRECTORY/build" || { cat "$DIRECTORY/build"; exit 1; }
        exec "$DIRECTORY/program" \(arguments) 2>&1
        """
      var command = Command("/bin/sh", ["-c", script])
      // Of the person's own settings, such as a scale or a theme, nothing is to be seen.
      let inherited = Environment.all.filter {
        ["PATH", "HOME", "PKG_CONFIG_PATH"].contains($0.key)
      }
      command.environment = inherited.merging([
        "SOURCES": sources, "DIRECTORY": directory, "DISPLAY": display.name, "GDK_BACKEND": "x11",
        "GTK_A11Y": "none", "GSETTINGS_BACKEND": "memory", "LC_ALL": "C.UTF-8",
        "XDG_CONFIG_HOME": directory, "XDG_CONFIG_DIRS": directory,
        "FONTS": Self.fontConfiguration(of: directory),
        // Libraries of the desktop keep what they made until the process ends.
        "ASAN_OPTIONS": "detect_leaks=0",
      ]) { $1 }
      let (ending, output) = try command.capture(maximumByteCount: 1 << 18)
      return (ending, String(decoding: output, as: UTF8.self))
    }
  }

  /// Has fontconfig know three fonts, and no rule but that a font without bold letters is drawn bold: which other
  /// fonts a machine has, and what its rules prefer for letters of East Asia, is not to be seen in pictures.
  private static func fontConfiguration(of directory: String) -> String {
    """
    <?xml version="1.0"?>
    <!DOCTYPE fontconfig SYSTEM "fonts.dtd">
    <fontconfig>
      <dir>\(directory)/fonts</dir>
      <cachedir>\(directory)/font-cache</cachedir>
      <include ignore_missing="yes">/etc/fonts/conf.d/90-synthetic.conf</include>
    </fontconfig>
    """
  }

  @Test("Each function does what it says, reads no byte too many, and shows what it is given")
  func functions() throws {
    let flags = "-fsanitize=address,undefined -fno-sanitize-recover=all"
    let (ending, text) = try run("Shim", flags)
    #expect(ending.isSuccess && text.hasSuffix("all is well\n"), "\(text)")
  }

  /// Runs a program of the system.
  ///
  /// - Returns: What it wrote; empty where it failed.
  private static func output(_ program: String, _ words: String...) -> String {
    var command = Command(program, words)
    command.error = .null
    guard let (ending, output) = try? command.capture(maximumByteCount: 1 << 20), ending.isSuccess
    else { return "" }
    return String(decoding: output, as: UTF8.self)
  }

  /// Why no picture can be compared on this machine; `nil` where they can.
  private static let pictureAbsence: String? = {
    guard output("pkg-config", "--modversion", "gtk4").hasPrefix("4.8.") else {
      return "The window's pictures are not compared: they are of GTK 4.8"
    }
    return fontAbsence("DejaVu Sans", in: "fonts-dejavu-core")
  }()

  private static func fontAbsence(_ font: String, in package: String) -> String? {
    output("fc-list", font, "family").isEmpty
      ? "Pictures of the window are not compared: the font \(font) (\(package)) is not installed"
      : nil
  }

  private static let fallbackAbsence =
    pictureAbsence ?? fontAbsence("Droid Sans Fallback", in: "fonts-droid-fallback")

  /// Where they are to look otherwise, `Pictures/main.c` tells how pictures are made; look at each.
  @Test(
    "The window looks as in its pictures: light, dark, right to left, long, empty",
    .enabled(if: pictureAbsence == nil, "\(pictureAbsence ?? "")"))
  func pictures() throws {
    let (ending, text) = try run("Pictures", "", "Tests/DesktopWindowTests/Pictures plain")
    #expect(ending.isSuccess && text.hasSuffix("all is well\n"), "\(text)")
  }

  @Test(
    "The window looks as in its picture with letters of East Asia",
    .enabled(if: fallbackAbsence == nil, "\(fallbackAbsence ?? "")"))
  func fallbackPictures() throws {
    let (ending, text) = try run("Pictures", "", "Tests/DesktopWindowTests/Pictures fallback")
    #expect(ending.isSuccess && text.hasSuffix("all is well\n"), "\(text)")
  }
}
