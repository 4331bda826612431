//! The units and currencies that a number may have, each with its normal form.
//!
//! The list is deliberately closed: `12 laps` is a quantity, `12 Monkeys` is a name.

/// The normal form of a unit. Case matters only for single letters and for symbols that differ only in case.
pub(super) fn unit(text: &str) -> Option<&'static str> {
    let text = text.trim().trim_end_matches('.');
    symbol(text).or_else(|| word(&text.to_lowercase()))
}

/// Whether a unit is read only with a space before it, because `5A`, `3D` or `4W` are names.
pub(super) fn needs_space(text: &str) -> bool {
    text.len() == 1 && !matches!(text, "m" | "g" | "p" | "¢" | "%" | "'" | "\"")
}

fn symbol(text: &str) -> Option<&'static str> {
    Some(match text {
        "%" => "%",
        "‰" => "‰",
        "m" => "m",
        "g" => "g",
        "p" => "p",
        "¢" => "¢",
        "t" => "t",
        "l" | "L" => "L",
        "W" => "W",
        "V" => "V",
        "°" => "°",
        "°C" | "℃" | "° C" | "ºC" => "°C",
        "°F" | "℉" | "° F" | "ºF" => "°F",
        "Hz" => "Hz",
        "MB" => "MB",
        "Mb" => "Mb",
        "MW" => "MW",
        "mW" => "mW",
        "PS" => "PS",
        "Mt" => "Mt",
        "GT" => "GT",
        "Ah" => "Ah",
        "mAh" => "mAh",
        "Nm" => "N·m",
        "'" | "′" | "’" => "ft",
        "\"" | "″" | "”" => "in",
        _ => return None,
    })
}

fn word(text: &str) -> Option<&'static str> {
    length(text).or_else(|| measure(text)).or_else(|| count(text))
}

fn length(text: &str) -> Option<&'static str> {
    Some(match text {
        "mm" | "millimetre" | "millimetres" | "millimeter" | "millimeters" => "mm",
        "cm" | "centimetre" | "centimetres" | "centimeter" | "centimeters" => "cm",
        "metre" | "metres" | "meter" | "meters" | "mts" | "mtr" => "m",
        "km" | "kilometre" | "kilometres" | "kilometer" | "kilometers" | "kms" => "km",
        "in" | "inch" | "inches" => "in",
        "ft" | "foot" | "feet" => "ft",
        "yd" | "yds" | "yard" | "yards" => "yd",
        "mi" | "mile" | "miles" => "mi",
        "nmi" | "nautical mile" | "nautical miles" => "nmi",
        "ly" | "light years" | "light-years" => "ly",
        "au" => "AU",
        "km²" | "km2" | "sq km" | "sq. km" | "square kilometres" | "square kilometers" | "square km" => {
            "km²"
        }
        "m²" | "m2" | "sq m" | "sq. m" | "square metres" | "square meters" | "sqm" => "m²",
        "ha" | "hectare" | "hectares" => "ha",
        "acre" | "acres" => "acre",
        "mi²" | "mi2" | "sq mi" | "sq. mi" | "square miles" | "square mile" => "sq mi",
        "ft²" | "ft2" | "sq ft" | "sq. ft" | "square feet" => "sq ft",
        "/km²" | "/km2" | "per km²" | "per km2" | "per square kilometre" | "per square kilometer" => "/km²",
        "/sq mi" | "per sq mi" | "/mi²" | "per square mile" => "/sq mi",
        _ => return None,
    })
}

