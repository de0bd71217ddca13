import FresnelPlatform
import Testing

@testable import WebFetching

@Suite("Kinds of addresses")
struct AddressKindTests {
  @Test(
    "Addresses are of the kinds that the registries give them",
    arguments: [
      ("93.184.216.34", AddressKind.global), ("1.1.1.1", .global), ("172.32.0.1", .global),
      ("100.128.0.1", .global), ("192.0.1.1", .global), ("198.20.0.1", .global),
      ("223.255.255.255", .global), ("11.0.0.1", .global), ("9.255.255.255", .global),
      ("0.0.0.0", .loopback), ("0.1.2.3", .loopback), ("127.0.0.1", .loopback),
      ("127.255.255.254", .loopback), ("10.0.0.1", .privateNetwork),
      ("172.16.0.1", .privateNetwork), ("172.31.255.255", .privateNetwork),
      ("192.168.1.1", .privateNetwork), ("100.64.0.1", .providerNetwork),
      ("100.127.255.255", .providerNetwork), ("169.254.169.254", .linkLocal),
      ("192.0.0.8", .reserved), ("192.0.2.1", .documentation), ("198.51.100.7", .documentation),
      ("203.0.113.7", .documentation), ("198.18.0.1", .documentation),
      ("198.19.255.255", .documentation), ("192.88.99.1", .reserved), ("224.0.0.1", .multicast),
      ("239.255.255.250", .multicast), ("240.0.0.1", .reserved), ("255.255.255.255", .multicast),
      ("2606:4700:4700::1111", .global), ("2a00:1450::5", .global), ("2001:4860::1", .global),
      ("::", .loopback), ("::1", .loopback), ("::2", .reserved), ("fc00::1", .privateNetwork),
      ("fdff::1", .privateNetwork), ("fe80::1", .linkLocal), ("febf::1", .linkLocal),
      ("fec0::1", .privateNetwork), ("ff02::1", .multicast), ("2001:db8::1", .documentation),
      ("3fff::1", .documentation), ("2001:2::1", .documentation), ("2001:10::1", .reserved),
      ("100::1", .reserved), ("4000::1", .reserved), ("5f00::1", .reserved),
      // Spellings of addresses of version 4.
      ("::ffff:127.0.0.1", .loopback), ("::ffff:10.0.0.1", .privateNetwork),
      ("::ffff:93.184.216.34", .global), ("::ffff:169.254.169.254", .linkLocal),
      ("::127.0.0.1", .loopback), ("::192.168.0.1", .privateNetwork),
      ("::ffff:0:10.0.0.1", .privateNetwork), ("64:ff9b::127.0.0.1", .loopback),
      ("64:ff9b::a00:1", .privateNetwork), ("64:ff9b::808:808", .global),
      ("64:ff9b:1::808:808", .privateNetwork), ("2002:7f00:1::", .loopback),
      ("2002:a9fe:a9fe::1", .linkLocal), ("2002:808:808::1", .global),
      ("2001:0:808:808:0:0:80ff:fffe", .loopback), ("2001:0:808:808:0:0:f7f7:f7f7", .global),
      ("2606:4700::5efe:7f00:1", .loopback), ("2606:4700::200:5efe:a00:1", .privateNetwork),
    ])
  func kinds(text: String, kind: AddressKind) throws {
    let address = try #require(NetworkAddress(text, port: 80))
    #expect(AddressKind(of: address.bytes) == kind)
  }

  @Test("Bytes that are no address are reserved")
  func malformed() {
    for count in [0, 1, 3, 5, 15, 17] {
      #expect(AddressKind(of: [UInt8](repeating: 8, count: count)) == .reserved)
    }
  }
}
