internal import FresnelPlatform
internal import Glibc

/// A server of TLS on this machine with a certificate made for it, played by OpenSSL's own program.
package final class SecureServer {
  /// The folder of what it serves, its certificate among that.
  package let directory: String
  /// The port on 127.0.0.1.
  package let port: UInt16
  private let process: Int32

  /// The file of its certificate, which signed itself.
  package var certificate: String { "\(directory)/certificate.pem" }

  /// Whether OpenSSL's program is there.
  package static let isPossible = Command.path(of: "openssl") != nil

  /// Starts a server.
  ///
  /// - Parameters:
  ///   - host: The name in its certificate.
  ///   - file: A file that it serves; without one it answers every request with a page about the connection.
  /// - Throws: ``SystemError`` when it doesn't start in time.
  package init(host: String, serving file: (path: String, text: String)? = nil) throws {
    directory = try FileSystem.createTemporaryDirectory()
    if let file {
      let place = "\(directory)/\(file.path)"
      try FileSystem.createDirectory(FileSystem.parent(of: place))
      try FileSystem.write(Array(file.text.utf8), to: place)
    }
    // The output of the last command goes to a file; `exec` lets its process be ended.
    let script = """
      cd "$0" && openssl req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out certificate.pem -days 2 \
        -subj "/CN=$1" -addext "subjectAltName=DNS:$1" && exec openssl s_server \
        -accept 127.0.0.1:0 -cert certificate.pem -key key.pem "$2" >output 2>&1
      """
    process = try Command("sh", ["-c", script, directory, host, file == nil ? "-www" : "-WWW"])
      .startDetached()
    var found: UInt16?
    let end = MonotonicClock.nanoseconds + 60_000_000_000
    while found == nil, MonotonicClock.nanoseconds < end {
      found = Self.port(in: "\(directory)/output")
      _ = try waitForInput(on: [], timeout: .milliseconds(10))
    }
    guard let found else {
      kill(process, SIGKILL)
      throw SystemError(.timedOut, call: "openssl")
    }
    port = found
  }

  /// The port that the program says it listens on.
  private static func port(in output: String) -> UInt16? {
    let text = (try? FileSystem.contents(of: output)).map { String(decoding: $0, as: UTF8.self) }
    // What comes after the last line's end may be half a line.
    let lines = (text ?? "").split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    return lines.first { $0.hasPrefix("ACCEPT ") }?.split(separator: ":").last
      .flatMap { UInt16($0) }
  }

  /// Ends the server.
  package func stop() { kill(process, SIGKILL) }

  deinit {
    stop()
    try? FileSystem.removeTree(directory)
  }
}
