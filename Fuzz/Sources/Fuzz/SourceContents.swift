import FresnelStorage

/// The bytes of an image in memory, for seeds.
func contents(of source: ByteSource?) throws -> [UInt8] {
  guard let source else { return [] }
  let pin = try source.pin(0, Int(source.byteCount))
  return Array(pin.bytes)
}
