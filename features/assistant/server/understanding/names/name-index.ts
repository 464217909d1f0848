import type { CatalogueDevice } from '#kit/server/catalogue.ts'
import type { Locale } from '#kit/model/locale.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { fold } from '../fold.ts'
import { concepts } from './concepts.ts'
import { SimilarWords } from './similar-words.ts'
import { termsOf, termsOfFolded, type Term } from './terms.ts'

/** A sensor or a device that a question may name. */
interface Named {
  readonly sensor: Sensor | null
  readonly device: CatalogueDevice
  /** Its names: the alias and the key, or the name and the LESI ID; each as terms. */
  readonly names: readonly (readonly Term[])[]
  /** What it is called, folded. */
  readonly called: string
}

/** What a question names. */
export interface FoundNames {
  /** The sensors that fit best; several where the question says no more. */
  readonly sensors: readonly Sensor[]
  /** The devices that fit best. */
  readonly devices: readonly CatalogueDevice[]
  /** Parts of the folded question that named them. */
  readonly used: readonly NamePart[]
  /** All sensors that have the quantities of the question in their names. */
  readonly alike: readonly Sensor[]
  /** Words for quantities that nothing found has in its name. */
  readonly others: readonly NamePart[]
}

/** A part of a folded question; of a quantity the language of its word. */
export interface NamePart {
  readonly from: number
  readonly to: number
  readonly locale?: Locale
  /** The name as it is: that says little of the language of the question. */
  readonly isVerbatim?: boolean
}

/** A name is found when so much of it is in the question. */
const enough = 0.6
/** So much of a sensor's, when its device is named. */
const enoughOnDevice = 0.35

/** Sensors and devices by their names, whatever the language and with slips of the pen. */
export class NameIndex {
  readonly #devices: readonly Named[]
  readonly #sensors: readonly Named[]
  readonly #vocabulary: ReadonlySet<string>
  #similar: SimilarWords | undefined

