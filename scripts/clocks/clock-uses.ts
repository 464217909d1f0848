/**
 * Where a text of the browser's code asks the browser's clock: `Date.now`, `new Date()`, `Date()`
 * and `dayjs()` without an argument; as lines from 1.
 */
export function clockUses(source: string): readonly number[] {
  const uses = /\bDate\s*\.\s*now\b|\bDate\s*(?:\(\s*\)|(?=\s*[;,)\n]))|\bdayjs\s*\(\s*\)/g
  const code = source.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, (comment) =>
    comment.replace(/[^\n]/g, ' '),
  )
  return [...code.matchAll(uses)]
    .filter(({ 0: text, index }) => text !== 'Date' || /\bnew\s+$/.test(code.slice(0, index)))
    .map(({ index }) => code.slice(0, index).split('\n').length)
}

/** The one module that may: it replaces the browser's time by the server's. */
export const clockModule = 'kit/web/clock/server-clock.ts'
