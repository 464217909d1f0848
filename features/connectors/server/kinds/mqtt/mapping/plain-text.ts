import { isUtf8 } from 'node:buffer'
import { numberOfState, valueOfText } from './states.ts'
import { ValueList } from './value-list.ts'
import { noDocuments, refused, type Mapped } from './mapped.ts'

interface Plain {
  readonly lesiId: string
  readonly key: string
  readonly states: Readonly<Record<string, number>>
}

/** The one value that a message is: a number, true or false, or a text. An empty one is nothing. */
export function mapPlainText(payload: Buffer, { lesiId, key, states }: Plain): Mapped {
  if (payload.length === 0) return noDocuments
  if (!isUtf8(payload)) return refused('payload', 'is not UTF-8')
  const text = payload.toString('utf8')
  const state = numberOfState(text.trim(), states)
  const list = new ValueList([])
  const raw = typeof state === 'number' ? state : valueOfText(text)
  list.add({ key, raw, field: 'payload', time: undefined })
  return { documents: [{ lesiId, values: list.values }], problems: list.problems }
}
