/// How long a fetch may take and how much it may bring.
package struct FetchLimits: Hashable, Sendable {
  /// How long connecting may take, with finding the address and securing the connection.
  package var connecting: Duration = .seconds(10)
  /// How long all of it may take.
  package var whole: Duration = .seconds(30)
  /// The most bytes of a body as it is sent, packed or not.
  package var sentBody = 5 << 20
  /// The most bytes of a body after it has been unpacked.
  package var body = 10 << 20
  /// The most bytes of all heads together, with their line ends.
  package var head = 64 << 10

  /// The limits for pages.
  package init() {}
}
