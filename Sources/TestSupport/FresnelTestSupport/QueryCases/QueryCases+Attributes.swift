import FresnelModel

extension QueryCases {
  /// Attributes by name.
  static func attributes(_ table: inout QueryCaseTable) {
    table.item([
      "title": "Guide", "contentDescription": "All of it", "pageCount": 12, "isoSpeed": 200,
      "contentType": "public.text",
    ])
    table.match(#"title == "Guide""#)
    table.match(#"kMDItemTitle == "Guide""#)
    table.match(#"kMDItemDescription == "All*""#)
    table.match("kMDItemNumberOfPages == 12")
    table.match("isoSpeed == 200")
    table.match("ISOSpeed == 200")
    table.match(#"contentType == "public.text""#)
    // Names are case-sensitive.
    table.miss(#"Title == "Guide""#)
    table.miss("isospeed == 200")
    // A missing attribute makes everything false but `!=`.
    table.miss(#"subject == "Guide""#)
    table.miss(#"subject == "*""#)
    table.miss(#"subject == """#)
    table.match(#"subject != "Guide""#)
    table.match(#"subject != """#)
    table.miss("fileSize == 0")
    table.miss("fileSize < 1")
    table.miss("fileSize >= 0")
    table.miss("InRange(fileSize, -1, 1)")
    table.match("fileSize != 0")
    table.match("!(fileSize < 1)")
    // So does one that nobody knows; it is no error.
    table.miss(#"nobodysAttribute == "Guide""#)
    table.miss("nobodysAttribute > 0")
    table.match(#"nobodysAttribute != "Guide""#)
    table.match(#"!(nobodysAttribute == "Guide")"#)
    table.miss(#"!(nobodysAttribute != "Guide")"#)

    table.item(["my_key": "Value", "2fa": 1, "_x": "under"])
    table.match(#"my_key == "value"c"#)
    table.match("2fa == 1")
    table.match(#"_x == "under""#)
    table.miss(#"MY_KEY == "Value""#)

    table.item(
      [:],
      custom: [
        (CustomAttributeKey(name: "plain"), "seen by name"),
        (CustomAttributeKey(name: "open", isSearchableByDefault: true), "seen by all"),
        (CustomAttributeKey(name: "hidden", isSearchable: false), "secret"),
        (
          CustomAttributeKey(name: "torn", isSearchable: false, isSearchableByDefault: true),
          "neither"
        ),
      ])
    table.match(#"plain == "seen by name""#)
    table.miss(#"* == "name"w"#)
    table.match(#"open == "seen by all""#)
    table.match(#"* == "all"w"#)
    table.match(#"** == "all"w"#)
    table.match(#"hidden == "secret""#)
    table.miss(#"hidden != "secret""#)
    table.miss(#"** == "secret"w"#)
    table.match(#"torn == "neither""#)
    table.miss(#"* == "neither"w"#)
    table.miss(#"** == "neither"w"#)

    table.item([:], domain: "mail.inbox", expiration: Timestamp(fixture: "2026-04-01T00:00:00Z"))
    table.match(#"uniqueIdentifier == "item-42""#)
    table.match(#"uniqueIdentifier == "item*""#)
    table.match(#"uniqueIdentifier == "42"w"#)
    table.miss(#"uniqueIdentifier == "item""#)
    table.miss(#"* == "item*"cw"#)
    table.match(#"domainIdentifier == "mail.inbox""#)
    table.match(#"domainIdentifier == "mail*""#)
    table.miss(#"domainIdentifier == "mail""#)
    table.miss(#"** == "mail*"cw"#)
    table.match("expirationDate > $time.now")
    table.match("expirationDate == $time.iso(2026-04-01T00:00:00Z)")
    table.miss("expirationDate < $time.today")
    table.item([:])
    table.miss(#"domainIdentifier == "*""#)
    table.match(#"domainIdentifier != "mail""#)
    table.miss("expirationDate > 0")
    table.item(["domainIdentifier": "photos"])
    table.match(#"domainIdentifier == "photos""#)
  }

  /// `*` and `**`.
  static func unfielded(_ table: inout QueryCaseTable) {
    table.item([
      "title": "Red House", "keywords": ["pear", "plum"], "textContent": "the body of the text",
      "contentType": "public.image", "url": .url("https://example.com/photo"),
      "path": "/pictures/1",
      "pageCount": 12, "containerIdentifier": "album-9", "city": "Uppsala",
    ])
    table.match(#"* == "Red House""#)
    table.match(#"* == "plum""#)
    table.match(#"* == "Uppsala""#)
    table.miss(#"* == "body"w"#)
    table.match(#"** == "body"w"#)
    table.match(#"** == "plum""#)
    table.match(#"** == "*"c"#)
    // Identifiers, types, addresses, paths and numbers are found by name only.
    table.miss(#"** == "public*""#)
    table.miss(#"** == "*example*""#)
    table.miss(#"** == "*pictures*""#)
    table.miss(#"** == "album*""#)
    table.miss("** == 12")
    table.miss("* > 0")
    table.match(#"path == "*pictures*""#)
    // Words of `t` may lie in different attributes.
    table.match(#"* == "red pear"ct"#)
    table.match(#"* == "pear plum house"ct"#)
    table.miss(#"* == "red cherry"ct"#)
    table.miss(#"* == "red body"ct"#)
    table.match(#"** == "red body"ct"#)
    table.match(#"** == "bo re*"cwdt"#)
    table.miss(#"** == "bo red"cwdt"#)
    // Without `t` one element has it all.
    table.miss(#"* == "red pear"cw"#)
    table.match(#"* == "red house"cw"#)
    table.miss(#"* == "house red"cw"#)
    table.miss(#"* != "red pear"ct"#)
    table.match(#"* != "red cherry"ct"#)
    table.match(#"!(* == "red cherry"ct)"#)
    table.match(#"* == "pe*" && ** == "upp*"cw"#)

    table.item(["transcribedTextContent": "spoken words", "textContentSummary": "in short"])
    table.match(#"** == "spoken"w"#)
    table.match(#"** == "short"w"#)
    table.miss(#"* == "spoken"w"#)
    table.item([:])
    table.miss(#"* == "*""#)
    table.miss(#"** == "*"cwdt"#)
    table.match(#"** != "a""#)
    table.item(
      [:],
      custom: [(CustomAttributeKey(name: "score", isSearchableByDefault: true), [3, 8])])
    table.match("* == 8")
    table.match("** > 7")
    table.miss("InRange(*, 4, 7)")
  }
}
