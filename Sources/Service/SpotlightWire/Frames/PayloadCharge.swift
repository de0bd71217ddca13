/// What a message that came takes of the memory that its sender may use.
///
/// It is given back when nobody holds the charge any more: whoever keeps the message, or a part of it, keeps
/// the charge as well. So it does not matter whether the connection over which it came is still there.
package protocol PayloadCharge: AnyObject, Sendable {
  /// Takes more, without waiting for it.
  func grow(by byteCount: Int)
}
