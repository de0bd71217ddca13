/// The units that desktops put apps into, as the systemd documentation "Desktop Environment
/// Integration" names them.
package enum UnitName {
  /// The identifier of the desktop file that a unit stands for; `nil` for other units.
  ///
  /// A scope is `app[-LAUNCHER]-ID-RANDOM.scope`, a service `app[-LAUNCHER]-ID[@RANDOM].service`. Parts
  /// are escaped, so that a hyphen in them is `\x2d`.
  package static func desktopFile(of unit: String) -> String? {
    var parts: [Substring]
    if unit.hasSuffix(".scope") {
      parts = unit.dropLast(".scope".count).split(separator: "-", omittingEmptySubsequences: false)
      guard parts.count >= 3, parts.removeLast().isEmpty == false else { return nil }
    } else if unit.hasSuffix(".service") {
      let name = unit.dropLast(".service".count)
      parts = name.prefix { $0 != "@" }.split(separator: "-", omittingEmptySubsequences: false)
    } else {
      return nil
    }
    guard parts.first == "app", 2...3 ~= parts.count,
      let identifier = unescaped(parts[parts.count - 1]),
      DesktopFiles.isValid(identifier)
    else { return nil }
    return identifier
  }

  /// Undoes `systemd-escape`: `\x2d` is a byte; `nil` for a broken escape or what is no UTF-8.
  private static func unescaped(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\") else {
        bytes.append(byte)
        continue
      }
      guard rest.popFirst() == UInt8(ascii: "x"), rest.count >= 2,
        let value = UInt8(Substring(rest.prefix(2)), radix: 16)
      else { return nil }
      rest.removeFirst(2)
      bytes.append(value)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