  constructor(
    devices: readonly { readonly device: CatalogueDevice; readonly sensors: readonly Sensor[] }[],
  ) {
    this.#devices = devices.map(({ device }) => ({
      ...{ sensor: null, device, ...spelledOf(device, device.name, device.lesiId) },
    }))
    this.#sensors = devices.flatMap(({ device, sensors }) =>
      sensors.map((sensor) => ({
        ...{ sensor, device, ...spelledOf(sensor, sensor.alias, sensor.key) },
      })),
    )
    const vocabulary = new Set<string>()
    for (const { names } of [...this.#devices, ...this.#sensors])
      for (const terms of names) for (const { text } of terms) vocabulary.add(text)
    this.#vocabulary = vocabulary
  }

  /** What a folded question names, the times already taken out of it. */
  find(question: string): FoundNames {
    const terms = termsOfFolded(question)
    const spans = this.#spans(terms)
    const named = this.#devices.flatMap((each) => scored(each, spans, enough) ?? [])
    const byDevice = new Map(named.map((each) => [each.named.device.id, each]))
    const devices = best(named)
    const found = this.#sensors.flatMap((each) => {
      const device = byDevice.get(each.device.id)
      const own = scored(each, spans, device ? enoughOnDevice : enough)
      if (!own) return []
      const more = (device?.spans ?? []).filter((span) => !overlaps(span, own.spans))
      const score = own.score + (more.length > 0 ? (device?.score ?? 0) : 0)
      const whole = { ...own, score, spans: [...own.spans, ...more] }
      return isOfOther(whole, device, devices) ? [] : [whole]
    })
    const sensors = best(found)
    const used = withRepeated(
      [...sensors, ...devices].flatMap((each) => partsOf(each, question)),
      terms,
    )
    return {
      sensors: sensors.flatMap(({ named: { sensor } }) => sensor ?? []),
      devices: devices.map(({ named: { device } }) => device),
      ...{ used, alike: this.#alike(spans) },
      others: terms.filter((term) => isQuantity(term.text) && !overlaps(term, used)),
    }
  }

  #alike(spans: Spans): Sensor[] {
    const quantities = [...spans.keys()].filter(isQuantity)
    if (quantities.length === 0) return []
    const has = ({ names }: Named) =>
      names.some((terms) => quantities.every((text) => terms.some((term) => term.text === text)))
    return this.#sensors.flatMap((each) => (each.sensor && has(each) ? [each.sensor] : []))
  }

  /** Where each term of a name is in the question, exactly or nearly. */
  #spans(question: readonly Term[]): Spans {
    const spans: Map<string, Span> = new Map()
    const offer = (text: string, term: Term, share: number) => {
      if (share > (spans.get(text)?.share ?? 0)) spans.set(text, { ...term, share })
    }
    this.#similar ??= new SimilarWords(this.#spellings())
    for (const term of question)
      if (this.#vocabulary.has(term.text)) offer(term.text, term, 1)
      else for (const { text, share } of this.#similar.find(term.text)) offer(text, term, share)
    return spans
  }

  /** Terms of names, with the words that a slip of the pen is compared with. */
  *#spellings(): Iterable<readonly [string, string]> {
    for (const text of this.#vocabulary) yield [text, text]
    for (const { name, spellings } of concepts)
      if (this.#vocabulary.has(`¤${name}`))
        for (const spelling of spellings) yield [`¤${name}`, spelling]
  }
}

interface Span extends NamePart {
  /** How surely it is that term, 0 to 1. */
  readonly share: number
}
type Spans = ReadonlyMap<string, Span>

interface Scored {
  readonly named: Named
  readonly score: number
  /** Nothing of its name is left out. */
  readonly isWhole: boolean
  readonly spans: readonly Span[]
}

function partsOf({ named: { called }, spans }: Scored, question: string): readonly NamePart[] {
  const from = question.indexOf(called)
  if (from < 0) return spans
  const all = { from, to: from + called.length }
  return [{ ...all, isVerbatim: true }, ...spans.map((span) => ({ ...span, isVerbatim: true }))]
}

/** With the other places of the same words: "boiler 1 and boiler 2". */
function withRepeated(parts: readonly NamePart[], terms: readonly Term[]): readonly NamePart[] {
  const starts = new Set(parts.map(({ from }) => from))
  const mentioned = new Set(terms.flatMap(({ from, text }) => (starts.has(from) ? [text] : [])))
  const repeated = terms.filter(({ from, text }) => mentioned.has(text) && !starts.has(from))
  return [...parts, ...repeated]
}

type Spelled = Pick<Named, 'names' | 'called'>

/** By the catalogue's own objects, of which a change makes others. */
const spelled = new WeakMap<object, Spelled>()

/** How a sensor or a device is called, and its names as terms. */
function spelledOf(owner: object, called: string, id: string): Spelled {
  const before = spelled.get(owner)
  if (before) return before
  const names = [called, id].map((name) => termsOf(name)).filter((terms) => terms.length > 0)
  const result = { names, called: fold(called) }
  spelled.set(owner, result)
  return result
}

/** How well the best of its names is in the question; null where none does. */
function scored(named: Named, spans: Spans, minimum: number): Scored | null {
  let result: Scored | null = null
  for (const terms of named.names) {
    let whole = 0
    let matched = 0
    const used: Span[] = []
    for (const { text, weight } of terms) {
      whole += weight
      const span = spans.get(text)
      if (!span) continue
      matched += weight * span.share
      used.push(span)
    }
    // Of two that have the same in the question, the shorter name is meant.
    const score = matched - 0.3 * (whole - matched)
    if (matched / whole >= minimum && score > (result?.score ?? 0))
      result = { named, score, isWhole: used.length === terms.length, spans: used }
  }
  return result
}

function best(all: readonly Scored[]): Scored[] {
  const best = all.reduce((maximum, { score }) => Math.max(maximum, score), 0)
  return all.filter(({ score }) => score > best - 1e-9)
}

/**
 * Whether the question names another device beside this sensor: its words are neither the sensor's
 * nor of its device. "Vibration of boiler 1" is not that of pump 7, the only one that has any. A
 * sensor whose own device is named as a whole is meant all the same: "motor 1 in hall 2".
 */
function isOfOther(
  { named: { device }, spans }: Scored,
  own: Scored | undefined,
  devices: readonly Scored[],
): boolean {
  if (devices.length === 0 || devices.some((each) => each.named.device.id === device.id))
    return false
  const words = devices.flatMap((each) => each.spans)
  const isWholly = own?.isWhole === true && own.spans.some((span) => !overlaps(span, words))
  return !isWholly && words.some((word) => !overlaps(word, spans))
}

const isQuantity = (text: string) => text.startsWith('¤')

const overlaps = (span: NamePart, others: readonly NamePart[]) =>
  others.some(({ from, to }) => span.from < to && from < span.to)
