/** What is worth knowing while one waits. */
export const tips = [
  ...(['zoom', 'compare', 'past', 'follow', 'evidence', 'palette', 'wall', 'language'] as const),
] as const
export type Tip = (typeof tips)[number]

/** From the specification: how long a tip stays. */
export const tipMs = 4_000

/** Any tip but the one that is shown, so that each change is seen; `random` gives 0 up to 1. */
export function nextTip(shown: Tip | null, random: () => number): Tip {
  const others = tips.filter((tip) => tip !== shown)
  return others[Math.floor(random() * others.length)] ?? tips[0]
}
