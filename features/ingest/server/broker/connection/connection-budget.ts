import type { Budget, Excess, Reservation } from '#kit/server/budget/budget.ts'

/** What an open connection costs while nothing is on its way. */
const connectionBytes = 8 * 1024
/** What the identifier of a QoS 2 message costs until its PUBREL comes. */
const identifierBytes = 256

interface Reservations {
  readonly place: Reservation
  readonly packets: Reservation
  readonly will: Reservation
}

/** What one connection holds of the budget, for one source at a time. */
export class ConnectionBudget {
  readonly #budget: Budget
  #held: Reservations | null = null
  #incomplete = 0
  #identifiers = 0
  #ended = false

  constructor(budget: Budget) {
    this.#budget = budget
  }

  /**
   * Takes everything for `source` that was held for another one; with an excess nothing is held.
   */
  moveTo(source: string, willBytes: number): Excess | null {
    this.#release()
    if (this.#ended) return null
    const place = this.#budget.reserve('mqtt-connection', source, connectionBytes)
    const packets = this.#budget.reserve(
      'mqtt-packet',
      source,
      this.#incomplete + this.#identifiers * identifierBytes,
    )
    const will = this.#budget.reserve('will', source, willBytes)
    if (typeof place !== 'string' && typeof packets !== 'string' && typeof will !== 'string') {
      this.#held = { place, packets, will }
      return null
    }
    const answers = [place, packets, will]
    for (const answer of answers) if (typeof answer === 'object') answer.release()
    return answers.find((answer) => typeof answer === 'string') ?? null
  }

  /** Bytes of a packet that has begun and not ended. */
  countIncomplete(bytes: number): Excess | null {
    const excess = this.#resize(bytes, this.#identifiers)
    if (excess === null) this.#incomplete = bytes
    return excess
  }

  /** QoS 2 messages that wait for their PUBREL. */
  countIdentifiers(count: number): Excess | null {
    const excess = this.#resize(this.#incomplete, count)
    if (excess === null) this.#identifiers = count
    return excess
  }

  /** Gives everything back, for good: a sign-in may end after its connection. */
  end(): void {
    this.#ended = true
    this.#release()
  }

  #release(): void {
    this.#held?.place.release()
    this.#held?.packets.release()
    this.#held?.will.release()
    this.#held = null
  }

  #resize(incomplete: number, identifiers: number): Excess | null {
    return this.#held?.packets.resize(incomplete + identifiers * identifierBytes) ?? null
  }
}
