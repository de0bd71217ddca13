extension FetchResponse {
  /// How many seconds the server wants to be left alone; `nil` when it does not say, never negative.
  ///
  /// - Parameter now: Seconds since 1 January 1970, for a server that names a date.
  /// - Returns: The seconds.
  package func retryAfter(at now: Int64) -> Int64? {
    guard let value = fields["Retry-After"] else { return nil }
    if let seconds = Int64(value) { return max(0, seconds) }
    return HTTPDate.seconds(value).map { max(0, $0 - now) }
  }

  /// For how many seconds the answer may be used again without asking; `nil` when the server does not say.
  ///
  /// `max-age` counts, `no-cache` and `no-store` are 0, `Expires` is the old way to say it.
  ///
  /// - Parameter now: Seconds since 1 January 1970, for a server that names a date.
  /// - Returns: The seconds.
  package func freshness(at now: Int64) -> Int64? {
    var age: Int64?
    for value in fields.values("Cache-Control") {
      for directive in value.lowercased().split(separator: ",") {
        let parts = directive.split(separator: "=", maxSplits: 1)
        let name = parts.first.map { String($0).filter { $0 != " " } } ?? ""
        if name == "no-store" || name == "no-cache" { return 0 }
        guard name == "max-age", age == nil, parts.count == 2 else { continue }
        age = Int64(parts[1].filter { $0 != " " && $0 != "\"" }).map { max(0, $0) }
      }
    }
    if let age { return age }
    return fields["Expires"].flatMap { HTTPDate.seconds($0) }.map { max(0, $0 - now) }
  }
}
