/// What comes along with a URL that an app is to open.
public struct OpenURLOptionsKey: RawRepresentable, Hashable, Sendable {
  /// The name of the key.
  public let rawValue: String

  /// Makes a key of a name.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// The identifier of the app that asks, a `String`; absent when a person does.
  public static let sourceApplication = OpenURLOptionsKey(
    rawValue: "UIApplicationOpenURLOptionsSourceApplicationKey")
  /// Whether the file may be changed where it is, a `Bool`; there for files alone.
  public static let openInPlace = OpenURLOptionsKey(
    rawValue: "UIApplicationOpenURLOptionsOpenInPlaceKey")
}
