/// What opens the key of a class.
package enum WrapMethod: UInt8, CaseIterable, Hashable, Sendable {
  /// A random secret that the session's Secret Service keeps, one for each class.
  case secretService = 1
  /// A passphrase that the person types.
  case passphrase = 2
  /// A random secret in a file beside the stores. It protects a store that was copied without that file
  /// and nothing else.
  case localKeyFile = 3

  /// The name that the command line shows and takes.
  package var name: String {
    switch self {
    case .secretService: "secret-service"
    case .passphrase: "passphrase"
    case .localKeyFile: "local-key-file"
    }
  }
}
