package import FresnelBus
package import FresnelPlatform
internal import Synchronization

/// The service of systemd that an app is started in, with the environment of the person's session.
///
/// It is named as "Desktop Environment Integration" of systemd's documentation asks, so that an app that is a
/// script is recognised by it. Methods may be called on any thread.
package final class LaunchUnit: Sendable {
  /// What a start came to.
  package enum Outcome: Sendable {
    /// The program runs.
    case runs
    /// systemd could not run it.
    case failed
    /// There is no systemd that does this.
    case notThere
  }

  private struct State {
    var done: (@Sendable (Outcome) -> Void)?
    var ended: (@Sendable () -> Void)?
    var unit = ""
    var subscriptions: [BusSubscription] = []
  }

  private let bus: BusConnection
  private let loop: EventLoop
  private let state: Mutex<State>

  private static let destination = "org.freedesktop.systemd1"
  private static let path = "/org/freedesktop/systemd1"
  private static let interface = "org.freedesktop.systemd1.Manager"
  /// How long systemd may take for an answer.
  private static let patience: Duration = .seconds(5)
  /// How long the end of the program is listened for.
  private static let watchTime: Duration = .seconds(30)

  /// The variables by which a program is handed the token that lets its window take the focus.
  package static let tokenVariables = ["XDG_ACTIVATION_TOKEN", "DESKTOP_STARTUP_ID"]

  /// Makes a unit that is not there yet.
  ///
  /// - Parameters:
  ///   - bus: A connection that nobody else uses: it is told of all units.
  ///   - loop: Waits.
  ///   - ended: Told when all processes of the unit have ended, if that is soon.
  package init(_ bus: BusConnection, loop: EventLoop, ended: @escaping @Sendable () -> Void) {
    self.bus = bus
    self.loop = loop
    state = Mutex(State(ended: ended))
  }

  /// Starts a program; the unit lives as long as it is of interest.
  ///
  /// - Parameters:
  ///   - program: The program, whose first word is the path of a file.
  ///   - directory: Where it starts.
  ///   - environment: The variables that it has besides those of the session.
  ///   - done: Told once what the start came to.
  package func start(
    _ program: StartedProgram, directory: String, environment: [String: String],
    _ done: @escaping @Sendable (Outcome) -> Void
  ) {
    let unit = Self.name(of: program.identifier, number: SecureRandom.number())
    state.withLock { ($0.done, $0.unit) = (done, unit) }
    do throws(BusError) {
      // Arguments: number of the job, its path, the unit, the result.
      let jobs = try bus.subscribe(
        to: BusSignal(from: Self.destination, Self.path, Self.interface, "JobRemoved")
      ) { [weak self] values in
        guard values.count > 3, values[2].text == unit else { return }
        self?.finish(values[3].text == "done" ? .runs : .failed)
      }
      let units = try bus.subscribe(
        to: BusSignal(from: Self.destination, Self.path, Self.interface, "UnitRemoved")
      ) { [weak self] values in
        if values.first?.text == unit { self?.end() }
      }
      state.withLock { $0.subscriptions = [jobs, units] }
    } catch {
      return finish(.notThere)
    }
    bus.call(Self.call("Subscribe"), timeout: Self.patience) { [self] reply in
      guard case .success = reply else { return finish(.notThere) }
      let arguments = Self.arguments(
        unit, program, directory: directory, environment: environment)
      bus.call(Self.call("StartTransientUnit", arguments), timeout: Self.patience) { [self] reply in
        // A systemd that is slow starts it all the same, and nothing is to be opened twice.
        if case .failure(let error) = reply, error.code != .timedOut { return finish(.notThere) }
        // A job that nobody hears of any more is done.
        loop.after(Self.patience) { [self] in finish(.runs) }
      }
    }
    loop.after(Self.watchTime, tolerance: Self.watchTime / 4) { [self] in release() }
  }

  private func finish(_ outcome: Outcome) {
    let done = state.withLock { state in
      defer { state.done = nil }
      return state.done
    }
    done?(outcome)
    if case .runs = outcome { return }
    release()
  }

  private func end() {
    let ended = state.withLock { state in
      defer { state.ended = nil }
      // A unit that was not seen running is told by its job.
      return state.done == nil ? state.ended : nil
    }
    ended?()
    release()
  }

  private func release() {
    state.withLock { state in
      state.ended = nil
      state.subscriptions = []
    }
  }

  private static func call(_ member: String, _ arguments: [BusValue] = []) -> BusCall {
    BusCall(to: destination, path, interface, member, arguments)
  }

  /// The name of a unit: `app-fresnel-ID@NUMBER.service`.
  static func name(of identifier: String, number: UInt64) -> String {
    "app-fresnel-\(escaped(identifier).prefix(200))@\(String(number, radix: 16)).service"
  }

  /// A part of a unit's name, which has 255 bytes at most: bytes that stand for something else in names are escaped
  /// (systemd.unit(5)).
  ///
  /// - Complexity: O(*n*) in the bytes.
  package static func escaped(_ text: String) -> String {
    var name = ""
    for byte in text.utf8 {
      let scalar = Unicode.Scalar(byte)
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", "_": name.unicodeScalars.append(scalar)
      case "." where !name.isEmpty: name.append(".")
      default:
        let digits = String(byte, radix: 16)
        name += digits.utf8.count == 1 ? "\\x0\(digits)" : "\\x\(digits)"
      }
    }
    return name
  }

  static func arguments(
    _ unit: String, _ program: StartedProgram, directory: String, environment: [String: String]
  ) -> [BusValue] {
    func property(_ name: String, _ value: BusValue) -> BusValue {
      .structure([.string(name), .variant(value)])
    }
    func texts(_ texts: [String]) -> BusValue {
      .array(element: "s", texts.map(BusValue.string))
    }
    // systemd puts variables in for `$`, also here. A URL of an app must not carry any of them away.
    let words = program.words.map { $0.replacing("$", with: "$$") }
    let command = BusValue.structure([.string(program.words[0]), texts(words), .bool(false)])
    let properties = [
      property("Description", .string(program.identifier)),
      property("Type", .string("exec")),
      // Programs that go on for the first one belong to the app.
      property("ExitType", .string("cgroup")),
      property("Slice", .string("app.slice")),
      property("CollectMode", .string("inactive-or-failed")),
      property("ExecStart", .array(element: "(sasb)", [command])),
      property("WorkingDirectory", .string(directory)),
      property(
        "Environment", texts(environment.map { "\($0.key)=\($0.value)" }.sorted())),
    ]
    return [
      .string(unit), .string("fail"), .array(element: "(sv)", properties),
      .array(element: "(sa(sv))", []),
    ]
  }
}
