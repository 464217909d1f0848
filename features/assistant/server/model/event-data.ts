import { ModelFailure } from './model-failure.ts'

/** Characters of one event. */
const maximumEvent = 64 * 1024

/**
 * Finds the data of events in a stream of `text/event-stream` (WHATWG HTML, 9.2): the lines
 * `data:` up to an empty line. Other fields and comments say nothing here.
 */
export class EventData {
  readonly #onData: (data: string) => void
  /** What may still be the beginning of a line. */
  #rest = ''
  #data: string[] = []

  constructor(onData: (data: string) => void) {
    this.#onData = onData
  }

  feed(piece: string): void {
    // A line may end in CR LF of which only the CR has come.
    const lines = (this.#rest + piece).split(/\r\n|\n|\r(?!$)/)
    this.#rest = lines.pop() ?? ''
    for (const line of lines) this.#line(line)
    const size = this.#data.reduce((sum, { length }) => sum + length, this.#rest.length)
    if (size > maximumEvent) throw new ModelFailure('reply_too_long')
  }

  /** A last event without an empty line behind it counts, too: some servers leave it out. */
  end(): void {
    this.#line(this.#rest.replace(/\r$/, ''))
    this.#line('')
    this.#rest = ''
  }

  #line(line: string): void {
    if (line.startsWith('data:')) this.#data.push(line.slice(line[5] === ' ' ? 6 : 5))
    if (line !== '' || this.#data.length === 0) return
    const data = this.#data.join('\n')
    this.#data = []
    this.#onData(data)
  }
}
