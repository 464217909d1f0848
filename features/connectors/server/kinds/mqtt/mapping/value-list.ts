import { asValue, type DocumentValue, type Problem } from '#kit/server/documents/document-value.ts'
import { fieldOf, keyProblem } from '#kit/server/documents/document-keys.ts'
import { maximumValuesPerMessage } from '#kit/model/limits.ts'

interface FoundValue {
  readonly key: string
  readonly raw: unknown
  /** Where in the message it stands, for people. */
  readonly field: string
  readonly time: number | undefined
}

/** The values of one device in one message: each validated alone, each key once at one time. */
export class ValueList {
  readonly values: DocumentValue[] = []
  readonly problems: Problem[]
  readonly #taken = new Set<string>()

  constructor(problems: Problem[]) {
    this.problems = problems
  }

  get isFull(): boolean {
    return this.values.length >= maximumValuesPerMessage
  }

  add({ key, raw, field, time }: FoundValue): void {
    const reason = this.#reasonAgainst(key, time)
    if (reason !== null) return void this.problems.push({ field: fieldOf('', field), reason })
    const value = asValue(key, raw, time, 'good', '', '')
    if ('reason' in value) this.problems.push({ field: fieldOf('', field), reason: value.reason })
    else this.values.push({ ...value, path: '' })
  }

  #reasonAgainst(key: string, time: number | undefined): string | null {
    const reason = keyProblem(key)
    if (reason !== null) return reason
    const name = `${time ?? ''} ${key}`
    if (this.#taken.has(name)) return `gives the sensor ${JSON.stringify(key)} a second value`
    if (this.isFull) return `is more than the ${maximumValuesPerMessage} values of one message`
    this.#taken.add(name)
    return null
  }
}
