import { expect } from 'vitest'
import { parseTelemetry } from '#kit/server/documents/telemetry-document.ts'

/** A document as it is understood: text as it is, everything else as JSON. */
export const parse = (document: unknown) =>
  parseTelemetry(Buffer.from(typeof document === 'string' ? document : JSON.stringify(document)))

/** Everything that is refused: of a document that is refused whole, its one problem. */
export function refusedOf(document: unknown) {
  const parsed = parse(document)
  return 'problem' in parsed ? [parsed.problem] : parsed.refused
}

/** The first refusal of a document of which nothing is taken. */
export function problemOf(document: unknown) {
  const parsed = parse(document)
  if (!('problem' in parsed)) expect(parsed.values).toEqual([])
  const [first] = refusedOf(document)
  if (!first) throw new Error('nothing was refused')
  return first
}

/** What is taken, without its place in the document. */
export function valuesOf(document: unknown) {
  const parsed = parse(document)
  if ('problem' in parsed) throw new Error(`refused: ${JSON.stringify(parsed.problem)}`)
  return parsed.values.map(({ key, value, time, quality }) => ({ key, value, time, quality }))
}
