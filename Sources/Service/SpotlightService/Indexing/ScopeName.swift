internal import FresnelModel
package import SpotlightWire

/// The names of indexes.
package enum ScopeName {
  /// The longest name from outside, in bytes of UTF-8.
  static let byteCount = 1024

  /// What is wrong with a name from outside: names that begin with U+0000 are the core's own.
  ///
  /// - Parameter name: The name.
  /// - Returns: The error that whoever gives the name is told; `nil` for a name that may be given.
  package static func fault(of name: String) -> ServiceError? {
    if name.utf8.contains(0) {
      return ServiceError(.refused, "The name of an index may not contain U+0000.")
    }
    if name.utf8.count > byteCount {
      return ServiceError(
        .tooLarge, "The name of an index may have \(byteCount) bytes, not \(name.utf8.count).")
    }
    return nil
  }

  /// Whether an index is the core's own.
  static func isInternal(_ scope: IndexScope) -> Bool { scope.index.utf8.first == 0 }

  /// Whether items are gathered there that are to replace others. What a crash left of them is of no use.
  static func isStaging(_ scope: IndexScope) -> Bool { scope.index.hasPrefix(stagingPrefix) }

  private static let stagingPrefix = "\0replace."

  /// The name under which items are gathered that are to replace others of an index.
  static func staging(_ number: Int, for index: String) -> String {
    "\(stagingPrefix)\(number).\(index)"
  }

  /// The name of the index whose items those of another are to replace; `nil` of an index that is not there
  /// for that.
  static func replaced(by scope: IndexScope) -> String? {
    guard isInternal(scope), scope.index.hasPrefix(stagingPrefix) else { return nil }
    let rest = scope.index.dropFirst(stagingPrefix.count)
    return rest.firstIndex(of: ".").map { String(rest[rest.index(after: $0)...]) }
  }
}
