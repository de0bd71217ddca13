/// What tells a browser how the service is searched (OpenSearch 1.1).
struct OpenSearchDescription {
  /// The address of the service, without a slash at its end.
  let address: String

  /// The description.
  var xml: String {
    let base = Self.escaped(address)
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
        <ShortName>Fresnel</ShortName>
        <Description>Search the public web of apps</Description>
        <InputEncoding>UTF-8</InputEncoding>
        <Url type="text/html" template="\(base)/search?q={searchTerms}"/>
        <Url type="application/x-suggestions+json" template="\(base)/v1/suggest?q={searchTerms}"/>
        <Url type="application/json" template="\(base)/v1/search?q={searchTerms}"/>
        <Image width="16" height="16" type="image/svg+xml">\(base)/icon.svg</Image>
      </OpenSearchDescription>

      """
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
  }
}
