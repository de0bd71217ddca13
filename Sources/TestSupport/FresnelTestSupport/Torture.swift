import FresnelPlatform

/// How far tests go that could go on for hours: `make test` tries a sample of all cases, another one for
/// each seed, and `make torture` tries all.
public enum Torture {
  /// Whether all cases are tried.
  public static let isOn = Environment["FRESNEL_TORTURE"] != nil

  /// A number of cases or seeds: what `make test` tries, or what `make torture` does.
  public static func count(_ sample: Int, _ all: @autoclosure () -> Int) -> Int {
    isOn ? all() : sample
  }

  /// The cases to try: all, or about so many of them, evenly spread from another one on for each seed.
  public static func cases(
    _ all: Range<Int>, sample count: Int, seed: UInt64
  ) -> StrideTo<Int> {
    let step = isOn ? 1 : max(1, all.count / max(1, count))
    let first = all.lowerBound + Int(seed &* 17 % UInt64(step))
    return stride(from: first, to: all.upperBound, by: step)
  }

  /// Tells how far a long test is: after each so many cases, only when all are tried.
  public static func report(
    _ done: Int, every interval: Int, _ what: @autoclosure () -> String
  ) {
    if isOn, done % interval == 0 { tell("\(what()): \(done)") }
  }

  /// Says something at once, even where output is not a terminal.
  public static func tell(_ text: String) {
    try? FileDescriptor.standardError.write(text + "\n")
  }
}
