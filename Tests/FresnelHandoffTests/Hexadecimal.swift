/// The bytes of hexadecimal digits, as published vectors are written; white space does not count.
func bytes(_ digits: String) -> [UInt8] {
  let values = digits.compactMap(\.hexDigitValue)
  precondition(values.count.isMultiple(of: 2))
  return stride(from: 0, to: values.count, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) }
}
