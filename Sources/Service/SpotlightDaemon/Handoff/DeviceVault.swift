internal import Dispatch
internal import FresnelHandoff
internal import FresnelProtection
internal import FresnelStorage
internal import SpotlightWire
internal import Synchronization

/// What main keeps for the process that stands on the network, which can open neither a file of the person nor a
/// socket to the keyring: the file of devices, sealed, and the secrets that open it. Nothing else can be asked for.
///
/// Its methods may wait for a person whom the keyring asks.
struct DeviceVault: Sendable {
  /// What the process asks for.
  enum Question: Hashable, Sendable {
    /// The secret that a method keeps for the file of devices, made where there is none if that is wanted.
    case secret(WrapMethod, isMaking: Bool)
    /// That a method keeps it no longer.
    case forget(WrapMethod)
    /// The file's bytes.
    case read
    /// Other bytes in their place, durably.
    case replace([UInt8])
  }

  /// What comes of it.
  enum Answer: Hashable, Sendable {
    /// The secret or the bytes; `nil` where there are none.
    case bytes([UInt8]?)
    /// It is done.
    case done
    /// It can't be done, and why; whether that is because this machine has not what would keep the secret.
    case failed(isAbsent: Bool, String)
  }

  /// The file.
  let file: DeviceFile
  /// What keeps secrets, the best first.
  let sources: [any KeySource]

  /// Answers a question.
  func answer(_ question: Question) -> Answer {
    switch question {
    case .secret(let method, let isMaking):
      guard let source = keeper(of: method) else { return Self.isAbsent }
      do throws(ProtectionError) {
        let secret = try source.secret(for: .handoff, create: isMaking)
        return .bytes(secret?.withBytes { Array($0) })
      } catch {
        return .failed(isAbsent: error.code == .absent, error.message)
      }
    case .forget(let method):
      keeper(of: method)?.forget(.handoff)
      return .done
    case .read:
      do throws(HandoffError) {
        return .bytes(try file.read())
      } catch {
        return .failed(isAbsent: false, error.message)
      }
    case .replace(let bytes):
      guard bytes.count <= DeviceBook.largestByteCount else {
        return .failed(isAbsent: false, "The file of devices would be too long.")
      }
      do throws(HandoffError) {
        try file.replace(bytes)
        return .done
      } catch {
        return .failed(isAbsent: false, error.message)
      }
    }
  }

  private func keeper(of method: WrapMethod) -> (any KeySource)? {
    sources.first { $0.method == method }
  }

  private static let isAbsent = Answer.failed(
    isAbsent: true, "Nothing on this machine keeps secrets in that way.")
}

/// The vault as the process on the network sees it: it asks main, and waits on the thread that wants to know, which is
/// never the loop's.
final class AskedVault: Sendable {
  private struct Waiting {
    let question: DeviceVault.Question
    let isThere: DispatchSemaphore
    var answer: DeviceVault.Answer?
  }

  private struct State {
    var send: @Sendable (HandoffNews) -> Void = { _ in }
    var waiting: [UInt64: Waiting] = [:]
    var last: UInt64 = 0
  }

  private let state = Mutex(State())

  /// Asks by some news from now on; before, nobody asks.
  func begin(_ send: @escaping @Sendable (HandoffNews) -> Void) {
    state.withLock { $0.send = send }
  }

  /// Takes main's answer.
  func take(_ answer: DeviceVault.Answer, to number: UInt64) {
    state.withLock { state in
      state.waiting[number]?.answer = answer
      state.waiting[number]?.isThere.signal()
    }
  }

  /// Asks again what was not answered: another program runs in main.
  func askAgain() {
    let (send, questions) = state.withLock { state in
      (
        state.send,
        state.waiting.filter { $0.value.answer == nil }.map { ($0.key, $0.value.question) }
      )
    }
    for (number, question) in questions { send(.askVault(number, question)) }
  }