fn measure(text: &str) -> Option<&'static str> {
    Some(match text {
        "percent" | "per cent" | "pct" => "%",
        "pence" | "penny" => "p",
        "cents" => "¢",
        "ml" | "millilitres" | "milliliters" => "mL",
        "litre" | "litres" | "liter" | "liters" => "L",
        "m³" | "m3" | "cubic metres" | "cubic meters" => "m³",
        "cc" => "cc",
        "gal" | "gallon" | "gallons" => "gal",
        "mg" => "mg",
        "gram" | "grams" => "g",
        "kg" | "kgs" | "kilogram" | "kilograms" | "kilo" | "kilos" => "kg",
        "tonne" | "tonnes" => "t",
        "ton" | "tons" => "ton",
        "lb" | "lbs" | "pound" | "pounds" => "lb",
        "oz" | "ounce" | "ounces" => "oz",
        "km/h" | "kmh" | "kph" | "kmph" => "km/h",
        "mph" => "mph",
        "m/s" => "m/s",
        "kn" | "knot" | "knots" => "kn",
        "kw" => "kW",
        "gw" => "GW",
        "kwh" => "kWh",
        "mwh" => "MWh",
        "gwh" => "GWh",
        "twh" => "TWh",
        "hp" | "bhp" | "horsepower" => "hp",
        "khz" => "kHz",
        "mhz" => "MHz",
        "ghz" => "GHz",
        "kb" => "kB",
        "gb" => "GB",
        "tb" => "TB",
        "kbit/s" | "kbps" => "kbit/s",
        "mbit/s" | "mbps" => "Mbit/s",
        "gbit/s" | "gbps" => "Gbit/s",
        "degree" | "degrees" => "°",
        "rpm" => "rpm",
        "n·m" | "nm" => "N·m",
        "mp" | "megapixels" => "MP",
        "kwp" => "kWp",
        "mwp" => "MWp",
        "kva" => "kVA",
        "wh" => "Wh",
        "kj" => "kJ",
        "kcal" => "kcal",
        "bar" => "bar",
        "psi" => "psi",
        "hpa" => "hPa",
        "kpa" => "kPa",
        "mbar" => "mbar",
        "db" | "db(a)" | "decibel" | "decibels" => "dB",
        "lm" | "lumen" | "lumens" => "lm",
        "lux" => "lux",
        "ppm" => "ppm",
        "ppb" => "ppb",
        "bpm" => "bpm",
        "fps" => "fps",
        "dpi" => "dpi",
        "px" | "pixels" => "px",
        "µm" | "μm" | "micron" | "microns" => "µm",
        "µg" | "μg" | "mcg" => "µg",
        "hl" | "hectolitre" | "hectolitres" => "hL",
        "cl" => "cL",
        "dl" => "dL",
        "pint" | "pints" => "pint",
        "bbl" | "barrel" | "barrels" => "bbl",
        "bushel" | "bushels" => "bushel",
        "stone" => "st",
        "fathom" | "fathoms" => "fathom",
        "carat" | "carats" | "ct" => "ct",
        "teu" => "TEU",
        "dwt" => "dwt",
        "grt" => "GRT",
        "°bx" | "brix" | "°brix" => "°Bx",
        "mmol/l" => "mmol/L",
        "mpg" => "mpg",
        _ => return None,
    })
}

/// What may follow a stroke or `per` in a ratio: units, currencies and the words below.
fn denominator(text: &str) -> Option<&'static str> {
    unit(text).or_else(|| currency_suffix(text)).or_else(|| {
        Some(match text {
            "h" | "hr" | "hour" => "h",
            "s" | "sec" | "second" => "s",
            "min" | "minute" => "min",
            "d" | "day" => "day",
            "wk" | "week" => "week",
            "mo" | "month" => "month",
            "y" | "yr" | "a" | "year" => "year",
            "night" => "night",
            "head" | "pers" | "person" => "person",
            "unit" | "pc" | "piece" | "each" => "piece",
            "100 km" | "100km" => "100 km",
            _ => return None,
        })
    })
}

/// A ratio of units, such as `l/h`, `€/kg`, `kr per night` or `/h`, in its normal form.
pub(super) fn ratio(text: &str) -> Option<String> {
    let (over, under) = text.split_once('/').or_else(|| text.split_once("per "))?;
    let (over, under) = (over.trim(), denominator(under.trim())?);
    if over.is_empty() {
        return Some(format!("/{under}"));
    }
    let over = currency_suffix(over).or_else(|| unit(over))?;
    Some(format!("{over}/{under}"))
}

/// Nouns of things that tables count.
fn count(text: &str) -> Option<&'static str> {
    Some(match text {
        "lap" | "laps" => "lap",
        "pt" | "pts" | "point" | "points" => "point",
        "goal" | "goals" => "goal",
        "vote" | "votes" => "vote",
        "seat" | "seats" => "seat",
        "game" | "games" => "game",
        "match" | "matches" => "match",
        "run" | "runs" => "run",
        "wicket" | "wickets" => "wicket",
        "win" | "wins" => "win",
        "loss" | "losses" => "loss",
        "medal" | "medals" => "medal",
        "time" | "times" => "time",
        "people" | "persons" | "inhabitants" | "residents" => "person",
        "student" | "students" => "student",
        "employee" | "employees" => "employee",
        "passenger" | "passengers" => "passenger",
        "player" | "players" => "player",
        "member" | "members" => "member",
        "episode" | "episodes" => "episode",
        "season" | "seasons" => "season",
        "page" | "pages" | "pp" => "page",
        "track" | "tracks" => "track",
        "copy" | "copies" => "copy",
        "story" | "stories" | "storey" | "storeys" | "floor" | "floors" => "floor",
        "round" | "rounds" => "round",
        "stage" | "stages" => "stage",
        "doz" | "dozen" => "dozen",
        "bed" | "beds" => "bed",
        "guest" | "guests" => "guest",
        "visitor" | "visitors" => "visitor",
        "user" | "users" => "user",
        "item" | "items" => "item",
        "pcs" | "piece" | "pieces" => "piece",
        "box" | "boxes" => "box",
        "crate" | "crates" => "crate",
        "bottle" | "bottles" => "bottle",
        "pallet" | "pallets" => "pallet",
        _ => return None,
    })
}

