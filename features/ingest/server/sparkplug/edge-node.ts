import { announcedMetric, type AnnouncedMetric } from './announced-metric.ts'
import { plainNumber } from './numbers.ts'
import type { Metric } from './payload-schema.ts'
import { unitOf } from './properties.ts'
import { ReceivedMessages, receivedMessagesBytes } from './received-messages.ts'

/** What a birth says of a metric, to which later messages refer by its alias, or its name. */
export interface Definition {
  readonly name: string
  readonly datatype: number | undefined
  readonly unit?: string | undefined
}

/** By alias and by name. */
type Definitions = ReadonlyMap<number | string, Definition>
/** What can be written, by name. */
type Announced = ReadonlyMap<string, AnnouncedMetric>

const sequenceLength = 256
/** What the definition of a metric costs besides its name. */
const definitionBytes = 200

/**
 * The state of an edge node since its birth: which message comes next, what its aliases stand
 * for, and which devices it has announced. There is none before, also after the server started.
 */
export class EdgeNode {
  #isCurrent = false
  #lastSequence: number | undefined
  readonly #received = new ReceivedMessages()
  /** Digest of the last message. */
  #lastDigest: number | null = null
  #birthSequence: number | undefined
  /** By name of the device; null: of the node itself. */
  readonly #definitions = new Map<string | null, Definitions>()
  readonly #announced = new Map<string | null, Announced>()
  #bytes = 0

  /** Whether every message since the birth has come: else births may have been lost. */
  get isCurrent(): boolean {
    return this.#isCurrent
  }

  /** Bytes that the state costs. */
  get bytes(): number {
    return this.#bytes
  }

  /** Devices that were born and have not died. */
  get devices(): readonly string[] {
    return [...this.#definitions.keys()].filter((device) => device !== null)
  }

  /** The node is born: its former state, and that of its devices, is void. */
  bear(metrics: readonly Metric[], sequence: number | undefined): void {
    this.end()
    this.#isCurrent = true
    this.#lastSequence = sequence
    this.#birthSequence = birthSequenceOf(metrics)
    this.#bytes = receivedMessagesBytes
    this.define(null, metrics)
  }

  /** The node, or one of its devices, announces its metrics. */
  define(device: string | null, metrics: readonly Metric[]): void {
    this.undefine(device)
    const definitions = definitionsOf(metrics)
    const announced = new Map<string, AnnouncedMetric>()
    for (const metric of metrics) {
      const writable = announcedMetric(metric)
      if (writable) announced.set(writable.name, writable)
    }
    this.#definitions.set(device, definitions)
    this.#announced.set(device, announced)
    this.#bytes += bytesOf(definitions) + bytesOf(announced)
  }

  /** The device has died, or is announced again. */
  undefine(device: string | null): void {
    this.#bytes -= bytesOf(this.#definitions.get(device)) + bytesOf(this.#announced.get(device))
    this.#definitions.delete(device)
    this.#announced.delete(device)
    this.#received.retire(this.#lastDigest)
  }

  /** The node has died: it has no state until the next birth. */
  end(): void {
    this.#isCurrent = false
    this.#lastSequence = undefined
    this.#lastDigest = null
    this.#birthSequence = undefined
    this.#received.retire(null)
    this.#definitions.clear()
    this.#announced.clear()
    this.#bytes = 0
  }

  /**
   * Notes the number of a message, and a digest of its bytes where no other has the same. One that
   * is not the next, nor the last again, shows a loss. False for one that came before: a broker
   * hands over again what was not acknowledged when the connection to it was lost. What it hands
   * over of the time before a birth is not trusted, whatever its number.
   */
  follow(sequence: number | undefined, digest: number | null): boolean {
    if (digest !== null && this.#received.has(digest)) return false
    if (digest !== null && this.#received.isFormer(digest)) this.#isCurrent = false
    if (digest !== null) this.#received.add(digest)
    const last = this.#lastSequence
    this.#lastSequence = sequence
    this.#lastDigest = digest
    if (last === undefined || sequence === undefined || sequence === last) return true
    if (sequence !== (last + 1) % sequenceLength) this.#isCurrent = false
    return true
  }

  /** Whether the device, or the node itself, has announced its metrics. */
  hasAnnounced(device: string | null): boolean {
    return this.#definitions.has(device)
  }

  /** What can be written to the device, or the node itself, by name. */
  announced(device: string | null): Announced {
    return this.#announced.get(device) ?? new Map()
  }

  /** Whether a death is that of the present birth, and not of one before. */
  isOwnDeath(metrics: readonly Metric[]): boolean {
    const sequence = birthSequenceOf(metrics)
    const own = this.#birthSequence
    return sequence === undefined || own === undefined || sequence === own
  }

  /** What the metrics of a message of the device, or the node itself, are that comes now. */
  definitionsNow(device: string | null): MetricDefinitions {
    const [definitions, isCurrent] = [this.#definitions.get(device), this.#isCurrent]
    return {
      definitionOf: (metric) => definitionIn(definitions, isCurrent, metric),
      hasGap: definitions !== undefined && !isCurrent,
    }
  }
}

/** What metrics are, at one moment. */
export interface MetricDefinitions {
  /**
   * What a metric is, by its name or its alias; undefined where nobody has reported so, or births
   * may have been lost that reported something else.
   */
  definitionOf(metric: Metric): Definition | undefined
  /** Whether metrics were announced, and messages are missing since: no alias is trusted. */
  readonly hasGap: boolean
}

function definitionIn(
  definitions: Definitions | undefined,
  isCurrent: boolean,
  metric: Metric,
): Definition | undefined {
  const { name = '', alias, datatype } = metric
  const number = plainNumber(alias)
  const byAlias = number === undefined || !isCurrent ? undefined : definitions?.get(number)
  if (name === '') return byAlias
  const known = definitions?.get(name) ?? byAlias
  if (!known && datatype === undefined && isWhole(metric)) return undefined
  return { name, datatype: datatype ?? known?.datatype, unit: unitOf(metric) ?? known?.unit }
}

/** Its bits are one number as a signed one, and another as an unsigned one, or a time. */
const isWhole = ({ intValue, longValue }: Metric) =>
  typeof intValue === 'number' || (longValue !== undefined && longValue !== null)

/** An alias of two metrics, which none may be, is left out: it could mean either. */
function definitionsOf(metrics: readonly Metric[]): Definitions {
  const definitions = new Map<number | string, Definition>()
  const ambiguous = new Set<number>()
  for (const metric of metrics) {
    const { name = '', datatype } = metric
    if (name === '') continue
    const definition = { name, datatype, unit: unitOf(metric) }
    definitions.set(name, definition)
    const alias = plainNumber(metric.alias)
    if (alias === undefined) continue
    if ((definitions.get(alias)?.name ?? name) !== name) ambiguous.add(alias)
    definitions.set(alias, definition)
  }
  for (const alias of ambiguous) definitions.delete(alias)
  return definitions
}

function birthSequenceOf(metrics: readonly Metric[]): number | undefined {
  const metric = metrics.find(({ name }) => name === 'bdSeq')
  return plainNumber(metric?.longValue ?? metric?.intValue)
}

type Named = Pick<Definition, 'name' | 'unit'>

function bytesOf(definitions: ReadonlyMap<unknown, Named> = new Map()): number {
  let bytes = 0
  for (const { name, unit = '' } of new Set(definitions.values()))
    bytes += definitionBytes + 2 * (name.length + unit.length)
  return bytes
}
