import { lampColours, type Sensor, type StateMeaning } from '#kit/model/sensor.ts'

type States = Sensor['states']

const special = /[\\=:;]/g
const escaped = (part: string) => part.replaceAll(special, '\\$&')

/**
 * Meanings of raw values as one line: `1=green:Running; 2=red; RUN=:Runs`. A backslash is
 * before a sign of the line that belongs to a text.
 */
export function statesText(states: States): string {
  return Object.entries(states)
    .map(([code, { colour, word }]) => {
      const meaning = word === undefined ? (colour ?? '') : `${colour ?? ''}:${escaped(word)}`
      return `${escaped(code)}=${meaning}`
    })
    .join('; ')
}

/** The meanings that such a line says; null when it is none. */
export function statesOfText(text: string): States | null {
  const states: Record<string, StateMeaning> = {}
  for (const entry of parts(text, ';')) {
    if (entry.trim() === '') continue
    const [code = '', meaning, ...more] = parts(entry, '=')
    const key = plain(code.trim())
    if (meaning === undefined || more.length > 0 || key === '' || Object.hasOwn(states, key))
      return null
    const parsed = meaningOf(meaning)
    if (parsed === null) return null
    Object.defineProperty(states, key, { value: parsed, enumerable: true })
  }
  return { ...states }
}

function meaningOf(text: string): StateMeaning | null {
  const [name = '', word, ...more] = parts(text.trim(), ':')
  const colour = lampColours.find((each) => each === name.trim().toLowerCase())
  if (more.length > 0 || (colour === undefined && name.trim() !== '')) return null
  const spoken = word === undefined ? '' : plain(word.trim())
  return {
    ...(colour === undefined ? {} : { colour }),
    ...(spoken === '' ? {} : { word: spoken }),
  }
}

/** Splits where the sign stands without a backslash before it. */
function parts(text: string, sign: string): string[] {
  const found = ['']
  for (const [part] of text.matchAll(/\\?[^]/gu)) {
    if (part === sign) found.push('')
    else found[found.length - 1] += part
  }
  return found
}

const plain = (text: string) => text.replaceAll(/\\([^])/gu, '$1')
