internal import FresnelText

/// A number with commas between its thousands, such as `63,666`.
package func formatted(count: Int) -> String {
  let digits = String(count.magnitude)
  var result = ""
  for (index, digit) in digits.enumerated() {
    if index > 0, (digits.count - index).isMultiple(of: 3) { result.append(",") }
    result.append(digit)
  }
  return count < 0 ? "-" + result : result
}

/// A number of things, such as `1 item` or `63,666 items`.
package func counted(_ count: Int, _ noun: String) -> String {
  "\(formatted(count: count)) \(noun)\(count == 1 ? "" : "s")"
}

/// A number of things whose plural does not end in `s` alone, such as `1 index` or `2 indexes`.
package func counted(_ count: Int, _ noun: String, _ plural: String) -> String {
  "\(formatted(count: count)) \(count == 1 ? noun : plural)"
}

/// A size in bytes with a fitting unit, such as `12.4 MB`; units are powers of 1000.
package func formatted(byteCount: Int) -> String {
  var value = Double(byteCount)
  for unit in ["B", "kB", "MB", "GB"] {
    if value < 1000 { return unit == "B" ? "\(byteCount) B" : "\(oneDecimal(value)) \(unit)" }
    value /= 1000
  }
  return "\(oneDecimal(value)) TB"
}

/// A duration such as `0.4 ms`, `12 ms`, `3.1 s`, `2 min 5 s` or `1 h 2 min`.
package func formatted(seconds: Double) -> String {
  guard seconds.isFinite, seconds >= 0 else { return "0 s" }
  if seconds < 0.01 { return "\(oneDecimal(seconds * 1000)) ms" }
  if seconds < 1 { return "\(Int((seconds * 1000).rounded())) ms" }
  if seconds < 10 { return "\(oneDecimal(seconds)) s" }
  guard seconds < 1e15 else { return "ages" }
  let whole = Int(seconds.rounded())
  if whole < 60 { return "\(whole) s" }
  if whole < 3600 { return "\(whole / 60) min \(whole % 60) s" }
  return "\(whole / 3600) h \(whole % 3600 / 60) min"
}

/// A number with one decimal.
package func oneDecimal(_ value: Double) -> String {
  let tenths = Int((value * 10).rounded())
  return "\(tenths / 10).\(abs(tenths % 10))"
}

/// A text cut to a width in columns; a cut text ends in an ellipsis.
///
/// Control characters become spaces, so that no item can move the cursor or colour the screen.
package func truncated(_ text: String, to columns: Int) -> String {
  let visible = withoutControls(text)
  if visible.utf8.count <= columns || displayWidth(of: visible) <= columns { return visible }
  guard columns > 0 else { return "" }
  var result = ""
  var used = 0
  for character in visible {
    let width = displayWidth(of: String(character))
    if used + width > columns - 1 { break }
    result.append(character)
    used += width
  }
  return result + "…"
}

/// A text with its control characters, line breaks and tabs among them, turned into spaces.
package func withoutControls(_ text: String) -> String {
  let isClean = text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != 0xC2 }
  if isClean { return text }
  var result = ""
  for scalar in text.unicodeScalars {
    let isControl = scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
    result.unicodeScalars.append(isControl ? " " : scalar)
  }
  return result
}

/// A path as a shell reads it: in quotes where it needs them.
package func shellWord(_ path: String) -> String {
  let isPlain = path.utf8.allSatisfy { byte in
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
      || "0123456789_./-+".utf8.contains(byte)
  }
  // An option is no file.
  let path = path.hasPrefix("-") ? "./" + path : path
  let text = withoutControls(path)
  return isPlain && !text.isEmpty ? text : "'\(text.replacing("'", with: "'\\''"))'"
}

/// A text padded with spaces on the right, or cut, to exactly `columns` columns.
package func padded(_ text: String, to columns: Int) -> String {
  let cut = truncated(text, to: columns)
  return cut + String(repeating: " ", count: max(0, columns - displayWidth(of: cut)))
}
