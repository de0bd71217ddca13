/// A rating as stars with the numbers beside them.
struct StarsView {
  /// What is shown.
  let rating: CardContent.Rating

  /// The rating.
  var html: HTML {
    .joined([
      element(.span, .classes("stars stars-\(Int(stars * 2))"), .set(.ariaHidden, "true")),
      hidden("Rated "),
      element(.span, .classes("rating")) {
        number(rating.value) + (rating.best == 5 ? "" : "/\(number(rating.best))")
      },
      hidden(rating.best == 5 ? " of 5 stars" : ", which is \(number(stars)) of 5 stars"),
      rating.count.map { count in
        element(.span, .classes("count")) {
          hidden(" by ")
          " (\(count)"
          hidden(count == 1 ? " person" : " people")
          ")"
        }
      } ?? HTML(),
    ])
  }

  /// The stars, in steps of a half.
  private var stars: Double {
    let share = rating.value / rating.best
    guard share.isFinite else { return 0 }
    return (min(1, max(0, share)) * 10).rounded() / 2
  }

  /// A number with two digits behind the point at most: means of many ratings have any number of them.
  private func number(_ number: Double) -> String {
    let number = (number * 100).rounded() / 100
    return number == number.rounded() && abs(number) < 1e9 ? "\(Int(number))" : "\(number)"
  }
}
