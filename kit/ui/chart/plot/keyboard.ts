/** What a key does on a focused chart. */
export type ChartKey =
  | { readonly move: number }
  | { readonly edge: 'first' | 'last' }
  | { readonly zoom: number }
  | { readonly back: true }
  | { readonly pick: true }

/**
 * Arrows move the crosshair (with Shift ten times as far), Home and End go to the ends, + and −
 * zoom, Escape and Backspace go back, Enter picks the time of the crosshair.
 */
export function chartKey(event: {
  readonly key: string
  readonly shiftKey: boolean
}): ChartKey | null {
  const far = event.shiftKey ? 10 : 1
  switch (event.key) {
    case 'ArrowLeft':
      return { move: -far }
    case 'ArrowRight':
      return { move: far }
    case 'Home':
      return { edge: 'first' }
    case 'End':
      return { edge: 'last' }
    case '+':
    case '=':
      return { zoom: 0.5 }
    case '-':
    case '_':
    case '−':
      return { zoom: 2 }
    case 'Enter':
      return { pick: true }
    case 'Escape':
    case 'Backspace':
      return { back: true }
    default:
      return null
  }
}

/** `span` made `factor` times as long around `centre`, which keeps its place in it. */
export function zoomed(
  span: { from: number; to: number },
  centre: number,
  factor: number,
): { from: number; to: number } {
  return {
    from: Math.round(centre - (centre - span.from) * factor),
    to: Math.round(centre + (span.to - centre) * factor),
  }
}
