/** Texts, and the signs that structure JSON; line ends are counted. */
const tokens = /"(?:[^"\\\n]|\\.)*"|[{}[\],:]|\n/g

type Level = { readonly path: string } & ({ key: string | null } | { index: number })

/**
 * The line (from 1) on which each member of a JSON text stands, by its field as problems name it
 * (`values.temp`, `[0].values.temp`); of a duplicate one the first. A text that is no JSON
 * gives what can be found.
 */
export function fieldLines(text: string): ReadonlyMap<string, number> {
  const lines = new Map<string, number>()
  const levels: Level[] = []
  let line = 1
  let lastText: { readonly text: string; readonly line: number } | null = null
  for (const [token] of text.matchAll(tokens)) {
    const level = levels.at(-1)
    if (token === '\n') line++
    else if (token.startsWith('"')) lastText = { text: token, line }
    else if (token === ':' && level && 'key' in level && lastText) {
      level.key = textOf(lastText.text)
      setLine(lines, fieldOf(level), lastText.line)
    } else if (token === ',' && level && 'index' in level)
      setLine(lines, fieldOf({ ...level, index: ++level.index }), line)
    else if (token === '{') levels.push({ path: level ? fieldOf(level) : '', key: null })
    else if (token === '[') {
      const path = level ? fieldOf(level) : ''
      levels.push({ path, index: 0 })
      setLine(lines, `${path}[0]`, line)
    } else if (token === '}' || token === ']') levels.pop()
  }
  return lines
}

function fieldOf(level: Level): string {
  if ('index' in level) return `${level.path}[${level.index}]`
  return level.path === '' ? (level.key ?? '') : `${level.path}.${level.key ?? ''}`
}

function setLine(lines: Map<string, number>, field: string, line: number): void {
  if (!lines.has(field)) lines.set(field, line)
}

/** What a JSON text says; itself without its marks where it says nothing. */
function textOf(token: string): string {
  try {
    return String(JSON.parse(token))
  } catch {
    return token.slice(1, -1)
  }
}

/** Where the line (from 1) begins and ends in the text. */
export function placeOfLine(text: string, line: number): { from: number; to: number } {
  let from = 0
  for (let each = 1; each < line; each++) {
    const end = text.indexOf('\n', from)
    if (end < 0) break
    from = end + 1
  }
  const end = text.indexOf('\n', from)
  return { from, to: end < 0 ? text.length : end }
}
