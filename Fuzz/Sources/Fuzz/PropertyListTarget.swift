import FresnelModel

/// Property lists in any of their forms.
enum PropertyListTarget: FuzzTarget {
  static func seeds() throws -> [[UInt8]] {
    let list: PropertyList = [
      "CFBundleIdentifier": "org.example.notes", "FresnelRefreshInterval": 3600, "ratio": 0.5,
      "NSExtension": [["NSExtensionPointIdentifier": "com.apple.spotlight.index"], [], true],
      "when": .date(Timestamp(secondsSinceReferenceDate: 800_000_000)), "bytes": .data([0, 255]),
      "markup": "<&>\r\n🔍",
    ]
    let xml = """
      <?xml version='1.0' encoding='UTF-16'?><!DOCTYPE plist PUBLIC "a" "b"><!-- c --><?d?><plist>
      <dict><key>k</key><array><true/><integer>-0x1F</integer><string>&#x1F50D;<![CDATA[<]]></string>
      </array></dict></plist>
      """
    let utf16: [UInt8] = [0xff, 0xfe] + xml.utf16.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] }
    // A dictionary of "k" and an array that holds "k" and 1.
    let binary: [UInt8] =
      Array("bplist00".utf8) + [0xd1, 1, 2, 0x51, 0x6b, 0xa2, 1, 3, 0x10, 1]
      + [8, 11, 13, 16] + [0, 0, 0, 0, 0, 0, 1, 1] + [0, 0, 0, 0, 0, 0, 0, 4]
      + [0, 0, 0, 0, 0, 0, 0, 0] + [0, 0, 0, 0, 0, 0, 0, 18]
    return [Array((list.xml ?? "").utf8), utf16, Array(list.json.text().utf8), binary]
  }

  static func examine(_ input: [UInt8]) {
    let limits = PropertyListLimits(depth: 32, cost: 1 << 16)
    let list: PropertyList
    do throws(PropertyListError) {
      list = try PropertyList.read(input, limits: limits)
    } catch {
      expect(error.description.hasSuffix("."), "An error is no sentence.")
      return
    }
    // A shared value of a binary list counts each time, so what was read is never long to write.
    if let xml = list.xml {
      let again = try? PropertyList.read(Array(xml.utf8))
      expect(again != nil, "What was written is not read.")
      expect(again?.xml == xml, "What is written twice differs.")
    }
    _ = list.json.text()
  }
}
