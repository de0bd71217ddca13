extension MeasureUnit {
  /// A unit as the table has it: with its other names, which commas separate.
  struct Row {
    let dimension: Dimension
    let symbol: String
    let factor: StaticString
    let names: String
    var offset: StaticString?

    init(
      _ dimension: Dimension, _ symbol: String, _ factor: StaticString, _ names: String,
      offset: StaticString? = nil
    ) {
      (self.dimension, self.symbol, self.factor, self.names) = (dimension, symbol, factor, names)
      self.offset = offset
    }
  }

  /// Base units are metre, square metre, litre, gram, second, metre a second, kelvin, bit, joule, watt, pascal and
  /// degree.
  ///
  /// Factors are those of the International System of Units, and of NIST's Handbook 44, Appendix C, for customary
  /// units, which are those of the United States where they differ.
  static let rows: [Row] = [
    Row(.length, "nm", "0.000000001", "nanometer, nanometers, nanometre, nanometres"),
    Row(
      .length, "µm", "0.000001",
      "um, micrometer, micrometers, micrometre, micrometres, micron, microns"),
    Row(.length, "mm", "0.001", "millimeter, millimeters, millimetre, millimetres"),
    Row(.length, "cm", "0.01", "centimeter, centimeters, centimetre, centimetres"),
    Row(.length, "m", "1", "meter, meters, metre, metres"),
    Row(.length, "km", "1000", "kilometer, kilometers, kilometre, kilometres"),
    Row(.length, "in", "0.0254", "inch, inches, \", ″"),
    Row(.length, "ft", "0.3048", "foot, feet, ', ′"),
    Row(.length, "yd", "0.9144", "yard, yards"),
    Row(.length, "mi", "1609.344", "mile, miles"),
    Row(.length, "nmi", "1852", "nautical mile, nautical miles"),
    Row(
      .area, "mm²", "0.000001",
      "mm2, square millimeter, square millimeters, square millimetre, square millimetres"),
    Row(
      .area, "cm²", "0.0001",
      "cm2, square centimeter, square centimeters, square centimetre, square centimetres"),
    Row(.area, "m²", "1", "m2, sqm, square meter, square meters, square metre, square metres"),
    Row(.area, "ha", "10000", "hectare, hectares"),
    Row(
      .area, "km²", "1000000",
      "km2, square kilometer, square kilometers, square kilometre, square kilometres"),
    Row(.area, "ft²", "0.09290304", "ft2, sqft, sq ft, square foot, square feet"),
    Row(.area, "in²", "0.00064516", "in2, sq in, square inch, square inches"),
    Row(.area, "acre", "4046.8564224", "acres"),
    Row(.area, "mi²", "2589988.110336", "mi2, sq mi, square mile, square miles"),
    Row(
      .volume, "ml", "0.001", "mL, milliliter, milliliters, millilitre, millilitres, cm³, cm3, cc"),
    Row(.volume, "cl", "0.01", "cL, centiliter, centiliters, centilitre, centilitres"),
    Row(.volume, "dl", "0.1", "dL, deciliter, deciliters, decilitre, decilitres"),
    Row(.volume, "l", "1", "L, liter, liters, litre, litres"),
    Row(.volume, "m³", "1000", "m3, cubic meter, cubic meters, cubic metre, cubic metres"),
    Row(.volume, "tsp", "0.00492892159375", "teaspoon, teaspoons"),
    Row(.volume, "tbsp", "0.01478676478125", "tablespoon, tablespoons"),
    Row(.volume, "fl oz", "0.0295735295625", "floz, fluid ounce, fluid ounces"),
    Row(.volume, "cup", "0.2365882365", "cups"),
    Row(.volume, "pt", "0.473176473", "pint, pints"),
    Row(.volume, "qt", "0.946352946", "quart, quarts"),
    Row(.volume, "gal", "3.785411784", "gallon, gallons, us gallon, us gallons"),
    Row(.volume, "imp gal", "4.54609", "imperial gallon, imperial gallons"),
    Row(.volume, "ft³", "28.316846592", "ft3, cubic foot, cubic feet"),
    Row(.mass, "mg", "0.001", "milligram, milligrams"),
    Row(.mass, "g", "1", "gram, grams, gramme, grammes"),
    Row(.mass, "kg", "1000", "kilo, kilos, kilogram, kilograms"),
    Row(.mass, "t", "1000000", "tonne, tonnes, metric ton, metric tons"),
    Row(.mass, "oz", "28.349523125", "ounce, ounces"),
    Row(.mass, "lb", "453.59237", "lbs, pound, pounds"),
    Row(.mass, "st", "6350.29318", "stone, stones"),
    Row(.mass, "short ton", "907184.74", "short tons, us ton, us tons"),
    Row(.time, "ms", "0.001", "millisecond, milliseconds"),
    Row(.time, "s", "1", "sec, secs, second, seconds"),
    Row(.time, "min", "60", "mins, minute, minutes"),
    Row(.time, "h", "3600", "hr, hrs, hour, hours"),
    Row(.time, "days", "86400", "d, day"),
    Row(.time, "weeks", "604800", "wk, week"),
    Row(.speed, "m/s", "1", "mps, meters per second, metres per second"),
    Row(.speed, "km/h", "5/18", "kmh, kph, kilometers per hour, kilometres per hour"),
    Row(.speed, "mph", "0.44704", "mi/h, miles per hour"),
    Row(.speed, "kn", "1852/3600", "kt, knot, knots"),
    Row(.speed, "ft/s", "0.3048", "fps, feet per second"),
    Row(.temperature, "K", "1", "kelvin"),
    Row(.temperature, "°C", "1", "c, celsius, degrees celsius, deg c", offset: "273.15"),
    Row(.temperature, "°F", "5/9", "f, fahrenheit, degrees fahrenheit, deg f", offset: "459.67"),
    Row(.data, "bit", "1", "bits, b"),
    Row(.data, "kbit", "1000", "kilobit, kilobits"),
    Row(.data, "Mbit", "1000000", "Mb, megabit, megabits"),
    Row(.data, "Gbit", "1000000000", "Gb, gigabit, gigabits"),
    Row(.data, "B", "8", "byte, bytes"),
    Row(.data, "kB", "8000", "KB, kb, kilobyte, kilobytes"),
    Row(.data, "MB", "8000000", "mb, megabyte, megabytes"),
    Row(.data, "GB", "8000000000", "gb, gigabyte, gigabytes"),
    Row(.data, "TB", "8000000000000", "tb, terabyte, terabytes"),
    Row(.data, "PB", "8000000000000000", "pb, petabyte, petabytes"),
    Row(.data, "KiB", "8192", "kibibyte, kibibytes"),
    Row(.data, "MiB", "8388608", "mebibyte, mebibytes"),
    Row(.data, "GiB", "8589934592", "gibibyte, gibibytes"),
    Row(.data, "TiB", "8796093022208", "tebibyte, tebibytes"),
    Row(.energy, "J", "1", "joule, joules"),
    Row(.energy, "kJ", "1000", "kilojoule, kilojoules"),
    Row(.energy, "cal", "4.184", "calorie, calories"),
    Row(.energy, "kcal", "4184", "kilocalorie, kilocalories"),
    Row(.energy, "Wh", "3600", "watt hour, watt hours"),
    Row(.energy, "kWh", "3600000", "kilowatt hour, kilowatt hours"),
    Row(.power, "W", "1", "watt, watts"),
    Row(.power, "kW", "1000", "kilowatt, kilowatts"),
    Row(.power, "hp", "745.69987158227022", "horsepower"),
    Row(.power, "PS", "735.49875", "metric horsepower"),
    Row(.pressure, "Pa", "1", "pascal, pascals"),
    Row(.pressure, "hPa", "100", "hectopascal, hectopascals, mbar, millibar, millibars"),
    Row(.pressure, "kPa", "1000", "kilopascal, kilopascals"),
    Row(.pressure, "bar", "100000", "bars"),
    Row(.pressure, "psi", "6894.757293168361", "pounds per square inch"),
    Row(.pressure, "atm", "101325", "atmosphere, atmospheres"),
    Row(.angle, "°", "1", "deg, degree, degrees"),
    Row(.angle, "turns", "360", "turn"),
  ]
}
