package import SpotlightWire

/// The dependencies of a core inside an app's own process: there is nobody else.
package struct EmbeddedHost: ServiceHost {
  /// Makes the host.
  package init() {}

  private static let failure = ServiceError(
    .unsupported, "This needs the daemon; the app keeps its index itself.")

  /// Fails: all classes are kept in the app's own store.
  package func channel(
    to protection: ProtectionClass, for peer: Peer,
    _ done: @escaping @Sendable (Result<ChannelOffer, ServiceError>) -> Void
  ) {
    done(.failure(Self.failure))
  }

  /// Fails.
  package func serve(
    _ request: Envelope<ClientMessage>, of session: Session,
    _ done: @escaping @Sendable (Result<HostReply, ServiceError>) -> Void
  ) {
    done(.failure(Self.failure))
  }

  /// No: extensions are run by the daemon.
  package var startsExtensions: Bool { false }

  /// Fails.
  package func startExtension(
    _ request: ExtensionRequest, _ done: @escaping @Sendable (ServiceError?) -> Void
  ) {
    done(Self.failure)
  }

  /// As much as there is room for.
  package func allowance(of app: AppIdentity) -> AppAllowance { .unlimited }

  /// None.
  package func appsHiddenFromSearch() -> Set<String> { [] }

  /// None.
  package func goneApps() -> Set<String> { [] }

  /// No: the store has no key and is of no class, and neither the person's settings nor what they have forgotten reach
  /// it.
  package var keepsSearches: Bool { false }

  /// Nobody reads it.
  package func log(_ event: LogEvent) {}
}
