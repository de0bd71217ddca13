import WebAddresses

extension CrawledPage {
  /// A number for all that was read of the page: of its body, and of the fields of its head. Where it is as it was the
  /// time before, nothing of the page has to be stored anew.
  ///
  /// - Complexity: O(*n*) in the bytes of the content and the links.
  var readingHash: UInt64 {
    var hash = ReadingHash()
    hash.add(contentHash)
    hash.add(fingerprint.bits)
    hash.add(title)
    hash.add(isIndexable ? 1 : 0)
    hash.add(UInt64(bitPattern: unavailableAfter ?? .max))
    hash.add(canonical?.href ?? "")
    hash.add(namesItself ? 1 : 0)
    hash.add(mainItem ?? 0)
    for link in links {
      hash.add(link.url.href)
      hash.add(link.place == .content ? 1 : 0)
      hash.add(link.isEndorsed ? 1 : 0)
    }
    hash.add(UInt64(links.count))
    for sitemap in sitemaps { hash.add(sitemap.href) }
    hash.add(UInt64(sitemaps.count))
    hash.add(content)
    return hash.value
  }
}

/// FNV-1a, 64 bits, over parts whose ends count. The same in each process, as the store keeps it.
private struct ReadingHash {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ number: UInt64) {
    for shift in stride(from: UInt64(0), to: 64, by: 8) {
      add(byte: UInt8(truncatingIfNeeded: number >> shift))
    }
  }

  mutating func add(_ text: String) {
    for byte in text.utf8 { add(byte: byte) }
    // No byte of UTF-8.
    add(byte: 0xFF)
  }

  mutating func add(_ bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { for byte in $0 { add(byte: byte) } }
  }

  private mutating func add(byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
  }
}
