import { writeDigits } from '../kit/random.ts'

const machines = 20
export const timesOfBody = 50
export const fields = 10
export const readingsOfBody = machines * timesOfBody * fields

/** Where the readings of a request are written, and how. */
export type Format = 'line protocol' | 'JSON'

const firstTime = 1_000_000_000_000
const digitsOfTime = 13
const machineName = (index: number) => `m${String(index + 1).padStart(2, '0')}`

/** The body of a request, whose times and values are written into place again and again. */
export class Body {
  readonly bytes: Buffer
  readonly #timeAt: readonly number[]
  readonly #valueAt: readonly number[]

  /** What the gateway `gateway` sends of its machines. */
  constructor(format: Format, gateway: string) {
    const text = format === 'JSON' ? jsonText(gateway) : lineText(gateway)
    this.bytes = Buffer.from(text)
    this.#timeAt = [...text.matchAll(/10000000000\d\d/g)].map(({ index }) => index)
    this.#valueAt = [...text.matchAll(/20\.00/g)].map(({ index }) => index)
  }

  /** Makes it the body with the times from this one on (ms UTC), and values from `random`. */
  fill(time: number, random: () => number): void {
    this.#timeAt.forEach((at, index) => {
      const own = String(time + Math.floor(index / machines))
      this.bytes.write(own.slice(-digitsOfTime), at, 'latin1')
    })
    for (const at of this.#valueAt) writeDigits(this.bytes, at, random)
  }
}

/** One for each time and machine, the machines of one time behind each other. */
function entries(entryOf: (time: number, machine: string) => string): string[] {
  return Array.from({ length: timesOfBody * machines }, (_, index) =>
    entryOf(firstTime + Math.floor(index / machines), machineName(index % machines)),
  )
}

function lineText(gateway: string): string {
  const values = Array.from({ length: fields }, (_, field) => `k${field}=20.00`).join(',')
  return entries(
    (time, machine) => `press,machine=${machine},plant=${gateway} ${values} ${time}000000\n`,
  ).join('')
}

function jsonText(gateway: string): string {
  const values = Array.from({ length: fields }, (_, field) => `"k${field}":20.00`).join(',')
  const list = entries(
    (time, machine) => `{"device":"${gateway}--${machine}","ts":${time},"values":{${values}}}`,
  )
  return `[${list.join(',')}]`
}
