package import FresnelPlatform

/// What the daemon is started with.
package struct DaemonOptions: Equatable, Sendable {
  /// Where its files are.
  package var directories: DaemonDirectories
  /// Whether it stays in the terminal and logs there.
  package var isInForeground = false
  /// Further programs that may ask for the items of all apps; for tests.
  package var systemExecutables: [String] = []
  /// Whether every claim of an identity or a role is believed; for tests, never for a person's items.
  package var trustsClaims = false
  /// Whether other processes of the person may look into its memory; for tests.
  package var isDumpable = false
  /// What time it is.
  package var clock = DaemonClock()
  /// The address of the session's message bus; `nil` for that of the environment.
  package var busAddress: String?
  /// The address of the system's message bus; `nil` for the usual one.
  package var systemBusAddress: String?
  /// What stands before `/proc`, `/sys` and `/etc` where the daemon reads how busy the machine is, how much
  /// power is left, and which machine it is; for tests.
  package var machineDirectory = ""
  /// Where other devices of the person find this one, and as what.
  package var handoff = HandoffOptions()
  /// The class that this process serves as a worker, on the descriptor that it was given.
  package var worker: Worker?
  /// What leads to the daemon from a process that stands on the network for Handoff; `nil` for other processes.
  package var handoffDescriptor: Int32?

  /// What a process that is confined tries to reach instead of serving, and tells; for tests.
  package var attempts: [String] = []

  /// Where the program that this process ran before left what this one needs; see ``PassedState``.
  package var resumed: Int32?

  /// What makes a process a worker.
  package struct Worker: Equatable, Sendable {
    /// The class, by its name in options: `unless-open` or `complete`.
    package var className: String
    /// The descriptor that leads to the daemon.
    package var descriptor: Int32
  }

  /// Usual options for files in some directories.
  package init(directories: DaemonDirectories) {
    self.directories = directories
  }

  /// The options that take a value, and those that don't, with what `--help` says of them.
  package static let help = """
    usage: fresneld [OPTION]...

    Serves the indexes of a person's apps on $XDG_RUNTIME_DIR/fresnel/daemon.

      --foreground                 log to standard error
      --runtime-directory PATH     instead of $XDG_RUNTIME_DIR
      --data-directory PATH        instead of $XDG_DATA_HOME
      --state-directory PATH       instead of $XDG_STATE_HOME
      --configuration-directory PATH  instead of $XDG_CONFIG_HOME
      --bus-address ADDRESS        the session's message bus
      --system-bus-address ADDRESS  the system's message bus
      --handoff-address ADDRESS:PORT  where devices call, instead of all addresses
                                   and port \(HandoffOptions.usualPort)
      --handoff-name NAME          what devices call this one
      --no-avahi                   neither tell nor ask the local network
                                   which devices there are
      --version                    say the version and end
      --help                       say this and end

    For tests:
      --system-executable PATH     a program that may see the items of all apps
      --trust-claims               believe what programs say about themselves
      --dumpable                   let other processes look into the memory
      --machine-directory PATH     read pressure and power supplies below PATH
      --clock-offset PATH          a file of seconds by which the clock is ahead
      --attempt PATH               with --handoff: confined, try to reach PATH, say
                                   what came of it and end
    """

  /// Reads a command line.
  ///
  /// - Parameters:
  ///   - arguments: Without the program's own name.
  ///   - base: The directories of the environment.
  /// - Throws: ``UsageError``.
  package init(parsing arguments: [String], base: BaseDirectories) throws(UsageError) {
    var base = DaemonDirectories.Base(base)
    self.init(directories: DaemonDirectories(base))
    var rest = arguments[...]
    var workerClass: String?
    var descriptor: Int32?
    var isHandoff = false
    while let argument = rest.popFirst() {
      func value() throws(UsageError) -> String {
        guard let value = rest.popFirst() else {
          throw UsageError(message: "\(argument) needs a value.")
        }
        return value
      }
      func path() throws(UsageError) -> String {
        let path = try value()
        guard path.hasPrefix("/") else {
          throw UsageError(message: "\(argument) needs an absolute path, not \(path).")
        }
        return path
      }
      func number() throws(UsageError) -> Int32 {
        guard let number = Int32(try value()), number > 2 else {
          throw UsageError(message: "\(argument) needs the number of an open descriptor.")
        }
        return number
      }
      switch argument {
      case "--foreground": isInForeground = true
      case "--trust-claims": trustsClaims = true
      case "--dumpable": isDumpable = true
      case "--clock-offset": clock.offsetPath = try path()
      case "--system-executable": systemExecutables.append(try path())
      case "--runtime-directory": base.runtime = try path()
      case "--data-directory": base.data = try path()
      case "--state-directory": base.state = try path()
      case "--configuration-directory": base.configuration = try path()
      case "--machine-directory": machineDirectory = try path()
      case "--bus-address": busAddress = try value()
      case "--system-bus-address": systemBusAddress = try value()
      case "--handoff-address": handoff.address = try HandoffOptions.address(try value())
      case "--handoff-name": handoff.name = try value()
      case "--no-avahi": handoff.usesAvahi = false
      case "--worker": workerClass = try value()
      case "--handoff": isHandoff = true
      case "--descriptor": descriptor = try number()
      case "--resumed": resumed = try number()
      case "--attempt": attempts.append(try path())
      default: throw UsageError(message: "There is no option \(argument); see fresneld --help.")
      }
    }
    guard (workerClass == nil && !isHandoff) == (descriptor == nil) else {
      throw UsageError(message: "--worker or --handoff and --descriptor belong together.")
    }
    guard workerClass == nil || !isHandoff else {
      throw UsageError(message: "A process is --worker or --handoff, not both.")
    }
    if isHandoff { handoffDescriptor = descriptor }
    if let workerClass, let descriptor {
      worker = Worker(className: workerClass, descriptor: descriptor)
    }
    directories = DaemonDirectories(base)
  }
}

/// A command line that cannot be understood.
package struct UsageError: Error, Equatable, Sendable {
  /// One sentence.
  package let message: String
}
