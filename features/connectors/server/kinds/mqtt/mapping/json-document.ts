import { isObject, type Problem } from '#kit/server/documents/document-value.ts'
import {
  parsePath,
  valueAt,
  writePath,
  type DocumentPath,
} from '../../../../contract/kinds/mqtt/document-path.ts'
import type { Payload } from '../../../../contract/kinds/mqtt/mapping.ts'
import { readTime } from './document-time.ts'
import { refused, type Mapped } from './mapped.ts'
import { numberOfState } from './states.ts'
import { ValueList } from './value-list.ts'

export type JsonPayload = Extract<Payload, { readonly format: 'json' }>

const maximumDepth = 32

interface Target {
  readonly lesiId: string
  /** Stands before the names of the document; empty: nothing does. */
  readonly sensor: string
}

/** The chosen fields of a document, or all of its numbers, texts, trues and falses. */
export function mapJson(document: unknown, payload: JsonPayload, target: Target): Mapped {
  const time = readTime(payload.time === '' ? undefined : valueAt(document, pathOf(payload.time)))
  if (typeof time === 'object') return refused(payload.time, time.reason)
  const root = valueAt(document, pathOf(payload.root))
  const problems: Problem[] = []
  const list = new ValueList(problems)
  if (payload.fields.length > 0) addFields(root, payload, { time, list, ...target })
  else if (root !== undefined) new Leaves(payload, { time, list, ...target }).add(root, [], 0)
  return { documents: [{ lesiId: target.lesiId, values: list.values }], problems }
}

const pathOf = (text: string): DocumentPath => (text === '' ? [] : (parsePath(text) ?? []))

interface Place extends Target {
  readonly time: number | undefined
  readonly list: ValueList
}

function addFields(root: unknown, { fields }: JsonPayload, { time, list, sensor }: Place): void {
  for (const { path, key, factor, states } of fields) {
    const found = valueAt(root, pathOf(path))
    if (found === undefined) continue
    const value = numberOfState(found, states)
    const raw = typeof value === 'number' && factor !== 1 ? scaled(value, factor) : value
    list.add({ key: keyBelow(sensor, key), raw, field: path, time })
  }
}

/** What lies behind the digits that a double has for sure is noise. */
const scaled = (value: number, factor: number) => Number((value * factor).toPrecision(15))

/** Every value of a document that can be one of a sensor. */
class Leaves {
  readonly #place: Place
  readonly #states: JsonPayload['states']
  readonly #except: ReadonlySet<string>
  /** Where the time stands, below the root; null: not there. */
  readonly #time: string | null

  constructor({ except, time, root, states }: JsonPayload, place: Place) {
    this.#place = place
    this.#states = states
    this.#except = new Set(except)
    this.#time = below(pathOf(root), pathOf(time))
  }

  add(value: unknown, path: DocumentPath, depth: number): void {
    const { list, sensor, time } = this.#place
    const field = writePath(path)
    if (field === this.#time || this.#isExcepted(path, field)) return
    if (isContainer(value)) {
      if (depth === maximumDepth)
        list.problems.push({ field, reason: `is deeper than ${maximumDepth} levels` })
      else for (const [name, each] of membersOf(value)) this.add(each, [...path, name], depth + 1)
      return
    }
    const key = keyBelow(sensor, keyOf(path))
    const raw = numberOfState(value, this.#states)
    list.add({ key: key === '' ? 'value' : key, raw, field, time })
  }

  /** An end of a path counts for all that end so. */
  #isExcepted(path: DocumentPath, field: string): boolean {
    if (this.#except.size === 0 || path.length === 0) return false
    return (
      this.#except.has(field) ||
      path.some((_, index) => index > 0 && this.#except.has(writePath(path.slice(index))))
    )
  }
}

const isContainer = (value: unknown) => isObject(value) || Array.isArray(value)

function membersOf(value: unknown): readonly (readonly [string | number, unknown])[] {
  return Array.isArray(value)
    ? value.map((each, index) => [index, each] as const)
    : Object.entries(value as Readonly<Record<string, unknown>>)
}

/** The names from the root on, as people write them. */
function keyOf(path: DocumentPath): string {
  return path
    .map((part, index) =>
      typeof part === 'number' ? `[${part}]` : `${index === 0 ? '' : '.'}${part}`,
    )
    .join('')
}

function keyBelow(sensor: string, key: string): string {
  return [sensor, key].filter((part) => part !== '').join('.')
}

/** A path from the document's begin as one from its root; null where it does not lie below that. */
function below(root: DocumentPath, path: DocumentPath): string | null {
  const isBelow = path.length > root.length && root.every((part, index) => part === path[index])
  return isBelow ? writePath(path.slice(root.length)) : null
}
