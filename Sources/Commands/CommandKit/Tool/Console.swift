internal import FresnelPlatform
internal import Synchronization

/// Where a command writes, and what kind of place that is.
package struct Console: Sendable {
  /// Writes results.
  package let write: @Sendable (String) -> Void
  /// Writes errors, warnings and progress.
  package let writeError: @Sendable (String) -> Void
  /// Writes out what is still held back.
  package let flush: @Sendable () -> Void
  /// Reads a line of what a person types; `nil` at the end of input.
  package let readLine: @Sendable () -> String?
  /// Has the program go on when nobody reads the results any more, as a service does. Otherwise it ends then, as
  /// nobody is left to write for.
  package let outliveReaders: @Sendable () -> Void
  /// Whether a person reads the results on a terminal.
  package let outputIsTerminal: Bool
  /// Whether a person sees errors and progress on a terminal.
  package let errorIsTerminal: Bool
  /// Whether a person types.
  package let inputIsTerminal: Bool
  /// The columns of the terminal, or 80.
  package let columns: Int
  /// Whether colours are welcome.
  package let usesColor: Bool

  /// Makes a console of its parts.
  package init(
    write: @escaping @Sendable (String) -> Void,
    writeError: @escaping @Sendable (String) -> Void, flush: @escaping @Sendable () -> Void,
    readLine: @escaping @Sendable () -> String? = { nil },
    outliveReaders: @escaping @Sendable () -> Void = {},
    outputIsTerminal: Bool, errorIsTerminal: Bool, inputIsTerminal: Bool, columns: Int,
    usesColor: Bool
  ) {
    self.write = write
    self.writeError = writeError
    self.flush = flush
    self.readLine = readLine
    self.outliveReaders = outliveReaders
    self.outputIsTerminal = outputIsTerminal
    self.errorIsTerminal = errorIsTerminal
    self.inputIsTerminal = inputIsTerminal
    self.columns = columns
    self.usesColor = usesColor
  }

  /// The console of this process.
  ///
  /// Nothing is coloured when `NO_COLOR` is set (no-color.org), the terminal is `dumb`, or results
  /// go elsewhere than to a terminal.
  package static var standard: Console {
    let outputIsTerminal = Terminal.isTerminal(.standardOutput)
    let output = OutputBuffer(isTerminal: outputIsTerminal)
    return Console(
      write: { output.write($0) },
      writeError: { text in
        output.flush()
        // A terminal that is gone cannot be told that it is gone.
        try? FileDescriptor.standardError.write(text)
      },
      flush: { output.flush() },
      readLine: {
        output.flush()
        return Terminal.readLine()
      },
      outliveReaders: { output.outliveReaders() },
      outputIsTerminal: outputIsTerminal,
      errorIsTerminal: Terminal.isTerminal(.standardError),
      inputIsTerminal: Terminal.isTerminal(.standardInput),
      columns: Terminal.size(of: .standardOutput)?.columns ?? 80,
      usesColor: outputIsTerminal && Environment["NO_COLOR"] == nil && Environment["TERM"] != "dumb"
    )
  }

  /// A console that nobody sees.
  package static let silent = Console(
    write: { _ in }, writeError: { _ in }, flush: {}, outputIsTerminal: false,
    errorIsTerminal: false, inputIsTerminal: false, columns: 80, usesColor: false)

  /// Writes a line of results.
  package func writeLine(_ text: String) {
    write(text + "\n")
  }
}

/// Collects results, so that a long listing is not a system call for each line.
private final class OutputBuffer: Sendable {
  private struct State {
    var bytes: [UInt8] = []
    /// Whether the program goes on when the reader has gone away.
    var outlivesReaders = false
  }

  private let state = Mutex(State())
  private let limit: Int

  init(isTerminal: Bool) {
    limit = isTerminal ? 0 : 1 << 16
  }

  func write(_ text: String) {
    state.withLock { state in
      state.bytes.append(contentsOf: text.utf8)
      if state.bytes.count > limit { Self.drain(&state) }
    }
  }

  func flush() {
    state.withLock { Self.drain(&$0) }
  }

  func outliveReaders() {
    state.withLock { $0.outlivesReaders = true }
  }

  private static func drain(_ state: inout State) {
    guard !state.bytes.isEmpty else { return }
    defer { state.bytes.removeAll(keepingCapacity: true) }
    do {
      try FileDescriptor.standardOutput.write(state.bytes)
    } catch {
      if error.code == .brokenPipe && state.outlivesReaders { return }
      // The reader went away, as `head` does: nobody is left to write for.
      if error.code == .brokenPipe { CurrentProcess.exit(0) }
      let reason = "\(CurrentProcess.name): The output cannot be written: \(error.message)\n"
      try? FileDescriptor.standardError.write(Array(reason.utf8))
      CurrentProcess.exit(ExitStatus.system.rawValue)
    }
  }
}
