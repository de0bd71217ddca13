package import FresnelPlatform
internal import Synchronization
package import WebFetching

/// Checks signed association files in a confined process: certificates and signatures go through a library in C there.
package struct ConfinedSignatures: Sendable {
  /// The word by which ``ReadWorker`` is told that it checks a signed file.
  package static let word = "signature"
  /// How long it may take; it takes milliseconds.
  private static let patience = Duration.seconds(60)

  private let program: String
  /// What the process is to know of the environment, besides where certificates are.
  package var environment: [String: String] = [:]

  /// Has a program check.
  package init(_ program: String) {
    self.program = program
  }

  /// Checks a file, and waits for what came of it.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - host: The host that it was served for, in ASCII.
  ///   - now: The time, in seconds since 1970.
  /// - Returns: The content, or why the file is refused.
  /// - Throws: ``SystemError`` when the process can't be started, or gives no answer.
  package func open(
    _ bytes: [UInt8], host: String, now: Int64
  ) throws(SystemError) -> SignedFile {
    var process = ReadProcess(program, [Self.word, host, "\(now)"])
    process.environment = environment
    process.input = bytes
    process.patience = Self.patience
    // No content is longer than its file.
    let content = Mutex(KeptBytes(limit: AssociationReading.sizeLimit))
    let number = try process.run { news in
      content.withLock { content in
        switch news {
        case .keep(let piece): content.append(piece)
        case .kept: content.finish()
        default: false
        }
      }
    }
    let answer = content.withLock { $0 }
    guard let number, answer.isWhole, let file = SignedFile(number, answer.bytes, host: host) else {
      throw SystemError(
        .damagedData, call: "read",
        explanation: "The process that checks the signature of \(host) gave no answer; try again.")
    }
    return file
  }

  /// Checks the file that the confined process was given.
  ///
  /// - Parameters:
  ///   - words: The words after ``word``.
  ///   - worker: The process.
  /// - Returns: The number of what came of it.
  /// - Throws: ``SystemError`` when the process can't be confined.
  package static func serve(
    _ words: [String], in worker: ReadWorker
  ) throws(SystemError) -> UInt8 {
    try worker.begin()
    guard words.count == 2, let now = Int64(words[1]) else { return .max }
    let (number, bytes) = SignedFile(worker.input, host: words[0], now: now).parts
    worker.keep(bytes)
    return number
  }
}
