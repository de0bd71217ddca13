#if canImport(Glibc)
  import Glibc
#endif

/// The environment variables of this process.
public enum Environment {
  /// The value of a variable, or `nil` when it is unset or empty.
  ///
  /// Empty counts as unset, as the base directory specification and the locale variables ask.
  public static subscript(name: String) -> String? {
    guard let value = getenv(name) else { return nil }
    let text = String(cString: value)
    return text.isEmpty ? nil : text
  }

  /// All variables.
  public static var all: [String: String] {
    var variables: [String: String] = [:]
    var next = environ
    while let entry = next.pointee {
      let text = String(cString: entry)
      if let equals = text.firstIndex(of: "=") {
        variables[String(text[..<equals])] = String(text[text.index(after: equals)...])
      }
      next += 1
    }
    return variables
  }

  /// Sets a variable, or removes it for `nil`.
  ///
  /// Call it before other threads start: the C library's environment has no lock for readers.
  public static func setValue(_ value: String?, for name: String) {
    if let value {
      setenv(name, value, 1)
    } else {
      unsetenv(name)
    }
  }
}