  private func ask(_ question: DeviceVault.Question) -> DeviceVault.Answer {
    let isThere = DispatchSemaphore(value: 0)
    let (number, send) = state.withLock { state in
      state.last += 1
      state.waiting[state.last] = Waiting(question: question, isThere: isThere)
      return (state.last, state.send)
    }
    send(.askVault(number, question))
    // Without main this process does not live on.
    isThere.wait()
    return state.withLock { $0.waiting.removeValue(forKey: number)?.answer }
      ?? .failed(isAbsent: false, "Main did not answer.")
  }

  /// The file of devices and what keeps its key.
  var store: DeviceStore {
    DeviceStore(
      DeviceFile { () throws(HandoffError) in
        switch self.ask(.read) {
        case .bytes(let bytes): return bytes
        case .failed(_, let message): throw HandoffError(.system, message)
        case .done: throw Self.nonsense
        }
      } replace: { (bytes) throws(HandoffError) in
        switch self.ask(.replace(bytes)) {
        case .done: return
        case .failed(_, let message): throw HandoffError(.system, message)
        case .bytes: throw Self.nonsense
        }
      },
      sources: [
        Source(vault: self, method: .secretService), Source(vault: self, method: .localKeyFile),
      ])
  }

  private static let nonsense = HandoffError(
    .system, "Main gave another answer than was asked for.")

  /// What keeps a secret, asked through main.
  private struct Source: KeySource {
    let vault: AskedVault
    let method: WrapMethod

    func secret(
      for purpose: SecretPurpose, create: Bool
    ) throws(ProtectionError) -> EncryptionKey? {
      switch vault.ask(.secret(method, isMaking: create)) {
      case .bytes(nil): return nil
      case .bytes(let bytes?) where bytes.count == EncryptionKey.byteCount:
        return EncryptionKey(bytes.span.bytes)
      case .failed(let isAbsent, let message):
        throw ProtectionError(isAbsent ? .absent : .system, message)
      case .bytes, .done:
        throw ProtectionError(.system, "Main gave another answer than was asked for.")
      }
    }

    func waitForChange(atMost duration: Duration) {}

    func forget(_ purpose: SecretPurpose) { _ = vault.ask(.forget(method)) }
  }
}

extension DeviceVault.Question: WireValue {
  /// Appends a number for the case, and what belongs to it.
  func write(to writer: inout WireWriter) {
    switch self {
    case .secret(let method, let isMaking):
      writer.append(0 as UInt8)
      writer.append(method.rawValue)
      writer.append(isMaking)
    case .forget(let method):
      writer.append(1 as UInt8)
      writer.append(method.rawValue)
    case .read: writer.append(2 as UInt8)
    case .replace(let bytes):
      writer.append(3 as UInt8)
      writer.append(bytes: bytes)
    }
  }

  /// Reads a question.
  init(from reader: inout WireReader) throws(WireError) {
    let number: UInt8 = try reader.integer()
    switch number {
    case 0: self = .secret(try Self.method(&reader), isMaking: try reader.flag())
    case 1: self = .forget(try Self.method(&reader))
    case 2: self = .read
    case 3: self = .replace(try reader.byteRun())
    default: throw WireError(.malformed, "The Handoff process asked for something unknown.")
    }
  }

  private static func method(_ reader: inout WireReader) throws(WireError) -> WrapMethod {
    guard let method = WrapMethod(rawValue: try reader.integer()) else {
      throw WireError(.malformed, "The Handoff process named an unknown method.")
    }
    return method
  }
}

extension DeviceVault.Answer: WireValue {
  /// Appends a number for the case, and what belongs to it.
  func write(to writer: inout WireWriter) {
    switch self {
    case .bytes(let bytes):
      writer.append(0 as UInt8)
      writer.append(optionalBytes: bytes)
    case .done: writer.append(1 as UInt8)
    case .failed(let isAbsent, let message):
      writer.append(2 as UInt8)
      writer.append(isAbsent)
      writer.append(string: message)
    }
  }

  /// Reads an answer.
  init(from reader: inout WireReader) throws(WireError) {
    let number: UInt8 = try reader.integer()
    switch number {
    case 0: self = .bytes(try reader.optionalBytes())
    case 1: self = .done
    case 2: self = .failed(isAbsent: try reader.flag(), try reader.string())
    default: throw WireError(.malformed, "Main answered with something unknown.")
    }
  }
}
