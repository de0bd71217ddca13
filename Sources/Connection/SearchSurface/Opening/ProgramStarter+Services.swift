package import FresnelBus
package import FresnelLaunching
package import FresnelPlatform

extension ProgramStarter {
  /// Starts programs as services of the person's systemd; without it, as children of a process that ends at once. Either
  /// way none is a child of this process, so a program that runs itself anew ends no document that was not saved.
  ///
  /// - Parameters:
  ///   - loop: Waits for systemd.
  ///   - connect: Opens a connection to the session's bus for one start, which hears of all units; `nil` where there is
  ///     none.
  ///   - home: Where programs start that name no directory.
  ///   - ownVariables: Variables of this process's environment that no other program is to have.
  /// - Returns: The starter.
  package static func services(
    on loop: EventLoop, connect: @escaping @Sendable () -> BusConnection?, home: String,
    hiding ownVariables: Set<String> = []
  ) -> ProgramStarter {
    ProgramStarter { program, token, done in
      guard let path = Command.path(of: program.words[0]) else {
        return done(notInstalled(program))
      }
      var program = program
      program.words[0] = path
      let named = program.directory.flatMap { FileSystem.isDirectory($0) ? $0 : nil }
      let directory = named ?? (FileSystem.isDirectory(home) ? home : "/")
      let variables = token.map { token in
        Dictionary(uniqueKeysWithValues: LaunchUnit.tokenVariables.map { ($0, token) })
      }
      let environment = variables ?? [:]
      guard let bus = connect() else {
        return detach(program, in: directory, environment, hiding: ownVariables, done)
      }
      LaunchUnit(bus, loop: loop, ended: {}).start(
        program, directory: directory, environment: environment
      ) { [program] outcome in
        switch outcome {
        case .runs: done(nil)
        case .failed: done(OpeningFailure(.system, "\(path) could not be started"))
        case .notThere:
          detach(program, in: directory, environment, hiding: ownVariables, done)
        }
      }
    }
  }

  /// Starts a program through a shell that ends before the program does.
  private static func detach(
    _ program: StartedProgram, in directory: String, _ environment: [String: String],
    hiding ownVariables: Set<String>, _ done: @escaping Completion
  ) {
    var command = Command("/bin/sh", ["-c", "\"$@\" &", "sh"] + program.words)
    command.directory = directory
    let inherited = Environment.all.filter { !ownVariables.contains($0.key) }
    command.environment = inherited.merging(environment) { $1 }
    do throws(SystemError) {
      try command.startDetached()
      done(nil)
    } catch {
      done(OpeningFailure(.system, "\(program.words[0]) could not be started: \(error.message)"))
    }
  }

  /// The program that runs another one in a terminal of its own.
  ///
  /// - Parameter words: The command line to run.
  /// - Returns: The program; `nil` where there is no terminal.
  package static func terminal(running words: [String]) -> StartedProgram? {
    let terminals = [["xdg-terminal-exec"], ["x-terminal-emulator", "-e"]]
    guard let terminal = terminals.first(where: { Command.path(of: $0[0]) != nil }) else {
      return nil
    }
    return StartedProgram(words: terminal + words, identifier: terminal[0], isAwaited: false)
  }

  /// The command that runs another one in a terminal of its own.
  ///
  /// - Parameter words: The command line to run.
  /// - Returns: The command; `nil` where there is no terminal.
  package static func terminalCommand(running words: [String]) -> Command? {
    terminal(running: words).map { Command($0.words[0], Array($0.words.dropFirst())) }
  }
}
