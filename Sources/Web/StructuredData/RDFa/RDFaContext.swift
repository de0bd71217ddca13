import WebDocuments

/// What an element passes on to those in it (RDFa Core 1.1, 7.5: the evaluation context).
struct RDFaContext {
  /// What the elements in it speak of, unless they say otherwise.
  var parentSubject: RDFTerm
  /// What it leads to.
  var parentObject: RDFTerm
  /// Links whose other end is still to come.
  var incomplete: [RDFaIncomplete] = []
  /// The lists that are being filled.
  var lists = 0
  /// The language of texts.
  var language: String?
  /// What bare words belong to.
  var vocabulary: String?
  /// Where the element ends.
  var end: HTMLNode
  /// The prefixes that it bound.
  var bound: [String] = []
  /// What the lists belong to that begin with it; `nil` where none do.
  var listOwner: RDFTerm?
  /// The element.
  var node: HTMLNode
}

/// A link whose other end is still to come.
enum RDFaIncomplete {
  case forward(String)
  case backward(String)
  /// A member of a list.
  case member(list: Int)
}

/// The lists of one owner that are being filled, by what is said of it.
struct RDFaListSet {
  private(set) var order: [(predicate: String, list: Int)] = []
  private var places: [String: Int] = [:]

  subscript(predicate: String) -> Int? { places[predicate] }

  mutating func add(_ predicate: String, list: Int) {
    places[predicate] = list
    order.append((predicate, list))
  }
}
