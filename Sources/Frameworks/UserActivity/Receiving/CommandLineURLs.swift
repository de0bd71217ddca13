internal import Foundation

/// The URLs on a program's command line: what a desktop file's `%u` leaves there.
enum CommandLineURLs {
  /// The URLs among some arguments.
  ///
  /// - Parameters:
  ///   - arguments: The arguments, the program's name not among them.
  ///   - schemes: The schemes that the app declares, in lower case. Of others, only what has `://` is taken
  ///     for a URL.
  /// - Returns: The URLs, in their order.
  static func find(in arguments: [String], declaring schemes: Set<String>) -> [URL] {
    arguments.compactMap { argument in
      guard !argument.hasPrefix("-"), let url = URL(string: argument),
        let scheme = url.scheme?.lowercased(), scheme.count > 1,
        schemes.contains(scheme) || argument.dropFirst(scheme.count).hasPrefix("://")
      else { return nil }
      return url
    }
  }
}
