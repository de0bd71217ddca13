/// Splits what follows a macro's name into arguments.
///
/// Arguments are separated by spaces; one in double quotes may hold spaces, and `""` inside it is a
/// quote. A backslash keeps the character after it, and `\"` starts a comment.
func roffArguments(_ text: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
  let quote = UInt8(ascii: "\"")
  let backslash = UInt8(ascii: "\\")
  func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

  var arguments: [ArraySlice<UInt8>] = []
  var index = text.startIndex
  while index < text.endIndex {
    if isSpace(text[index]) {
      index += 1
      continue
    }
    if text[index] == backslash, index + 1 < text.endIndex, text[index + 1] == quote { break }
    var argument: [UInt8] = []
    let isQuoted = text[index] == quote
    if isQuoted { index += 1 }
    while index < text.endIndex {
      let byte = text[index]
      if byte == backslash, index + 1 < text.endIndex {
        if text[index + 1] == quote {
          index = text.endIndex
          break
        }
        argument.append(byte)
        argument.append(text[index + 1])
        index += 2
      } else if isQuoted, byte == quote {
        index += 1
        guard index < text.endIndex, text[index] == quote else { break }
        argument.append(quote)
        index += 1
      } else if !isQuoted, isSpace(byte) {
        break
      } else {
        argument.append(byte)
        index += 1
      }
    }
    arguments.append(argument[...])
  }
  return arguments
}
