/// Random values that nobody can predict.
public enum SecureRandom {
  /// A random number; the standard library's generator takes it from the kernel.
  public static func number() -> UInt64 {
    var generator = SystemRandomNumberGenerator()
    return generator.next()
  }

  /// Random bytes.
  public static func bytes(count: Int) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
  }
}
