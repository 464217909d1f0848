const rightToLeft = ['Arabic', 'Hebrew', 'Syriac', 'Thaana', 'Nko']
/** Letters that are written from right to left, and characters that change the direction. */
const turning = new RegExp(
  `[${rightToLeft.map((script) => `\\p{Script=${script}}`).join('')}\\p{Bidi_Control}]`,
  'u',
)

/**
 * A name for the middle of a sentence: whatever its direction is, and whatever marks of direction
 * it holds, the words around it stay in their order. On screen alone: it has characters of its own.
 */
export function isolated(name: string): string {
  return turning.test(name) ? `\u2068${name}\u2069` : name
}
