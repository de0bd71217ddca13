import FresnelModel
import FresnelQuery

/// What a person types, cut into pieces. The first byte is the place of the caret, and the next two the
/// token that a part of the text is.
enum UserQueryTarget: FuzzTarget {
  private static let context = EvaluationContext(now: Timestamp(secondsSinceReferenceDate: 8e8))

  static func seeds() -> [[UInt8]] {
    [
      "c++ .net AC/DC node.js don't", "\"rock 'n' roll\" „alte Quote“ «a b» 「東京 都」",
      "(\"a b\") 5\" disk || * ? \\ 'tis", "北京大学 ｃ＋＋ ـ e\u{301}",
    ].map { [255, 0, 0] + Array($0.utf8) } + [[8, 7, 13] + Array("budget photos 2024".utf8)]
  }

  static func examine(_ input: [UInt8]) {
    guard input.count >= 3 else { return }
    let text = String(decoding: input[3...], as: UTF8.self)
    let range = Int(min(input[1], input[2]))..<Int(max(input[1], input[2]))
    let query = UserQuery(
      text, caret: Int(input[0]), tokens: [.init(.kind, range: range, filter: nil)])
    expect(query.pieces.count <= UserQuery.mostPieces, "There are too many pieces.")
    var end = 0
    for piece in query.pieces {
      expect(
        piece.range.lowerBound >= end && !piece.range.isEmpty, "The pieces are not in order.")
      end = piece.range.upperBound
      if piece.kind == .token { continue }
      let comparison = Comparison(
        attribute: .metadataAndText, comparator: .equal, value: .pattern(query.pattern(of: piece)),
        modifiers: [.caseInsensitive, .diacriticInsensitive, .words])
      let printed = Query.comparison(comparison).description
      expect(
        (try? parseQuery(printed)) == .comparison(comparison),
        "A piece is another comparison when it is printed.")
      let compiled = try? CompiledQuery(.comparison(comparison), context: context)
      expect(compiled?.matches(signs) == false, "A piece asks for nothing.")
    }
    expect(end <= text.utf8.count, "A piece is behind the text.")
  }

  /// An item without a letter, which no piece finds.
  private static let signs = {
    var item = Item(uniqueIdentifier: "signs")
    item.attributes[.title] = .string("— § …")
    return item
  }()
}
