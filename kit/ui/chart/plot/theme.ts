/** The colours that a canvas needs, read from the design tokens in force around an element. */
export interface ChartColours {
  readonly pen: string
  readonly surface: string
  readonly ink: string
  readonly label: string
  readonly grid: string
  readonly axis: string
  readonly band: string
  readonly limit: string
  readonly hatch: string
  /** What is bad or uncertain. */
  readonly bad: string
  /** Font shorthand of axis labels, 11 px at desk size. */
  readonly font: string
  readonly strongFont: string
  /** The value of any token. */
  readonly token: (name: string) => string
}

/** Reads the tokens as they are now. `pen` is the name of the curve's token, `--pen-1`. */
export function readColours(element: Element, pen: string): ChartColours {
  const style = getComputedStyle(element)
  const token = (name: string) => style.getPropertyValue(name).trim()
  const size = token('--t-11') || '11px'
  return {
    pen: token(pen),
    surface: token('--surface'),
    ink: token('--ink-1'),
    label: token('--ink-3'),
    grid: token('--chart-grid'),
    axis: token('--chart-axis'),
    band: token('--chart-band'),
    limit: token('--chart-limit'),
    hatch: token('--offline-hatch'),
    bad: token('--bad-ink'),
    font: `${size} ${style.fontFamily}`,
    token,
    strongFont: `600 ${size} ${style.fontFamily}`,
  }
}

/**
 * Calls back whenever the tokens may have changed: theme, lamps, wall mode, accent, contrast and
 * colours of the system, fonts arriving.
 * Returns the way to stop.
 */
export function watchTheme(changed: () => void): () => void {
  const observer = new MutationObserver(changed)
  observer.observe(document.documentElement, {
    attributes: true,
    attributeFilter: ['data-theme', 'data-lamps', 'data-mode', 'style', 'class'],
  })
  const media = ['(forced-colors: active)', '(prefers-contrast: more)'].map((query) =>
    matchMedia(query),
  )
  for (const query of media) query.addEventListener('change', changed)
  document.fonts.addEventListener('loadingdone', changed)
  return () => {
    document.fonts.removeEventListener('loadingdone', changed)
    observer.disconnect()
    for (const query of media) query.removeEventListener('change', changed)
  }
}
