extension FilterWords {
  /// The words of English.
  package static let english = FilterWords(
    fields: table([
      ("kind,type", .kind), ("app", .app), ("from,author", .person), ("date,when,time", .time),
      ("size", .size),
    ]),
    kinds: table([
      ("pdf,pdfs,pdf files", Kind(name: "PDF", types: ["com.adobe.pdf"])),
      ("photo,photos,photograph,photographs", Kind(name: "Photos", types: ["public.image"])),
      ("image,images,picture,pictures", Kind(name: "Images", types: ["public.image"])),
      ("video,videos", Kind(name: "Videos", types: ["public.movie"])),
      ("movie,movies,film,films", Kind(name: "Movies", types: ["public.movie"])),
      ("music,song,songs", Kind(name: "Music", types: ["public.audio"])),
      ("audio,recording,recordings", Kind(name: "Audio", types: ["public.audio"])),
      (
        "document,documents",
        Kind(
          name: "Documents",
          types: [
            "public.composite-content", "public.presentation", "public.spreadsheet", "public.rtf",
            "com.microsoft.word.doc", "org.openxmlformats.wordprocessingml.document",
          ])
      ),
      (
        "presentation,presentations,slides",
        Kind(name: "Presentations", types: ["public.presentation"])
      ),
      ("spreadsheet,spreadsheets", Kind(name: "Spreadsheets", types: ["public.spreadsheet"])),
      (
        "mail,mails,email,emails,e-mail,e-mails",
        Kind(name: "Mail", types: ["public.email-message", "com.apple.mail.email"])
      ),
      ("message,messages", Kind(name: "Messages", types: ["public.message"])),
      ("contact,contacts", Kind(name: "Contacts", types: ["public.contact"])),
      (
        "event,events,appointment,appointments",
        Kind(name: "Events", types: ["public.calendar-event"])
      ),
      (
        "task,tasks,reminder,reminders,to-dos,todos",
        Kind(name: "Tasks", types: ["public.to-do-item"])
      ),
      ("folder,folders,directories", Kind(name: "Folders", types: ["public.directory"])),
      (
        "app,apps,application,applications,program,programs",
        Kind(name: "Applications", types: ["com.apple.application"])
      ),
      ("archive,archives", Kind(name: "Archives", types: ["public.archive"])),
      ("font,fonts", Kind(name: "Fonts", types: ["public.font"])),
      ("source code", Kind(name: "Source code", types: ["public.source-code"])),
      (
        "bookmark,bookmarks",
        Kind(name: "Bookmarks", types: ["public.bookmark", "com.apple.bookmark"])
      ),
      (
        "web page,web pages",
        Kind(name: "Web pages", types: ["public.html", "com.apple.webarchive"])
      ),
      ("ebook,ebooks,e-book,e-books", Kind(name: "Books", types: ["org.idpf.epub-container"])),
      (
        "manual,manuals,manual page,manual pages,man page,man pages",
        Kind(name: "Manual pages", types: ["org.fresnel.manual-page"])
      ),
      ("package,packages", Kind(name: "Packages", types: ["org.fresnel.package"])),
    ]),
    days: table([("today", 0), ("yesterday", -1), ("tomorrow", 1)]),
    periods: table([
      ("day,days", .day), ("week,weeks", .week), ("month,months", .month), ("year,years", .year),
    ]),
    offsets: table([("this", 0), ("last,past,previous", -1), ("next", 1)]),
    ago: ["ago"],
    numbers: table([
      ("two", 2), ("three", 3), ("four", 4), ("five", 5), ("six", 6), ("seven", 7), ("eight", 8),
      ("nine", 9), ("ten", 10), ("eleven", 11), ("twelve", 12), ("a,an,one", 1),
    ]),
    months: table([
      ("january", 1), ("february", 2), ("march", 3), ("april", 4), ("june", 6), ("july", 7),
      ("august", 8), ("september", 9), ("october", 10), ("november", 11), ("december", 12),
    ]),
    shortMonths: table([
      ("jan", 1), ("feb", 2), ("mar", 3), ("apr", 4), ("may", 5), ("jun", 6), ("jul", 7),
      ("aug", 8), ("sep,sept", 9), ("oct", 10), ("nov", 11), ("dec", 12),
    ]),
    weekdays: table([
      ("sunday", 0), ("monday", 1), ("tuesday", 2), ("wednesday", 3), ("thursday", 4),
      ("friday", 5), ("saturday", 6),
    ]),
    prepositions: ["in", "from", "on", "of", "during"],
    makers: ["by"],
    noNames: [
      "a", "all", "an", "and", "any", "default", "definition", "each", "far", "hand", "her", "him",
      "his", "it", "its", "law", "me", "mail", "mistake", "my", "now", "one", "our", "that", "the",
      "their", "them", "then", "these", "this", "those", "to", "us", "way", "which", "you", "your",
    ],
    comparators: table([
      (">,over,above,larger than,bigger than,more than,greater than", .greater),
      ("<,under,below,smaller than,less than", .less), (">=,at least", .greaterOrEqual),
      ("<=,at most", .lessOrEqual),
    ]),
    units: table([
      ("b,byte,bytes", 1), ("kb,kilobyte,kilobytes", 1e3), ("mb,megabyte,megabytes", 1e6),
      ("gb,gigabyte,gigabytes", 1e9), ("tb,terabyte,terabytes", 1e12), ("kib", 1024),
      ("mib", 1_048_576), ("gib", 1_073_741_824), ("tib", 1_099_511_627_776),
    ]),
    fromName: "From", byName: "By", appName: "App")
}
