internal import Foundation

extension NSUserActivity {
  /// Why a typed payload could not be written or read.
  public enum TypedPayloadError: Error {
    /// The activity carries no payload of the type asked for.
    case invalidContent
    /// The payload cannot be encoded.
    case encodingError
  }

  private static let typedPayloadKey = "typedPayload"

  /// Puts a value into `userInfo`, in place of an earlier payload.
  ///
  /// - Throws: ``TypedPayloadError/encodingError`` when the value cannot be encoded.
  public func setTypedPayload<T: Codable>(_ payload: T) throws {
    guard let data = try? JSONEncoder().encode(payload) else {
      throw TypedPayloadError.encodingError
    }
    addUserInfoEntries(from: [Self.typedPayloadKey: data])
  }

  /// The value that ``setTypedPayload(_:)`` put into `userInfo`.
  ///
  /// - Throws: ``TypedPayloadError/invalidContent`` when there is none or it is of another type.
  public func typedPayload<T: Codable>(_ type: T.Type) throws -> T {
    guard let data = userInfo?[Self.typedPayloadKey] as? Data,
      let payload = try? JSONDecoder().decode(type, from: data)
    else { throw TypedPayloadError.invalidContent }
    return payload
  }
}
