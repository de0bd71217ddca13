internal import CExpat

/// What the parser's handlers work on.
final class XMLTelling {
  private let limits: XMLLimits
  private let handle: (XMLEvent, XMLPlace) -> Bool
  private var text: [UInt8] = []
  private var textStart: XMLPlace?
  private var isWhole = true
  private var namespace = ""

  init(limits: XMLLimits, _ handle: @escaping (XMLEvent, XMLPlace) -> Bool) {
    self.limits = limits
    self.handle = handle
  }

  /// The handlers for C; valid as long as this object.
  var handlers: fresnel_xml_handlers {
    fresnel_xml_handlers(
      context: Unmanaged.passUnretained(self).toOpaque(),
      start: { context, name, attributes, line, column in
        XMLTelling.of(context)?.start(name, attributes, XMLPlace(line, column)) ?? false
      },
      end: { context, name, line, column in
        XMLTelling.of(context)?.end(name, XMLPlace(line, column)) ?? false
      },
      text: { context, text, count, line, column in
        XMLTelling.of(context)?.append(text, count, XMLPlace(line, column)) ?? false
      })
  }

  private static func of(_ context: UnsafeMutableRawPointer?) -> XMLTelling? {
    context.map { Unmanaged<XMLTelling>.fromOpaque($0).takeUnretainedValue() }
  }

  private func start(
    _ name: UnsafePointer<CChar>?, _ attributes: UnsafePointer<UnsafePointer<CChar>?>?,
    _ place: XMLPlace
  ) -> Bool {
    guard finishText() else { return false }
    var read: [XMLAttribute] = []
    var index = 0
    while let attribute = attributes?[index], let value = attributes?[index + 1] {
      read.append(XMLAttribute(self.name(attribute), String(cString: value)))
      index += 2
    }
    return handle(.start(self.name(name), attributes: read), place)
  }

  private func end(_ name: UnsafePointer<CChar>?, _ place: XMLPlace) -> Bool {
    finishText() && handle(.end(self.name(name)), place)
  }

  private func append(
    _ text: UnsafePointer<CChar>?, _ count: Int, _ place: XMLPlace
  ) -> Bool {
    textStart = textStart ?? place
    let room = limits.textByteCount - self.text.count
    let bytes = UnsafeRawBufferPointer(start: text, count: count)
    if count <= room {
      self.text.append(contentsOf: bytes)
    } else if isWhole {
      self.text.append(contentsOf: bytes.prefix(max(0, room)))
      isWhole = false
    }
    return true
  }

  /// Tells the text so far.
  ///
  /// - Returns: Whether to go on.
  func finishText() -> Bool {
    guard let start = textStart else { return true }
    // What was left out may have been cut within a character.
    while !isWhole, let last = text.last, last >= 0x80 {
      text.removeLast()
      if last >= 0xc0 { break }
    }
    let event = XMLEvent.text(String(decoding: text, as: UTF8.self), isWhole: isWhole)
    textStart = nil
    text.removeAll(keepingCapacity: text.count < 4_096)
    isWhole = true
    return handle(event, start)
  }

  /// Splits what stands for a name. Nearly all of a text are in one namespace, which is kept.
  private func name(_ text: UnsafePointer<CChar>?) -> XMLName {
    guard let text else { return XMLName("") }
    var count = 0
    while text[count] != 0 { count += 1 }
    let bytes = UnsafeRawBufferPointer(start: text, count: count)
    guard let separator = bytes.lastIndex(of: UInt8(FRESNEL_XML_SEPARATOR)) else {
      return XMLName(String(decoding: bytes, as: UTF8.self))
    }
    let prefix = UnsafeRawBufferPointer(rebasing: bytes[..<separator])
    if !prefix.elementsEqual(namespace.utf8) { namespace = String(decoding: prefix, as: UTF8.self) }
    let local = UnsafeRawBufferPointer(rebasing: bytes[(separator + 1)...])
    return XMLName(String(decoding: local, as: UTF8.self), namespace: namespace)
  }
}
