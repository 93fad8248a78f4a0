import ZipFile

/// The style sheet of an archive's index.html, a file beside it: views have no styles of their own.
enum ArchiveStyle {
  static func add(to zip: ZipWriter) throws { try zip.add("style.css", text: text) }

  private static let text = """
    :root { color-scheme: light dark; --ink: light-dark(#2b2521, #ece6df); --soft: light-dark(#6a5d53, #b9ada2); --line: light-dark(#e3d9cc, #3a342e);
      --card: light-dark(#fffdf9, #25211d); --accent: light-dark(#a5441f, #f0a37f); }
    body { font: 1.0625rem/1.5 system-ui, sans-serif; max-width: 48rem; margin: 0 auto; padding: 1.5rem 1rem 4rem;
      background: light-dark(#faf7f2, #1b1815); color: var(--ink); overflow-wrap: anywhere; }
    h1, h2, h3, h4 { line-height: 1.2; }
    h1 { font-size: 2rem; margin-bottom: .5rem; }
    h2 { margin-top: 3rem; padding-bottom: .3rem; border-bottom: 2px solid var(--accent); }
    h3 { margin: 1.75rem 0 .5rem; font-size: 1.1875rem; }
    h4 { margin: 1.25rem 0 .25rem; }
    small, .facts { color: var(--soft); font-size: .9375rem; }
    p { margin: .3rem 0; }
    .lines { white-space: pre-line; }
    ul, ol { margin: .3rem 0; padding-inline-start: 1.4rem; }
    li { margin: .4rem 0; }
    nav h2 { margin: 1.5rem 0 0; padding: 0; border: 0; font-size: 1rem; }
    nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; list-style: none; padding: 0; }
    a { color: inherit; text-decoration-color: var(--accent); text-underline-offset: .2em; display: inline-block; padding: .6rem 0; }
    .card { background: var(--card); border: 1px solid var(--line); border-radius: 1rem; padding: .75rem 1.25rem 1.25rem; margin: 1.5rem 0; break-inside: avoid; }
    .card h3 { margin-top: .5rem; }
    .names { columns: 2 16rem; list-style: none; padding: 0; }
    .names a { padding: .35rem 0; min-height: 44px; box-sizing: border-box; }
    img { max-width: 100%; height: auto; border-radius: .75rem; display: block; margin: .5rem 0; }
    li img { max-width: min(100%, 18rem); }
    .boxes { list-style: none; padding: 0; }
    .boxes s { color: var(--soft); }
    summary { min-height: 44px; display: flex; align-items: center; cursor: pointer; }
    summary::before { content: "▸"; margin-inline-end: .5rem; }
    details[open] > summary::before { content: "▾"; }
    @media print { nav { display: none; } details:not([open]) > * { display: block; } }

    """
}
