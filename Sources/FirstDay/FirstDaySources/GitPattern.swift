/// A pattern of a `.gitignore` file, which matches whole paths.
///
/// It is taken apart at its slashes into what matches one name each, and `**`, which matches any number of names. In
/// each of the two, only the last star that was met has to try again with more, so no path makes it try all ways.
struct GitPattern: Sendable {
  private enum Part: Sendable {
    /// Any number of names, also none.
    case anyNames
    /// One name.
    case name(NamePattern)
  }

  private let parts: [Part]

  /// Reads a pattern without the slash that it may begin or end with; `nil` when it is malformed and matches nothing.
  init?(_ pattern: some Collection<UInt8>) {
    let anyName = Part.name(NamePattern(tokens: [.anyBytes], sets: []))
    var reader = GitPatternReader(pattern)
    var parts: [Part] = []
    while true {
      if let stars = reader.takeStars() {
        switch stars {
        case .last: parts += [anyName, .anyNames]
        case .beforeSlash: parts.append(.anyNames)
        case .beforeEscapedSlash: parts += [anyName, .anyNames]
        }
      } else {
        guard let name = reader.takeName() else { return nil }
        parts.append(.name(name))
      }
      guard reader.takeSlash() else { break }
    }
    self.parts = parts
  }

  /// Whether a path matches.
  ///
  /// - Parameters:
  ///   - names: The path, at least one name.
  ///   - steps: How many more steps may be made, which those made are taken from.
  /// - Returns: Whether all of it matches; `false` once there are no more steps.
  func matches(_ names: [[UInt8]], steps: inout Int) -> Bool {
    var part = 0
    var name = 0
    // Behind the last `**`, and the first name that it doesn't hold.
    var retry: (part: Int, name: Int)?
    while name < names.count {
      guard steps > 0 else { return false }
      steps -= 1
      if part < parts.count {
        switch parts[part] {
        case .anyNames:
          part += 1
          retry = (part, name)
          continue
        case .name(let pattern):
          if pattern.matches(names[name], steps: &steps) {
            part += 1
            name += 1
            continue
          }
        }
      }
      guard let last = retry else { return false }
      retry = (last.part, last.name + 1)
      (part, name) = (last.part, last.name + 1)
    }
    return parts[part...].allSatisfy { if case .anyNames = $0 { true } else { false } }
  }
}

/// A pattern that matches one name.
struct NamePattern: Sendable {
  enum Token: Equatable, Sendable {
    case byte(UInt8)
    /// `?`.
    case anyByte
    /// `*`, also several.
    case anyBytes
    /// `[…]`, by its number.
    case set(Int)
  }

  let tokens: [Token]
  let sets: [ByteSet]

  /// Whether a whole name matches; `false` once there are no more steps.
  func matches(_ name: [UInt8], steps: inout Int) -> Bool {
    var token = 0
    var index = 0
    var retry: (token: Int, index: Int)?
    while index < name.count {
      guard steps > 0 else { return false }
      steps -= 1
      if token < tokens.count {
        let isMatch: Bool
        switch tokens[token] {
        case .anyBytes:
          token += 1
          if token == tokens.count { return true }
          retry = (token, index)
          continue
        case .byte(let byte): isMatch = byte == name[index]
        case .anyByte: isMatch = true
        case .set(let number): isMatch = sets[number].contains(name[index])
        }
        if isMatch {
          token += 1
          index += 1
          continue
        }
      }
      guard let last = retry else { return false }
      retry = (last.token, last.index + 1)
      (token, index) = (last.token, last.index + 1)
    }
    return tokens[token...].allSatisfy { $0 == .anyBytes }
  }
}

/// A set of bytes.
struct ByteSet: Equatable, Sendable {
  private var words: SIMD4<UInt64> = .zero

  func contains(_ byte: UInt8) -> Bool { words[Int(byte >> 6)] >> UInt64(byte & 63) & 1 == 1 }

  mutating func insert(_ byte: UInt8) { words[Int(byte >> 6)] |= 1 << UInt64(byte & 63) }

  mutating func formInverse() { words = ~words }
}
