package import FresnelPlatform
package import SpotlightWire

extension ServiceConnection {
  /// Makes the connection that the rule asks for.
  ///
  /// - Parameters:
  ///   - rule: The rule.
  ///   - app: The app that this process is.
  package convenience init(by rule: ConnectionRule, app: AppIdentity) {
    let decision = rule.decide()
    var omission: String?
    if case .embedded(let store, _) = decision {
      omission = UnservedStores.omission(besides: store, by: rule)
    }
    self.init(decision, app: app, omission: omission)
  }

  /// Makes the connection that was decided on.
  ///
  /// - Parameters:
  ///   - decision: What was decided.
  ///   - app: The app that this process is.
  ///   - omission: Why an index that the app keeps itself may lack items, in one sentence; `nil` where nothing is known
  ///     to be missing.
  package convenience init(
    _ decision: ConnectionRule.Decision, app: AppIdentity, omission: String? = nil
  ) {
    switch decision {
    case .daemon(let socket, let start):
      let name: @Sendable () -> String? = { StorePrograms.current }
      self.init(
        daemonAt: socket, claiming: app, start: start,
        ownDirectory: StoreLocation.embedded(for: app),
        nameProgram: StoreLocation.isShared(by: app) ? name : nil)
    case .nothing(let reason): self.init(without: reason)
    #if Embedded
      case .embedded(let directory, let throughCodec):
        self.init(
          embeddedAt: directory, app: app, throughCodec: throughCodec, omission: omission)
      case .forTests: self.init(embeddedAt: Self.directoryForTests(), app: app)
    #else
      case .embedded, .forTests:
        self.init(without: "This program was built without an index of its own.")
    #endif
    }
  }

  /// Makes a connection to a daemon.
  ///
  /// - Parameters:
  ///   - path: Where it listens.
  ///   - app: Who the client says it is.
  ///   - role: What it wants to be.
  ///   - start: How the daemon is started when nobody listens.
  ///   - hiddenVariables: Variables of this process's environment that a daemon which it starts does not get.
  ///   - ownDirectory: The index that the app kept itself before, which the daemon is to have; `nil` for
  ///     none.
  ///   - nameProgram: Names the program of this process, where other programs may have kept their index there; `nil`
  ///     where it is the app's alone.
  ///   - waiting: What a person who waits is told, and for how long it is tried; `nil` where nobody waits.
  package convenience init(
    daemonAt path: String, claiming app: AppIdentity, role: Role = .app,
    start: ConnectionRule.DaemonStart = .never, hiding hiddenVariables: Set<String> = [],
    ownDirectory: String? = nil, nameProgram: (@Sendable () -> String?)? = nil,
    waiting: Waiting? = nil
  ) {
    let starter = DaemonStarter(start, hiding: hiddenVariables)
    var connecting = Connecting(isRemote: true, ownDirectory: ownDirectory) {
      SocketTransport(.client(app, role)) { () throws(ServiceError) in
        do throws(SystemError) {
          return try UnixSocket.connect(to: path)
        } catch {
          if error.code == .notFound || error.code == .connectionRefused {
            starter.startIfDue()
            // Apps go on trying; who waits before a terminal is told at once.
            if role == .tool, let failure = starter.failure {
              throw ServiceError(.unavailable, failure, isRetryable: false)
            }
          }
          throw ServiceError(
            .unavailable, "The index daemon cannot be reached: \(error.message)")
        }
      }
    }
    connecting.nameProgram = nameProgram
    connecting.waiting = waiting
    if let waiting {
      // Whoever waits is told by the limit, not by what comes of one attempt or another.
      connecting.patience = max(connecting.patience, waiting.limit + .seconds(10))
    }
    connecting.requiresIdentity = Environment["FRESNEL_REQUIRE_IDENTITY"] == "1"
    connecting.requiresRole = role == .tool
    self.init(connecting)
  }

  /// Makes a connection over a socket that the daemon gave to this process, an extension, when it
  /// started it. It is not made again when it is lost.
  ///
  /// - Parameters:
  ///   - socket: The socket.
  ///   - app: The app whose extension it is.
  ///   - ticket: What the daemon gave along.
  package convenience init(
    adopting socket: UnixSocket, claiming app: AppIdentity, ticket: [UInt8]? = nil
  ) {
    self.init(
      Connecting(isRemote: false) {
        SocketTransport(.client(app, .extension, ticket: ticket)) { () throws(ServiceError) in
          socket
        }
      })
  }

  private convenience init(without reason: String) {
    self.init(
      Connecting(isRemote: false) {
        SocketTransport(.client(AppIdentity(identifier: ""), .app)) { () throws(ServiceError) in
          throw ServiceError(.unavailable, reason)
        }
      })
  }

  /// A directory that is removed when the process ends.
  private static func directoryForTests() -> String {
    let folder = try? FileSystem.createTemporaryDirectory(prefix: "fresnel-tests")
    guard let folder else {
      return FileSystem.temporaryDirectory + "/fresnel-tests-\(CurrentProcess.identifier)"
    }
    CurrentProcess.removeAtExit(folder)
    DeveloperNotice.show("tests run on an index of their own, in \(folder).")
    return folder + "/store"
  }
}

extension ClientHandshake {
  /// How this library says hello.
  fileprivate static func client(
    _ app: AppIdentity, _ role: Role, ticket: [UInt8]? = nil
  ) -> ClientHandshake {
    ClientHandshake(
      role: role, claimedIdentifier: app.identifier, program: CurrentProcess.name,
      features: [.seals, .takesChannels], ticket: ticket)
  }
}
