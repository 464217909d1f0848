import type { Block } from './document.ts'
import type { ReportFormat } from './format.ts'
import type { ReportWords } from './words.ts'

/** How many a list leaves out, if any; `isAtLeast`: these, and others that were not counted. */
export function notListedBlock(
  count: number,
  { words, format }: { readonly words: ReportWords; readonly format: ReportFormat },
  isAtLeast = false,
): Block[] {
  if (count === 0) return []
  const counted = `${isAtLeast ? '> ' : ''}${format.number(count, 0)}`
  return [{ kind: 'text', text: `${words.notListed}: ${counted}` }]
}
