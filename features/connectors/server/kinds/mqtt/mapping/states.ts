import { plainNumberOf } from '#kit/model/numbers/plain-number.ts'

type States = Readonly<Record<string, number>>

/** The number that stands for this value; the value itself where none does. */
export function numberOfState(raw: unknown, states: States): unknown {
  const isText = typeof raw === 'string' || typeof raw === 'boolean'
  return isText && Object.hasOwn(states, String(raw)) ? states[String(raw)] : raw
}

/** What a text says by itself: a number beyond doubt, true or false, or the text. */
export function valueOfText(text: string): unknown {
  const plain = text.trim()
  if (plain === 'true' || plain === 'false') return plain === 'true'
  return plainNumberOf(plain) ?? plainExponent(plain) ?? text
}

/** As programs write large and small numbers. */
function plainExponent(text: string): number | null {
  if (!/^[+-]?\d{1,15}(?:\.\d{1,15})?[eE][+-]?\d{1,3}$/.test(text)) return null
  const number = Number(text)
  return Number.isFinite(number) ? number : null
}
