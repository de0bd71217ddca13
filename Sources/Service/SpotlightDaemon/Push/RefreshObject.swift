package import FresnelBus
package import SpotlightWire

/// What other programs call over the bus of the session to have an app's index brought up to date:
/// `org.fresnel.Refresh1.Refresh(s app)` of `/org/fresnel/Daemon`.
///
/// Whoever may use the session's bus may call it. It only has an extension run that the app's own manifest
/// names and allows to be woken, at most once a minute.
package enum RefreshObject {
  /// The name on the bus.
  package static let busName = "org.fresnel.Daemon"
  /// The object.
  package static let path = "/org/fresnel/Daemon"
  /// The interface.
  package static let interface = "org.fresnel.Refresh1"

  /// Makes the object.
  ///
  /// - Parameter wake: Wakes an app, or says why not.
  /// - Returns: The object, to be served on a connection.
  package static func object(
    waking wake: @escaping @Sendable (AppIdentity) throws(ServiceError) -> Void
  ) -> BusObject {
    BusObject(path, interface) { member, arguments in
      guard member == "Refresh" else { return .failure(.unknownMethod(member)) }
      guard arguments.count == 1, case .string(let identifier) = arguments[0], !identifier.isEmpty
      else {
        return .failure(
          BusError(
            named: "org.freedesktop.DBus.Error.InvalidArgs", "Refresh takes an app's identifier."))
      }
      do throws(ServiceError) {
        try wake(AppIdentity(identifier: identifier))
        return .success([])
      } catch {
        return .failure(
          BusError(named: "org.freedesktop.DBus.Error.AccessDenied", error.message))
      }
    }
  }
}
