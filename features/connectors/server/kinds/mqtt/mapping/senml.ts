import { isObject, typeMismatch, type Problem } from '#kit/server/documents/document-value.ts'
import { lesiIdOf } from './device-name.ts'
import { readTime } from './document-time.ts'
import { refused, type Mapped } from './mapped.ts'
import { ValueList } from './value-list.ts'

/** Seconds since 1970 begin here; what is less is relative to now (RFC 8428, 4.5.3). */
const absoluteFrom = 2 ** 28
const knownVersion = 10
const maximumRecords = 2_000

type Members = Readonly<Record<string, unknown>>

/** What the records before have set for those behind them. */
interface Base {
  name: string
  time: number
  unit: string
  value: number
  sum: number
}

interface Target {
  /** LESI ID; null: the base name names the device. */
  readonly device: string | null
  /** ms UTC. */
  readonly now: number
}

/**
 * The records of a SenML pack (RFC 8428) with their base values. A record without a name of its own
 * is the sensor that its unit names, as one name may have several. Each record is validated alone.
 */
export function mapSenml(document: unknown, target: Target): Mapped {
  if (!Array.isArray(document))
    return refused('document', typeMismatch('an array of records', document))
  if (document.length > maximumRecords)
    return refused('document', `has more than ${maximumRecords} records`)
  const pack = new Pack(target)
  for (const [index, record] of document.entries()) pack.add(record, `[${index}]`)
  return pack.mapped
}

class Pack {
  readonly #target: Target
  readonly #problems: Problem[] = []
  readonly #lists = new Map<string, ValueList>()
  readonly #base: Base = { name: '', time: 0, unit: '', value: 0, sum: 0 }

  constructor(target: Target) {
    this.#target = target
  }

  get mapped(): Mapped {
    const documents = [...this.#lists].map(([lesiId, { values }]) => ({ lesiId, values }))
    return { documents, problems: this.#problems }
  }

  add(record: unknown, field: string): void {
    const reason = isObject(record) ? this.#take(record, field) : typeMismatch('an object', record)
    if (reason !== null) this.#problems.push({ field, reason })
  }

  /** Why the record cannot be taken. */
  #take(record: Members, field: string): string | null {
    const unknown = Object.keys(record).find((name) => name.endsWith('_'))
    if (unknown !== undefined) return `must be understood, and is not: ${unknown}`
    const version = record['bver'] ?? knownVersion
    if (typeof version === 'object' || Number(version) > knownVersion)
      return `is of version ${JSON.stringify(version).slice(0, 40)}: known is ${knownVersion}`
    this.#setBase(record)
    const name = textOf(record['n'])
    const raw = this.#valueOf(record)
    if (raw === undefined) return null
    if (this.#base.name === '' && name === '') return 'has no name'
    const time = this.#timeOf(record)
    if (typeof time === 'object') return time.reason
    this.#list().add({ key: this.#keyOf(record, name), raw, field, time })
    return null
  }

  #setBase(record: Members): void {
    const base = this.#base
    if (typeof record['bn'] === 'string') base.name = record['bn']
    if (typeof record['bt'] === 'number') base.time = record['bt']
    if (typeof record['bu'] === 'string') base.unit = record['bu']
    if (typeof record['bv'] === 'number') base.value = record['bv']
    if (typeof record['bs'] === 'number') base.sum = record['bs']
  }

  /** undefined: the record only sets what holds for those behind it. */
  #valueOf(record: Members): unknown {
    const { v, s, vs, vb, vd } = record
    if (v !== undefined) return typeof v === 'number' ? v + this.#base.value : v
    if (vs !== undefined) return vs
    if (vb !== undefined) return vb
    if (s !== undefined) return typeof s === 'number' ? s + this.#base.sum : s
    return vd
  }

  #timeOf(record: Members) {
    const own = record['t']
    const seconds = (typeof own === 'number' ? own : 0) + this.#base.time
    if (seconds >= absoluteFrom) return readTime(seconds)
    return seconds === 0 ? undefined : this.#target.now + Math.round(seconds * 1_000)
  }

  #keyOf(record: Members, name: string): string {
    const unit = textOf(record['u']) || this.#base.unit
    const isSum = record['v'] === undefined && record['s'] !== undefined
    const key = (name || unit || 'value').trim()
    return isSum ? `${key} sum` : key
  }

  #list(): ValueList {
    const lesiId = this.#target.device ?? lesiIdOf([this.#base.name.replace(/[:/._-]+$/, '')])
    const list = this.#lists.get(lesiId) ?? new ValueList(this.#problems)
    this.#lists.set(lesiId, list)
    return list
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
