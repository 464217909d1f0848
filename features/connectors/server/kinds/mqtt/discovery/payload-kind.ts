import { isUtf8 } from 'node:buffer'
import type { PayloadKind } from '../../../../contract/kinds/mqtt/discovery.ts'
import { valueOfText } from '../mapping/states.ts'

/** What a payload seems to be. */
export function kindOfPayload(payload: Buffer): PayloadKind {
  if (payload.length === 0) return 'empty'
  if (!isUtf8(payload)) return 'binary'
  const text = payload.toString('utf8')
  if (isJsonContainer(text)) return 'json'
  const value = valueOfText(text)
  if (typeof value === 'number') return 'number'
  return typeof value === 'boolean' ? 'boolean' : 'text'
}

function isJsonContainer(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
