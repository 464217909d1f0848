import { setTimeout as pause } from 'node:timers/promises'
import { maximumValuesPerMessage } from '#kit/model/limits.ts'
import type { FetchedOutcome, FetchedValue } from '#kit/server/devices/device-intake.ts'
import { Semaphore } from '#kit/server/process/semaphore.ts'
import { KeyedQueues } from '#kit/server/process/serial-queue.ts'
import { ConnectorFailure } from '../driver.ts'

/** Documents of one connector that are on their way to the server at once. */
const maximumOpen = 4
/** The server may wait for its database with one: so long it keeps others from being sent. */
const maximumTurnMs = 1_000
/** Values of one connector that wait, in all. */
const maximumWaitingValues = 20_000
/** Characters of texts in one document. */
const maximumCharacters = 64 * 1024
/** What a value counts beside its text. */
const charactersPerValue = 16

type Send = (
  lesiId: string,
  values: readonly FetchedValue[],
) => Promise<FetchedOutcome | { readonly pauseMs: number }>

/**
 * The values of one connector on their way to the server: bounded, and those of a device in the
 * order of calls. Of a device that the server cannot take now the others notice nothing.
 */
export class ValuesQueue {
  readonly #send: Send
  readonly #sending = new Semaphore(maximumOpen)
  readonly #ofDevices = new KeyedQueues<string>(maximumWaitingValues, () => this.#overload())
  readonly #turnMs: number
  #values = 0

  constructor(send: Send, turnMs = maximumTurnMs) {
    this.#send = send
    this.#turnMs = turnMs
  }

  /** Resolves when they are on disk. Waits while the server cannot take them. */
  async take(
    lesiId: string,
    values: readonly FetchedValue[],
    signal: AbortSignal,
  ): Promise<FetchedOutcome> {
    if (this.#values + values.length > maximumWaitingValues) throw this.#overload()
    this.#values += values.length
    try {
      return await this.#ofDevices.run(lesiId, () => this.#takeNow(lesiId, values, signal))
    } finally {
      this.#values -= values.length
    }
  }

  #overload(): ConnectorFailure {
    return new ConnectorFailure('overloaded', `${this.#values} values wait already`)
  }

  async #takeNow(
    lesiId: string,
    values: readonly FetchedValue[],
    signal: AbortSignal,
  ): Promise<FetchedOutcome> {
    let stored = 0
    const refused: FetchedOutcome['refused'][number][] = []
    for (const part of partsOf(values)) {
      const outcome = await this.#untilTaken(lesiId, part, signal)
      stored += outcome.stored
      refused.push(...outcome.refused)
    }
    return { stored, refused }
  }

  async #untilTaken(
    lesiId: string,
    values: readonly FetchedValue[],
    signal: AbortSignal,
  ): Promise<FetchedOutcome> {
    for (;;) {
      const outcome = await this.#sendInTurn(lesiId, values, signal)
      if ('stored' in outcome) return outcome
      await pause(outcome.pauseMs, undefined, { signal })
    }
  }

  /** What is not answered soon leaves its turn to others, and is waited for beside them. */
  async #sendInTurn(
    lesiId: string,
    values: readonly FetchedValue[],
    signal: AbortSignal,
  ): ReturnType<Send> {
    const sent = await this.#sending.run(async () => {
      signal.throwIfAborted()
      const answer = this.#send(lesiId, values)
      const answered = new AbortController()
      const late = pause(this.#turnMs, undefined, { signal: answered.signal })
      await Promise.race([answer, late.catch(() => undefined)]).finally(() => answered.abort())
      return { answer }
    })
    return sent.answer
  }
}

/** As many documents as the values need. */
function* partsOf(values: readonly FetchedValue[]): Generator<readonly FetchedValue[]> {
  let part: FetchedValue[] = []
  let characters = 0
  for (const each of values) {
    const more = charactersPerValue + (typeof each.value === 'string' ? each.value.length : 0)
    const isFull = part.length >= maximumValuesPerMessage || characters + more > maximumCharacters
    if (isFull && part.length > 0) {
      yield part
      part = []
      characters = 0
    }
    part.push(each)
    characters += more
  }
  if (part.length > 0) yield part
}
