// Runs every parser and decoder on inputs of doubling size and prints how its time grows.
//
//     Growth [TEXT]     those whose names hold the text, or all
//
// The exit status is 1 when some grow faster than they may.

import FresnelPlatform

let wanted = CommandLine.arguments.dropFirst().first
let cases =
  GrowthCase.queries + GrowthCase.model + GrowthCase.storage + GrowthCase.batches
  + GrowthCase.service + GrowthCase.pages + GrowthCase.web + GrowthCase.manuals
  + GrowthCase.desktop + GrowthCase.itemLines + GrowthCase.scripts + GrowthCase.records
  + GrowthCase.bus
var isLinear = true
print("| what is read | parts | time | exponent |")
print("| ------------ | ----: | ---: | -------: |")
do {
  for growthCase in cases where wanted.map({ growthCase.name.contains($0) }) ?? true {
    var growth = try Growth(growthCase)
    // A disturbance is not the rule.
    for _ in 0..<2 where growth.exponent > Growth.limit { growth = try Growth(growthCase) }
    let exponent = (growth.exponent * 100).rounded() / 100
    let milliseconds = (Double(growth.nanoseconds) / 1e4).rounded() / 100
    let mark = growth.exponent > Growth.limit ? " !" : ""
    print("| \(growthCase.name) | \(growth.count) | \(milliseconds) ms | \(exponent)\(mark) |")
    if growth.exponent > Growth.limit { isLinear = false }
  }
} catch {
  print("\(error)")
  CurrentProcess.exit(2)
}
CurrentProcess.exit(isLinear ? 0 : 1)
