import { Locale } from '#kit/model/locale.ts'
import { isClearTrend } from '../../answers/trend.ts'
import type { ToolResult } from '../../tools/tool.ts'
import { fold } from '../../understanding/fold.ts'
import { claims, claimWords, type Claim } from './claim-words.ts'

/** A claim that a result proves. */
export interface ProvenClaim {
  readonly claim: Claim
  /** Names of the device, or of the sensor, that it is of; empty: of all of the result. */
  readonly of: readonly string[]
}

/** What a text claims in words. */
export function claimsIn(text: string, locale: Locale): Claim[] {
  const folded = fold(text)
  return claims.filter((claim) => folded.search(claimWords[locale][claim]) >= 0)
}

/** Whether a name says what no result proves: that all is normal, that there are no alarms. */
export const isVerdict = (name: string, locale: Locale): boolean =>
  claimsIn(name, locale).some((claim) => claim === 'verdict' || claim === 'no_alarm')

/** What a result proves that may be stated in words. */
export function provenClaims({ data, citations }: ToolResult): ProvenClaim[] {
  const found = objectsIn(data).flatMap(ofObject)
  const isOfAlarms = citations.some(({ kind }) => kind === 'alarms')
  const total = Array.isArray(data) ? data.length : isObject(data) ? data['total'] : null
  if (!isOfAlarms || total !== 0) return found
  // Of one device: no others are known to have none.
  const of = citations.flatMap((each) => (each.kind === 'device' ? [each.label, each.thing] : []))
  return [...found, { claim: 'no_alarm', of }]
}

type Fields = Readonly<Record<string, unknown>>
const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null

function objectsIn(value: unknown): Fields[] {
  if (Array.isArray(value)) return value.flatMap(objectsIn)
  return isObject(value) ? [value, ...Object.values(value).flatMap(objectsIn)] : []
}

function ofObject(fields: Fields): ProvenClaim[] {
  const of = ['name', 'thing'].flatMap((field) => textIn(fields, field))
  const all = (claim: Claim): ProvenClaim[] => [{ claim, of: [] }]
  const { status, online, offline, difference } = fields
  return [
    ...(status === 'online' || status === 'offline' ? [{ claim: status, of } as const] : []),
    ...(isAbove(offline, 0) ? all('offline') : []),
    ...(isAbove(online, 0) ? all('online') : []),
    ...(isAbove(online, 0) && offline === 0 ? all('all_online') : []),
    ...directionOf(fields),
    ...(typeof difference === 'number' ? all(signOf(difference)) : []),
    ...limitsOf(fields),
    ...claimsOfSentences(fields),
  ]
}

const textIn = (fields: Fields, field: string) => {
  const value = fields[field]
  return typeof value === 'string' && value.trim() !== '' ? [value] : []
}
const isAbove = (value: unknown, minimum: number) => typeof value === 'number' && value > minimum
const signOf = (value: number) => (value > 0 ? 'rising' : value < 0 ? 'falling' : 'steady')

function directionOf({ perHour, correlation, count }: Fields): ProvenClaim[] {
  if (typeof count !== 'number' || correlation === undefined) return []
  const slope = typeof perHour === 'number' ? perHour : null
  const fit = typeof correlation === 'number' ? correlation : null
  const isClear = isClearTrend({ count, perHour: slope, correlation: fit })
  return [{ claim: isClear ? signOf(slope ?? 0) : 'steady', of: [] }]
}

/** Of a sensor with limits, its reading or the time that it was beyond them. */
function limitsOf({ limits, reading, outside }: Fields): ProvenClaim[] {
  if (!isObject(limits)) return []
  const { lower, upper } = limits
  if (lower === null && upper === null) return []
  if (isObject(outside)) {
    const isBeyond = isAbove(outside['aboveMs'], 0) || isAbove(outside['belowMs'], 0)
    return [{ claim: isBeyond ? 'beyond' : 'within', of: [] }]
  }
  const value = isObject(reading) ? reading['value'] : null
  if (typeof value !== 'number') return []
  const isOver = typeof upper === 'number' && value > upper
  const isUnder = typeof lower === 'number' && value < lower
  return [{ claim: isOver || isUnder ? 'beyond' : 'within', of: [] }]
}

/** A sentence of the rules proves what it says. */
function claimsOfSentences({ sentences, locale }: Fields): ProvenClaim[] {
  const language = Locale.safeParse(locale)
  if (!language.success || !Array.isArray(sentences)) return []
  return sentences
    .filter(isObject)
    .flatMap((sentence) =>
      textIn(sentence, 'text').flatMap((text) =>
        claimsIn(text, language.data).map((claim) => ({ claim, of: [] })),
      ),
    )
}
