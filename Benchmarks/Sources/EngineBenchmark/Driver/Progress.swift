import FresnelPlatform

/// What a person who waits for a run is told.
///
/// Lines go out at once, also into a file, so that they stand in order with what the programs write
/// that are run meanwhile.
enum Progress {
  static func say(_ line: String) {
    // Nobody may be listening any more; the results are in their file.
    try? FileDescriptor.standardOutput.write(line + "\n")
  }
}
