import { maximumNames, type Mapping } from '../../contract/mapping.ts'
import type { NamesBatch } from '../process/messages.ts'
import { nameKey, namesOf } from './mapped-rows.ts'
import type { OpenRows } from './open-rows.ts'
import { FileRefusal, type Row } from './row.ts'

const rowsAtOnce = 100_000

type LongShape = Extract<Mapping['shape'], { readonly kind: 'long' }>

/** The names of devices and sensors of a long table, each once, as they come. */
export class Names {
  readonly #source: OpenRows
  readonly #shape: LongShape
  readonly #rows: AsyncIterator<readonly Row[]>
  readonly #seen = new Set<string>()

  constructor(source: OpenRows, shape: LongShape) {
    this.#source = source
    this.#shape = shape
    this.#rows = source.rows[Symbol.asyncIterator]()
  }

  async next(): Promise<NamesBatch> {
    const names: { device: string; name: string }[] = []
    let rows = 0
    let isLast = false
    while (rows < rowsAtOnce && !isLast) {
      const { value, done } = await this.#rows.next()
      isLast = done === true
      if (done === true) break
      rows += value.length
      for (const row of value) this.#add(row, names)
    }
    if (isLast) this.#source.close()
    return { type: 'names', names, share: isLast ? 1 : this.#source.share(), isLast }
  }

  #add(row: Row, names: { device: string; name: string }[]): void {
    if (row.isBroken) return
    const { device, name } = namesOf(row, this.#shape)
    const key = nameKey(device, name)
    if (name === '' || this.#seen.has(key)) return
    if (this.#seen.size >= maximumNames)
      throw new FileRefusal('too_large', `more than ${maximumNames} names of sensors`)
    this.#seen.add(key)
    names.push({ device, name })
  }
}