/// Currency marks before a number, longest first, with their normal form.
pub(super) const CURRENCY_PREFIXES: [(&str, &str); 62] = [
    ("U.S. $", "$"),
    ("US $", "$"),
    ("US$", "$"),
    ("USD", "$"),
    ("CA$", "CAD"),
    ("CAD", "CAD"),
    ("C$", "CAD"),
    ("AU$", "AUD"),
    ("AUD", "AUD"),
    ("A$", "AUD"),
    ("NZ$", "NZD"),
    ("NZD", "NZD"),
    ("HK$", "HKD"),
    ("HKD", "HKD"),
    ("NT$", "TWD"),
    ("MX$", "MXN"),
    ("SGD", "SGD"),
    ("S$", "SGD"),
    ("R$", "BRL"),
    ("BRL", "BRL"),
    ("$", "$"),
    ("EUR", "€"),
    ("€", "€"),
    ("GBP", "£"),
    ("£", "£"),
    ("CN¥", "CNY"),
    ("CNY", "CNY"),
    ("RMB", "CNY"),
    ("JPY", "¥"),
    ("¥", "¥"),
    ("INR", "₹"),
    ("Rs.", "₹"),
    ("Rs", "₹"),
    ("₹", "₹"),
    ("₩", "₩"),
    ("₽", "₽"),
    ("CHF", "CHF"),
    ("SEK", "SEK"),
    ("NOK", "NOK"),
    ("DKK", "DKK"),
    ("ISK", "ISK"),
    ("kr.", "kr"),
    ("kr", "kr"),
    ("Kr", "kr"),
    ("PLN", "PLN"),
    ("CZK", "CZK"),
    ("HUF", "HUF"),
    ("TRY", "₺"),
    ("₺", "₺"),
    ("₱", "₱"),
    ("ZAR", "ZAR"),
    ("AED", "AED"),
    ("KRW", "₩"),
    ("THB", "THB"),
    ("฿", "THB"),
    ("ILS", "₪"),
    ("₪", "₪"),
    ("₫", "₫"),
    ("UAH", "₴"),
    ("₴", "₴"),
    ("NGN", "₦"),
    ("₦", "₦"),
];

/// The normal form of a currency written after a number.
pub(super) fn currency_suffix(text: &str) -> Option<&'static str> {
    let text = text.trim();
    Some(match text {
        "€" | "EUR" | "euro" | "euros" | "Euro" | "Euros" => "€",
        "$" | "USD" | "US$" | "dollars" | "US dollars" | "U.S. dollars" => "$",
        "£" | "GBP" | "pounds sterling" => "£",
        "¥" | "JPY" | "yen" => "¥",
        "₹" | "INR" | "rupees" => "₹",
        "₽" | "RUB" | "rubles" | "roubles" => "₽",
        "CNY" | "RMB" | "yuan" => "CNY",
        "CHF" => "CHF",
        "CAD" => "CAD",
        "AUD" => "AUD",
        "NZD" => "NZD",
        "SEK" => "SEK",
        "NOK" => "NOK",
        "DKK" => "DKK",
        "ISK" => "ISK",
        "kr" | "kr." | "Kr" | "kroner" | "kronor" | "kronur" => "kr",
        "PLN" | "zł" | "zloty" => "PLN",
        "CZK" | "Kč" => "CZK",
        "HUF" | "Ft" => "HUF",
        "lei" | "RON" => "RON",
        "TRY" | "₺" => "₺",
        "baht" | "THB" => "THB",
        "rand" | "ZAR" => "ZAR",
        "won" | "KRW" => "₩",
        "ILS" | "₪" => "₪",
        "UAH" | "₴" => "₴",
        "AED" => "AED",
        _ => return None,
    })
}

/// The power of ten of a scale word: `million` is 6.
pub(super) fn scale_word(text: &str) -> Option<u32> {
    Some(match text {
        "hundred" => 2,
        "thousand" => 3,
        "lakh" => 5,
        "million" | "mil" | "mln" | "mn" => 6,
        "crore" => 7,
        "billion" | "bn" | "bln" => 9,
        "trillion" | "tn" => 12,
        _ => return None,
    })
}

/// The power of ten of a letter that is read only with money: `£16.8M`, `$5k`.
pub(super) fn scale_letter(text: &str) -> Option<u32> {
    Some(match text {
        "k" | "K" => 3,
        "m" | "M" => 6,
        "b" | "B" => 9,
        _ => return None,
    })
}
