import FresnelPlatform

/// The decoder that this process tries; set once, before the first input.
// Safe: the fuzzer calls both entry points from the main thread, one after the other, and nothing else
// refers to it.
private nonisolated(unsafe) var chosen: (any FuzzTarget.Type)?

/// Reads the arguments that the fuzzer leaves alone, which start with two dashes.
///
///     Fuzz --target=journal …           try a decoder; the rest is the fuzzer's
///     Fuzz --list                       print the names of the decoders
///     Fuzz --write-seeds=DIRECTORY      write each decoder's seeds to a directory of its name
@_cdecl("LLVMFuzzerInitialize")
public func initialize(
  _ count: UnsafePointer<CInt>,
  _ arguments: UnsafePointer<UnsafePointer<UnsafePointer<CChar>?>>
) -> CInt {
  for index in 1..<max(1, Int(count.pointee)) {
    guard let start = arguments.pointee[index] else { continue }
    let argument = String(cString: start)
    let value = argument.split(separator: "=", maxSplits: 1).dropFirst().first.map(String.init)
    if argument == "--list" {
      for target in fuzzTargets { print(target.name) }
      CurrentProcess.exit(0)
    } else if argument.hasPrefix("--write-seeds="), let value {
      writeSeeds(to: value)
      CurrentProcess.exit(0)
    } else if argument.hasPrefix("--target=") {
      chosen = fuzzTargets.first { $0.name == value }?.target
    }
  }
  guard chosen != nil else {
    print("Say which decoder to try: --target=NAME. The names are printed by --list.")
    CurrentProcess.exit(64)
  }
  return 0
}

/// Takes one input from the fuzzer.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  chosen?.examine(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

private func writeSeeds(to directory: String) {
  do {
    for (name, target) in fuzzTargets {
      try FileSystem.createDirectory(directory + "/" + name)
      for (number, seed) in try target.seeds().enumerated() {
        try FileSystem.write(seed, to: "\(directory)/\(name)/seed-\(number)")
      }
    }
  } catch {
    fatalError("The seeds can't be written: \(error)")
  }
}
