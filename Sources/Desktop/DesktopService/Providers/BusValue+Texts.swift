package import FresnelBus

extension BusValue {
  /// A list of texts, `as`.
  static func texts(_ texts: [String]) -> BusValue {
    .array(element: "s", texts.map(BusValue.string))
  }

  /// The texts of a list of texts; none for another value.
  var texts: [String] {
    guard case .array("s", let elements) = self else { return [] }
    return elements.compactMap(\.text)
  }
}

extension BusError {
  /// The answer to a call whose arguments are not those of its method.
  package static func invalidArguments(_ message: String) -> BusError {
    BusError(named: "org.freedesktop.DBus.Error.InvalidArgs", message)
  }
}
