internal import FresnelPlatform

/// The settings of GNOME and of desktops made of it, read by the program `gsettings`.
struct GSettings {
  private let program: String
  private let environment: [String: String]

  /// The desktops that keep their settings there.
  private static let desktops: Set<String> = ["GNOME", "Budgie", "Unity", "Pantheon"]

  /// Asks in a person's environment; `nil` where their desktop is another one, or the program is not there.
  ///
  /// - Parameter environment: Names the desktop, and where programs are.
  init?(_ environment: [String: String]) {
    let names = (environment["XDG_CURRENT_DESKTOP"] ?? "").split(separator: ":").map(String.init)
    guard !Self.desktops.isDisjoint(with: names),
      let program = Command.path(of: "gsettings", in: environment["PATH"])
    else { return nil }
    self.program = program
    self.environment = environment
  }

  /// Reads a value.
  ///
  /// - Parameters:
  ///   - key: Its name.
  ///   - schema: Where it is, with a path behind a colon for some.
  /// - Returns: The value as GVariant writes it; `nil` where there is none.
  func value(of key: String, in schema: String) -> String? {
    var command = Command(program, ["get", schema, key])
    command.environment = environment
    (command.input, command.error) = (.null, .null)
    guard let (ending, output) = try? command.capture(maximumByteCount: 1 << 16), ending.isSuccess
    else { return nil }
    return String(decoding: output, as: UTF8.self)
  }

  /// The strings of a value, such as `['a', "it's"]`.
  static func strings(in text: String) -> [String] {
    var strings: [String] = []
    var (current, quote, isEscaped) = ("", Character?.none, false)
    for character in text {
      guard let end = quote else {
        if character == "'" || character == "\"" { (quote, current) = (character, "") }
        continue
      }
      if isEscaped {
        current.append(character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character == end {
        strings.append(current)
        quote = nil
      } else {
        current.append(character)
      }
    }
    return strings
  }
}
