internal import FresnelBus
internal import SpotlightWire

/// What docks and lock screens use over the bus of the session to show what can be continued here:
/// `org.fresnel.Handoff1` of `/org/fresnel/Handoff`.
///
/// Whoever may use the session's bus may call it and sees titles; the bus of a sandbox lets through only what the
/// person allowed it. Nothing is opened in a locked session.
enum HandoffObject {
  /// The object.
  static let path = "/org/fresnel/Handoff"
  /// The interface.
  static let interface = "org.fresnel.Handoff1"
  /// Tells that ``object(listing:accepting:)`` lists something else.
  static let changed = BusSignal(path, interface, "Changed")
  /// Tells that what was picked up came to nothing, and why: the number, and a sentence.
  static let failed = BusSignal(path, interface, "Failed")

  /// Makes the object.
  ///
  /// - Parameters:
  ///   - list: What can be continued here.
  ///   - accept: Picks something up, by its number, with what lets the window take the focus; must not wait.
  /// - Returns: The object, to be served on a connection.
  static func object(
    listing list: @escaping @Sendable () -> [AvailableActivity],
    accepting accept: @escaping @Sendable (UInt64, _ token: String?) -> Void
  ) -> BusObject {
    BusObject(path, interface) { member, arguments in
      switch member {
      case "List":
        return .success([.array(element: "(usssss)", list().compactMap(entry))])
      case "Accept":
        guard arguments.count == 2, case .uint32(let number) = arguments[0],
          let token = arguments[1].text
        else {
          return .failure(
            BusError(
              named: "org.freedesktop.DBus.Error.InvalidArgs",
              "Accept takes a number and an activation token."))
        }
        guard list().contains(where: { $0.number == UInt64(number) }) else {
          return .failure(
            BusError(
              named: "org.freedesktop.DBus.Error.FileNotFound", HandoffFailure.ended.message))
        }
        accept(UInt64(number), token.isEmpty ? nil : token)
        return .success([])
      default: return .failure(.unknownMethod(member))
      }
    }
  }

  /// What is listed of an activity; `nil` for one whose number the bus cannot say.
  private static func entry(_ available: AvailableActivity) -> BusValue? {
    guard let number = UInt32(exactly: available.number) else { return nil }
    let activity = available.activity
    return .structure([
      .uint32(number), text(available.device), text(activity.app), text(activity.appName),
      text(activity.title), text(activity.type),
    ])
  }

  /// A text as the bus takes it.
  private static func text(_ text: String) -> BusValue {
    .string(text.contains("\0") ? text.replacing("\0", with: "") : text)
  }
}

extension HandoffService {
  /// Lets programs on the session's bus show what can be continued here, and continue it. They find it under
  /// ``RefreshObject/busName``.
  ///
  /// - Parameter bus: The bus.
  func serve(on bus: BusConnection) {
    let fail: @Sendable (UInt64, ServiceError) -> Void = { [weak bus] number, error in
      guard let number = UInt32(exactly: number) else { return }
      try? bus?.emit(HandoffObject.failed, [.uint32(number), .string(error.message)])
    }
    let object = HandoffObject.object { [weak self] in
      self?.available ?? []
    } accepting: { [weak self] number, token in
      self?.accept(number, HandoffOpening(token: token)) { result in
        if case .failure(let error) = result { fail(number, error) }
      }
    }
    try? bus.serve(object)
    observe { [weak bus] _ in try? bus?.emit(HandoffObject.changed, []) }
  }
}
