// An app that ends as soon as it has handed its items over. `ProgramEndingTests` and `OwnStoreHandoverTests` run it:
//
//   sample-ending return|exit|handler|batch|flood|invalid|count COUNT [complete]
//
// With `complete` the items have that protection class.

import CoreSpotlight

/// The number of items of the index that are stored, and whether some may be missing.
func storedCount() async throws -> String {
  let query = CSSearchQuery(queryString: "title == \"*\"", attributes: [])
  var count = 0
  for try await _ in query.results { count += 1 }
  return "\(count)" + (query.isPartial ? " of more" : "")
}

let count = Int(CommandLine.arguments[2]) ?? 0
let items = (0..<count).map { number in
  let attributes = CSSearchableItemAttributeSet(contentType: .text)
  attributes.title = "Item \(number)"
  attributes.textContent = "The quick brown fox jumps over the lazy dog for the \(number)th time."
  return CSSearchableItem(
    uniqueIdentifier: CommandLine.arguments[1] == "invalid" ? "" : "item-\(number)",
    domainIdentifier: "ending", attributeSet: attributes)
}
let index =
  CommandLine.arguments.last == "complete"
  ? CSSearchableIndex(name: "ending", protectionClass: .complete)
  : CSSearchableIndex(name: "ending")
switch CommandLine.arguments[1] {
// With `try await` before it, this is the same call: the compiler takes top-level code for synchronous.
case "return", "invalid": index.indexSearchableItems(items)
case "exit":
  for item in items { index.indexSearchableItems([item]) }
  exit(0)
case "handler":
  let isHandedOver = DispatchSemaphore(value: 0)
  index.indexSearchableItems([items[0]]) { _ in
    isHandedOver.wait()
    exit(0)
  }
  index.indexSearchableItems(items)
  isHandedOver.signal()
  dispatchMain()
case "flood":
  // Each fails with a sentence of its own.
  for number in 0..<count {
    guard let key = CSCustomAttributeKey(keyName: "key_\(number)") else { exit(64) }
    let attributes = CSSearchableItemAttributeSet(contentType: .text)
    attributes.setValue(NSNumber(value: Double.nan), forCustomKey: key)
    index.indexSearchableItems([
      CSSearchableItem(
        uniqueIdentifier: "item-\(number)", domainIdentifier: nil, attributeSet: attributes)
    ])
  }
  index.beginBatch()
  index.indexSearchableItems(items)
case "batch":
  index.beginBatch()
  index.indexSearchableItems(items)
case "count": print(try await storedCount())
default: exit(64)
}
