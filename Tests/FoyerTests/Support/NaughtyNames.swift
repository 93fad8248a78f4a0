/// Names that have caused failures in other programs.
let naughtyNames = [
  "\u{202E}gnirts desrever\u{202C}", "👨‍👩‍👧‍👦 famille", "\"double\" & 'single' <b>bold</b>", "{{ name }}{% if x %}",
  "' OR 1=1; DROP TABLE items; --", "<script>alert(1)</script>", "مرحبا بالعالم", "Z͑ͫa̴l̡g̸o", "ﷺ", "한국어 태그", "田中さん",
  "%00%0d%0a", "$1 \\ \"&amp;", "\\", " spaces around ", "¯\\_(ツ)_/¯", "NULL", "../../etc/passwd", "Ω≈ç√∫˜µ≤≥÷",
  "e\u{301}", "\u{feff}x", "a\u{200d}\u{200b}b",
]
