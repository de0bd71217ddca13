internal import FresnelModel
package import FresnelPlatform
package import SpotlightWire

/// What promises, fetched data and imports need of the rest of the daemon. Each closure may be called on
/// any thread, returns at once, and calls its completion once.
package struct ContentSources: Sendable {
  /// Somebody's answer, with the descriptors that came with it.
  package typealias Answer = @Sendable (Result<Envelope<ClientMessage>, ServiceError>) -> Void

  /// Finds an item of an app: in the index of this name, or, for `nil`, in the first of its indexes that
  /// has it; `nil` when there is none.
  package var find:
    @Sendable (
      _ app: AppIdentity, _ index: String?, _ item: String,
      _ done: @escaping @Sendable (Result<WireHit?, ServiceError>) -> Void
    ) -> Void
  /// Asks an app about an item of one of its indexes: a process of it that takes such requests, or else
  /// its index extension.
  package var ask:
    @Sendable (
      _ item: WireHit, _ method: DelegateMethods, _ question: DaemonMessage,
      _ answer: @escaping Answer
    ) -> Void
  /// Has an app's import extension read a file.
  package var importFile:
    @Sendable (
      _ app: AppIdentity, _ request: ImportRequest, _ file: SharedDescriptor,
      _ answer: @escaping Answer
    ) -> Void

  /// Puts the closures together.
  package init(
    find:
      @escaping @Sendable (
        _ app: AppIdentity, _ index: String?, _ item: String,
        _ done: @escaping @Sendable (Result<WireHit?, ServiceError>) -> Void
      ) -> Void,
    ask:
      @escaping @Sendable (
        _ item: WireHit, _ method: DelegateMethods, _ question: DaemonMessage,
        _ answer: @escaping Answer
      ) -> Void,
    importFile:
      @escaping @Sendable (
        _ app: AppIdentity, _ request: ImportRequest, _ file: SharedDescriptor,
        _ answer: @escaping Answer
      ) -> Void
  ) {
    self.find = find
    self.ask = ask
    self.importFile = importFile
  }
}

/// An answer to a client, and what goes with it.
package struct ContentReply: Sendable {
  /// The message.
  package let message: DaemonMessage
  /// The descriptors.
  package let descriptors: [SharedDescriptor]

  init(_ message: DaemonMessage, _ descriptors: [SharedDescriptor] = []) {
    self.message = message
    self.descriptors = descriptors
  }

  /// Told the answer, once, on any thread.
  package typealias Handler = @Sendable (Result<ContentReply, ServiceError>) -> Void
}
