// Measures the engine on real items; `--help` says what it reads.

import FresnelPlatform

let usage = """
  usage: fresnel-bench [--corpus DIRECTORY] [--queries DIRECTORY] [--runs COUNT]
         fresnel-bench --store DIRECTORY [--queries DIRECTORY] [--typed COUNT] [--runs COUNT]

  --corpus   Gzipped JSON Lines of items (*.jsonl.gz), in the directory or in items/ below it.
             Default: $FRESNEL_BENCH_CORPUS, else ../shared/testdata/corpus.
  --queries  w1_keystrokes.tsv (wanted identifier, what has been typed), w2_words.tsv (band, word)
             and w3_and.tsv (words). Default: $FRESNEL_BENCH_QUERIES, else ../shared/bench/queries.
  --runs     How often everything is measured; the table shows medians. Default: 3.
  --store    Opens and searches the store in the directory instead. If it is missing, it is made of
             the corpus.
  --typed    Asks the keystrokes with so many letters only, for counting instructions.
  """

do {
  let options = try BenchmarkOptions(Array(CommandLine.arguments.dropFirst()))
  if options.showsHelp {
    print(usage)
  } else if let missing = options.missing {
    print(missing)
    print(usage)
    CurrentProcess.exit(1)
  } else {
    print(MachineFacts().description)
    var table = ResultTable()
    try EngineBenchmark(options: options).run(&table)
    print(table.description)
  }
} catch {
  print("\(error)")
  CurrentProcess.exit(1)
}
