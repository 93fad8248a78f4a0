"""What every page of places.py must be for a finger, and where the system chooses the colours."""

import pytest

from places import every_page

# What a finger may hit: the element's box, its label's with it, or what a press 22 px off its centre would meet.
SMALL_TARGETS = """() => {
  const found = [];
  for (const element of document.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea, summary')) {
    if (!element.checkVisibility({checkOpacity: true, checkVisibilityCSS: true}) || element.matches('.skip-link')) continue;
    if (getComputedStyle(element).display === 'inline' && element.closest('p')) continue;  // WCAG 2.5.8: in a sentence
    const mine = [element, ...(element.labels ?? [])];
    const big = mine.some(part => {
      const box = part.getBoundingClientRect();
      return box.width >= 43.99 && box.height >= 43.99;
    });
    if (big) continue;
    // What lies 22 px off is asked of the window.
    element.scrollIntoView({block: 'center'});
    const box = element.getBoundingClientRect();
    const x = (box.left + box.right) / 2, y = (box.top + box.bottom) / 2;
    const hits = [[-21.9, 0], [21.9, 0], [0, -21.9], [0, 21.9]].every(([dx, dy]) => {
      const hit = document.elementFromPoint(x + dx, y + dy);
      return hit && mine.some(part => part === hit || part.contains(hit));
    });
    if (!hits) found.push(`${element.outerHTML.slice(0, 120)}: ${box.width.toFixed(1)} × ${box.height.toFixed(1)}`);
  }
  return found;
}"""


CHOSEN = """() => [...document.querySelectorAll(
    '[aria-current], .chip:has(:checked), .swatches label:has(:checked), [aria-pressed=true], .check:checked')]
  .filter(element => element.checkVisibility() && element.getBoundingClientRect().width && element.matches(
    '.bar *, .tabs *, .chip, .swatches *, .icon-button, .check'))
  .filter(element => {
    const part = element.matches('.check') ? '::before' : null;
    return getComputedStyle(element, part).backgroundColor !== getComputedStyle(document.getElementById('probe')).backgroundColor;
  }).map(element => element.outerHTML.slice(0, 120))"""

PROBE = """() => {
  const probe = Object.assign(document.createElement('i'), {id: 'probe'});
  probe.style.cssText = 'forced-color-adjust: none; background: Highlight';
  document.body.append(probe);
}"""


@pytest.fixture(scope="module")
def seen(house, open_page_once):
    """What a phone shows of each page in colours of the system's own, which change no size: small targets, and what nobody sees is
    chosen."""
    small, unseen = [], []
    for name, page in every_page(house, open_page_once, has_touch=True, is_mobile=True, forced_colors="active", reduced_motion="reduce"):
        page.evaluate(PROBE)
        for width in [320, 768, 1280]:
            page.set_viewport_size({"width": width, "height": 740})
            if width < 1280:
                small += [f"{name} at {width}: {target}" for target in page.evaluate(SMALL_TARGETS)]
            if width != 768:
                unseen += [f"{name} at {width}: {element}" for element in page.evaluate(CHOSEN)]
    return small, unseen


def test_every_target_is_wide_enough_for_a_finger(seen):
    """R38: 44 px."""
    assert not seen[0], "\n".join(seen[0])


def test_the_system_s_own_colours_show_what_is_chosen(seen):
    """R39: with forced colours backgrounds go, and what is chosen must not look like the rest."""
    assert not seen[1], "\n".join(seen[1])
