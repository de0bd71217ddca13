#if canImport(Glibc)
  import Glibc
#endif

/// What this machine is called.
package enum MachineName {
  /// The name that its owner gave it for people (`PRETTY_HOSTNAME` of `/etc/machine-info`), else its host name
  /// without the domain; empty when it has none.
  ///
  /// - Parameter root: What stands before `/etc`; not empty in tests.
  /// - Returns: The name.
  package static func current(below root: String = "") -> String {
    if let bytes = try? FileSystem.contents(of: root + "/etc/machine-info"),
      let name = prettyName(in: String(decoding: bytes, as: UTF8.self))
    {
      return name
    }
    let name = [CChar](unsafeUninitializedCapacity: 256) { buffer, count in
      guard let base = buffer.baseAddress, gethostname(base, buffer.count - 1) == 0 else { return }
      count = strnlen(base, buffer.count - 1)
    }
    let host = String(decoding: name.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return host.split(separator: ".").first.map(String.init) ?? ""
  }

  /// The pretty name in a file of shell-like assignments; `nil` when there is none.
  private static func prettyName(in text: String) -> String? {
    for line in text.split(separator: "\n") {
      guard let equals = line.firstIndex(of: "="), line[..<equals] == "PRETTY_HOSTNAME" else {
        continue
      }
      var value = line[line.index(after: equals)...]
      if let quote = value.first, quote == "\"" || quote == "'", value.count >= 2,
        value.last == quote
      {
        value = value.dropFirst().dropLast()
      }
      let name = String(value.filter { $0 != "\\" })
      return name.isEmpty ? nil : name
    }
    return nil
  }
}
