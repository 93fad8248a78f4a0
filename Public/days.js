// Days as text (2026-11-23), and where a key leads in a grid of days (WAI-ARIA Authoring Practices, "Grid").

export const date = (text) => new Date(`${text}T00:00:00Z`);
export const later = (text, days) => new Date(date(text).getTime() + days * 86_400_000).toISOString().slice(0, 10);
export const count = (from, to) => Math.round((date(to).getTime() - date(from).getTime()) / 86_400_000);

/** The same day of another month, or its last one. */
export function laterMonth(text, months) {
  const goal = date(`${text.slice(0, 7)}-01`);
  goal.setUTCMonth(goal.getUTCMonth() + months + 1, 0);
  goal.setUTCDate(Math.min(goal.getUTCDate(), Number(text.slice(8))));
  return goal.toISOString().slice(0, 10);
}

/** The day that a key leads to from here, or null. */
export function target(key, here) {
  const weekday = (date(here).getUTCDay() + 6) % 7;
  switch (key) {
    case "ArrowLeft": return later(here, -1);
    case "ArrowRight": return later(here, 1);
    case "ArrowUp": return later(here, -7);
    case "ArrowDown": return later(here, 7);
    case "Home": return later(here, -weekday);
    case "End": return later(here, 6 - weekday);
    default: return null;
  }
}
