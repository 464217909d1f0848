import './fitting.css'
import type { LiveElement } from '../live-element.ts'

/** Advances in em, rather too wide than too narrow, of the first kind that a sign belongs to. */
const advances: readonly (readonly [RegExp, number])[] = [
  [/[\u202f\u2009]/, 0.3],
  [/[\s\u00a0.,:;'|!ilIj·]/, 0.32],
  [/[()/[\]°tfrг-]/, 0.45],
  [/[mwMWшщжюыфмШЩЖЮЫФМ%@…→]/, 1],
  [/\p{Lu}/u, 0.78],
  [/[\u1100-\uffff]/, 1.02],
]
const usualAdvance = 0.66

/** Of signs that were met: the same few, in every figure that changes. */
const known = new Map<string, number>()

function advanceOf(sign: string): number {
  const before = known.get(sign)
  if (before !== undefined) return before
  const advance = advances.find(([kind]) => kind.test(sign))?.[1] ?? usualAdvance
  known.set(sign, advance)
  return advance
}

/** About how wide a text is, in em of its font: never less than it takes. */
export function emsOf(text: string): number {
  let sum = 0
  for (const sign of text) sum += advanceOf(sign)
  return Math.max(1, Math.round(sum * 10) / 10)
}

/**
 * Writes a text that must not be cut: with `fitting.css` its size steps down until it fits in the
 * room that its widget has.
 */
export function writeFitting(element: LiveElement<HTMLElement>, text: string): void {
  element.text(text)
  element.style('--ems', String(emsOf(text)))
}
