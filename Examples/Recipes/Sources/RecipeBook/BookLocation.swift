import Foundation

/// Where the book lies.
public enum BookLocation {
  /// `recipes/book.sqlite` among the person's data.
  public static var usual: String {
    let environment = ProcessInfo.processInfo.environment
    let home = FileManager.default.homeDirectoryForCurrentUser
    let data =
      environment["XDG_DATA_HOME"].map { URL(fileURLWithPath: $0) }
      ?? home.appendingPathComponent(".local/share")
    return data.appendingPathComponent("recipes/book.sqlite").path
  }

  /// Makes the folder in which the book lies.
  public static func prepare() throws {
    try FileManager.default.createDirectory(
      at: URL(fileURLWithPath: usual).deletingLastPathComponent(),
      withIntermediateDirectories: true)
  }
}
