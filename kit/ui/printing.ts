import { useSyncExternalStore } from 'react'

/** Width of what is drawn to measure, CSS pixels: fits on A4 and Letter with the page's margins. */
export const printedWidth = 680
/** Height of a chart on paper, CSS pixels. */
export const printedHeight = 320

const listeners = new Set<() => void>()
let hasBegun = false
let isWatching = false
let pending = 0

function change(next: boolean): void {
  cancelAnimationFrame(pending)
  if (next === hasBegun) return
  hasBegun = next
  for (const listener of listeners) listener()
}

/** The events come before the page is laid out for the screen again: two frames later it is. */
function end(): void {
  cancelAnimationFrame(pending)
  pending = requestAnimationFrame(() => {
    pending = requestAnimationFrame(() => change(false))
  })
}

function watchOnce(): void {
  if (isWatching) return
  isWatching = true
  const media = matchMedia('print')
  media.addEventListener('change', () => (media.matches ? change(true) : end()))
  addEventListener('beforeprint', () => change(true))
  addEventListener('afterprint', end)
  hasBegun = media.matches
}

/** Whether the page is being printed, or shown as it would be. */
export function isPrinting(): boolean {
  watchOnce()
  return hasBegun
}

/**
 * Calls back when printing begins and when it is over. What the callback draws at once, or in a
 * microtask, is on the paper: no frame and no observer of sizes comes before it. Returns the way
 * to stop.
 */
export function watchPrinting(listener: () => void): () => void {
  watchOnce()
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether the page is being printed; renders again, in time for the paper, when that changes. */
export function usePrinting(): boolean {
  return useSyncExternalStore(watchPrinting, isPrinting)
}
