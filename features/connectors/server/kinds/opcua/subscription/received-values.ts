import type { DataValue } from 'node-opcua-client'
import { qualities, type QualityCode } from '#kit/model/quality.ts'
import type { FetchedValue } from '#kit/server/devices/device-intake.ts'
import type { OpcUaItem, OpcUaSettings } from '../../../../contract/kinds/opcua.ts'
import { isOverflow, qualityOf } from '../values/quality.ts'
import { valueOf } from '../values/value-of.ts'
import type { ConnectorHost } from '../../../driver.ts'
import { PointProblems } from '../../../point-problems.ts'
import type { OutgoingValues } from './outgoing-values.ts'
import { timeOfStamp, ValueTimes } from './value-times.ts'

/** A refusal that comes again and again is listed once in so long. */
const refusalIntervalMs = 60_000

interface Received {
  readonly value: FetchedValue['value']
  readonly quality: QualityCode
}

interface ItemState {
  /** What it reported last, where that can be confirmed. */
  last: Received | null
  /** The stamp of that, ms UTC; 0 where it has none. */
  stampedAt: number
  /** When that went out, by the clock of this process that never jumps. */
  sentAt: number
  isReceived: boolean
  refusal: string
  refusedAt: number
  overflowAt: number
}

/** Makes readings of what a server publishes. */
export class ReceivedValues {
  readonly #items: readonly OpcUaItem[]
  readonly #outgoing: Pick<OutgoingValues, 'add'>
  readonly #host: Pick<ConnectorHost, 'refuse'>
  readonly #problems: PointProblems
  readonly #times: ValueTimes
  readonly #states: ItemState[]
  readonly #hinted = new Set<OpcUaItem>()
  #lateUntil = 0

  constructor(
    { items, clock }: Pick<OpcUaSettings, 'items' | 'clock'>,
    outgoing: Pick<OutgoingValues, 'add'>,
    host: Pick<ConnectorHost, 'refuse' | 'reportProblems' | 'signal'>,
  ) {
    this.#host = host
    this.#problems = new PointProblems(host)
    this.#items = items
    this.#outgoing = outgoing
    this.#times = new ValueTimes(clock)
    this.#states = items.map(() => ({
      ...{ last: null, stampedAt: 0, sentAt: 0, isReceived: false, refusal: '' },
      ...{ refusedAt: 0, overflowAt: Number.NEGATIVE_INFINITY },
    }))
  }

  /**
   * The connection was interrupted: for so long what was published before may come behind what is
   * newer. At other times an older stamp is that of a clock which was set back.
   */
  expectLate(forMs: number): void {
    this.#lateUntil = performance.now() + forMs
  }

  /** `publishedAt` is the server's own time, ms UTC. */
  receive(index: number, data: DataValue, publishedAt: number): void {
    const [item, state] = [this.#items[index], this.#states[index]]
    if (!item || !state) return
    const code = data.statusCode?.value ?? 0
    if (isOverflow(code)) this.#listOverflow(item, state)
    const time = this.#times.timeOf(index, data, publishedAt, state.isReceived)
    state.isReceived = true
    const quality = qualityOf(code)
    const understood = valueOf(data.value, item.element)
    if ('reason' in understood) return this.refuse(index, understood.reason)
    // A good status without a value is no value all the same.
    const storedQuality = understood.value === null ? 2 : quality
    const received = { value: understood.value, quality: storedQuality } as const
    if (storedQuality === 2)
      this.#setProblem(item, data.statusCode.isGood() ? 'no value' : data.statusCode.name)
    else this.#problems.clear(item)
    const stampedAt = timeOfStamp(data.sourceTimestamp) ?? timeOfStamp(data.serverTimestamp) ?? 0
    const mayBeLate = performance.now() < this.#lateUntil
    if (mayBeLate && stampedAt < state.stampedAt) return this.#takeLate(item, received, time)
    state.stampedAt = stampedAt
    state.last = received
    this.#send(item, state, time)
  }

  /**
   * What was published before the connection was interrupted may come behind what is newer: it is
   * stored at its own time, and is not what the node says now.
   */
  #takeLate(item: OpcUaItem, { value, quality }: Received, time: number | undefined): void {
    if (time === undefined) this.#list(item, 'came behind a newer value, without a time of its own')
    else this.#add(item, { value, quality }, time)
  }

  /** The server gives no values for this node any more; `status` is its word for it. */
  receiveNone(index: number, status: string): void {
    const [item, state] = [this.#items[index], this.#states[index]]
    if (!item || !state) return
    const hasNone = state.last?.value === null
    this.refuse(index, `the server gives no values of the node: ${status}`)
    state.last = { value: null, quality: 2 }
    if (!hasNone) this.#send(item, state, undefined)
  }

  /** Lists why a value cannot be taken. */
  refuse(index: number, reason: string): void {
    const [item, state] = [this.#items[index], this.#states[index]]
    if (!item || !state) return
    state.last = null
    this.#setProblem(item, reason)
    const now = performance.now()
    if (state.refusal === reason && now - state.refusedAt < refusalIntervalMs) return
    state.refusal = reason
    state.refusedAt = now
    this.#list(item, reason)
  }

  /**
   * Stores what has not changed for `intervalMs` again, as the server reported at `heardAt`, by the
   * clock that never jumps, and at `publishedAt`, by its own, that nothing else has.
   */
  confirm(intervalMs: number, receivedAt: number, publishedAt: number): void {
    const before = Math.min(performance.now() - intervalMs, receivedAt)
    for (const [index, state] of this.#states.entries()) {
      const item = this.#items[index]
      if (!item || !state.last || state.last.quality === 2 || state.sentAt >= before) continue
      this.#send(item, state, this.#times.confirmationTime(index, publishedAt))
    }
  }

  #setProblem({ lesiId, key, nodeId }: OpcUaItem, reason: string): void {
    this.#problems.set({ lesiId, key, place: nodeId, reason })
  }

  #listOverflow(item: OpcUaItem, state: ItemState): void {
    const now = performance.now()
    if (now - state.overflowAt < refusalIntervalMs) return
    state.overflowAt = now
    this.#list(item, 'values were lost at the server, whose queue for the node was full')
  }

  #list({ lesiId, key, nodeId }: OpcUaItem, reason: string): void {
    this.#host.refuse(lesiId, { field: key, reason }, nodeId)
  }

  #send(item: OpcUaItem, state: ItemState, time: number | undefined): void {
    if (!state.last) return
    state.sentAt = performance.now()
    this.#add(item, state.last, time)
  }

  #add(item: OpcUaItem, { value, quality }: Received, time: number | undefined): void {
    const { lesiId, key, hint } = item
    // It counts for a sensor that is added, which happens once.
    const isNew = hint !== undefined && value !== null && !this.#hinted.has(item)
    if (isNew) this.#hinted.add(item)
    this.#outgoing.add(lesiId, {
      ...(isNew ? { hint } : {}),
      ...{ key, value, quality: qualities[quality] },
      ...(time === undefined ? {} : { time }),
    })
  }
}
