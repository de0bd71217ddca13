package import FresnelBus
internal import FresnelLaunching
package import FresnelPlatform
package import SpotlightWire
internal import Synchronization

/// Puts processes of extensions into control groups of their own, through the person's systemd: a child can't
/// leave one, and memory and the number of processes are limited for all of them together.
///
/// Where there is no systemd, or it does not answer soon, processes stay where they are: limits of the process
/// itself hold everywhere. Methods may be called on any thread.
package final class ControlGroups: Sendable {
  private let bus: BusConnection
  private let loop: EventLoop

  /// How long a process waits for its group.
  package static let patience: Duration = .milliseconds(200)
  /// The most memory of all processes of a group, in bytes.
  static let memoryByteCount: UInt64 = 768 << 20
  /// The most processes and threads of a group.
  static let taskCount: UInt64 = 64
  /// The share of the processors, where 100 is usual.
  static let processorWeight: UInt64 = 20
  /// How long a group may be there, in microseconds; longer than an extension may take for anything.
  static let lifetime: UInt64 = 30 * 60 * 1_000_000

  private static let destination = "org.freedesktop.systemd1"
  private static let path = "/org/freedesktop/systemd1"
  private static let interface = "org.freedesktop.systemd1.Manager"

  /// Uses a connection to the bus of the person's session.
  package init(_ bus: BusConnection, loop: EventLoop) {
    self.bus = bus
    self.loop = loop
  }

  /// Puts a process into a group, and tells when it is there, or that it will not be.
  package func place(
    _ process: RunningProcess, of app: AppIdentity, _ done: @escaping @Sendable () -> Void
  ) {
    let placement = Placement(done)
    let timer = loop.after(Self.patience, tolerance: Self.patience / 4) { placement.finish() }
    placement.whenFinished { [loop, bus] in
      loop.cancel(timer)
      // So that an idle daemon hears nothing of the jobs of others.
      bus.call(Self.call("Unsubscribe"), timeout: .seconds(1)) { _ in }
    }
    let unit = Self.unit(of: app, process.identifier)
    do throws(BusError) {
      // Arguments: number of the job, its path, the unit, the result.
      let jobs = try bus.subscribe(
        to: BusSignal(
          from: Self.destination, Self.path, Self.interface, "JobRemoved")
      ) { values in
        if values.count > 2, values[2].text == unit { placement.finish() }
      }
      placement.hold(jobs)
    } catch {
      return placement.finish()
    }
    bus.call(Self.call("Subscribe"), timeout: Self.patience) { [bus] _ in
      // Subscribed twice is as good as once.
      bus.call(
        Self.call("StartTransientUnit", Self.arguments(unit, app, process.identifier)),
        timeout: Self.patience
      ) { reply in
        if case .failure = reply { placement.finish() }
      }
    }
  }

  /// Kills what is left of the group of a process that has ended.
  package func end(_ app: AppIdentity, process: Int32) {
    let everySignal: Int32 = 9
    bus.call(
      Self.call(
        "KillUnit",
        [.string(Self.unit(of: app, process)), .string("all"), .int32(everySignal)]),
      timeout: .seconds(5)
    ) { _ in }
  }

  private static func call(_ member: String, _ arguments: [BusValue] = []) -> BusCall {
    BusCall(to: destination, path, interface, member, arguments)
  }

  /// The name of a group; the process's number keeps shortened names apart.
  static func unit(of app: AppIdentity, _ process: Int32) -> String {
    "app-fresnel-\(LaunchUnit.escaped(app.identifier).prefix(180))-\(process).scope"
  }

  static func arguments(_ unit: String, _ app: AppIdentity, _ process: Int32) -> [BusValue] {
    func property(_ name: String, _ value: BusValue) -> BusValue {
      .structure([.string(name), .variant(value)])
    }
    let properties = [
      property("Description", .string("Search extension of \(app.identifier)")),
      property("PIDs", .array(element: "u", [.uint32(UInt32(bitPattern: process))])),
      property("MemoryMax", .uint64(memoryByteCount)),
      property("TasksMax", .uint64(taskCount)), property("CPUWeight", .uint64(processorWeight)),
      property("RuntimeMaxUSec", .uint64(lifetime)),
      property("CollectMode", .string("inactive-or-failed")),
    ]
    return [
      .string(unit), .string("fail"), .array(element: "(sv)", properties),
      .array(element: "(sa(sv))", []),
    ]
  }

  /// A process on its way into a group; told once.
  private final class Placement: Sendable {
    private struct State {
      var done: (@Sendable () -> Void)?
      var cleanup: (@Sendable () -> Void)?
      var subscription: BusSubscription?
    }
    private let state: Mutex<State>

    init(_ done: @escaping @Sendable () -> Void) {
      state = Mutex(State(done: done))
    }

    func whenFinished(_ cleanup: @escaping @Sendable () -> Void) {
      state.withLock { $0.cleanup = cleanup }
    }

    func hold(_ subscription: BusSubscription) {
      state.withLock { if $0.done != nil { $0.subscription = subscription } }
    }

    func finish() {
      let ended = state.withLock { state in
        defer { state = State() }
        return state
      }
      guard let done = ended.done else { return }
      ended.cleanup?()
      done()
    }
  }
}
