import { AppError } from '#kit/model/calls/errors.ts'
import type { CommandOutcome } from '#kit/server/devices/device-commands.ts'
import {
  maximumDetailLength,
  type ConnectorFailureCode,
  type FailureReport,
} from '../../contract/connector.ts'
import type { Configuration, Json, RunnableKind, WriteRequest } from '../driver.ts'
import { backOffTimes, type BackOffTimes } from '../process/back-off.ts'
import type { FromProcess, Probe } from '../process/messages.ts'
import { ConnectorProcess } from './connector-process.ts'

/** A process without a connector ends after so long: somebody may try another connection. */
const idleMs = 30_000
/** Tries of people that are under way at once. */
const maximumProbes = 4

/** A connector to be run. */
export interface RunRequest {
  readonly id: number
  readonly kind: string
  readonly configuration: Configuration
}

export interface Probed {
  readonly failure: FailureReport | null
  readonly found: Json
}

/** What comes of the connectors. */
export type ConnectorMessage = Extract<FromProcess, { readonly id: number }>

export interface PoolOptions {
  readonly kinds: Readonly<Record<string, RunnableKind>>
  /** Module that exports these kinds. */
  readonly kindsModule: string
  /** Where the kinds have what they store. */
  readonly directory: string
  readonly onMessage: (message: ConnectorMessage, reply: Reply) => void
  /** The process of these connectors ended, and starts again at `nextTryAt`. */
  readonly onEnd: (ids: readonly number[], failure: FailureReport, nextTryAt: number) => void
  readonly backOff?: BackOffTimes
  readonly hungAfterMs?: number
}

export type Reply = ConnectorProcess['send']

interface Slot {
  readonly kind: RunnableKind
  process: ConnectorProcess | null
  readonly runs: Map<number, RunRequest>
  readonly probes: Map<number, (probed: Probed) => void>
  readonly stops: Map<number, () => void>
  readonly writes: Map<number, (outcome: CommandOutcome) => void>
  waitMs: number
  startedAt: number
  restart: NodeJS.Timeout | undefined
  idle: NodeJS.Timeout | undefined
}

/** The processes in which connectors run: started when there is something to do, and again. */
export class ConnectorPool {
  readonly #options: PoolOptions
  readonly #slots = new Map<string, Slot>()
  #requests = 0
  #probes = 0
  #isClosed = false

  constructor(options: PoolOptions) {
    this.#options = options
  }

  /** Runs the connector; one that runs already has to be stopped before. */
  start(run: RunRequest): void {
    // Whoever was reading it as the server ended comes too late.
    if (this.#isClosed) return
    const slot = this.#slotOf(run.kind, String(run.id))
    slot.runs.set(run.id, run)
    if (slot.restart === undefined) this.#processOf(slot).send({ type: 'start', ...run })
  }

  /** Resolves when its connection has ended. */
  async stop({ id, kind }: Pick<RunRequest, 'id' | 'kind'>): Promise<void> {
    // One of a kind that is there no more never ran.
    if (!this.#options.kinds[kind]) return
    const slot = this.#slotOf(kind, String(id))
    if (!slot.runs.delete(id)) return
    const { process } = slot
    if (process) {
      await new Promise<void>((resolve) => {
        slot.stops.set(id, resolve)
        process.send({ type: 'stop', id })
      })
    }
    this.#endWhenIdle(slot)
  }

  /** Tries a configuration. `too_many_requests` while many others are tried. */
  async probe(kind: string, configuration: Configuration, probe: Probe): Promise<Probed> {
    // Nobody would end its process.
    if (this.#isClosed) return ended
    if (this.#probes >= maximumProbes)
      throw new AppError('too_many_requests', 'Other connections are tried now', {
        retryAfterSeconds: 5,
      })
    this.#probes += 1
    const slot = this.#slotOf(kind, 'probe')
    const request = ++this.#requests
    try {
      return await new Promise<Probed>((resolve) => {
        slot.probes.set(request, resolve)
        this.#processOf(slot).send({ type: 'probe', request, kind, configuration, probe })
      })
    } finally {
      this.#probes -= 1
      slot.probes.delete(request)
      this.#endWhenIdle(slot)
    }
  }

  /** Writes over the connection of a connector; `unanswered` when its process ends meanwhile. */
  async write(
    { id, kind }: Pick<RunRequest, 'id' | 'kind'>,
    writeRequest: WriteRequest,
  ): Promise<CommandOutcome> {
    const slot = this.#slotOf(kind, String(id))
    const { process } = slot
    if (!process || !slot.runs.has(id)) return { outcome: 'not-connected' }
    const request = ++this.#requests
    return new Promise<CommandOutcome>((resolve) => {
      slot.writes.set(request, resolve)
      process.send({ type: 'write', request, id, writeRequest })
    }).finally(() => slot.writes.delete(request))
  }

  /** Ends all of them; resolves when none is left. None starts any more. */
  async close(): Promise<void> {
    this.#isClosed = true
    const slots = [...this.#slots.values()]
    this.#slots.clear()
    await Promise.all(slots.map((slot) => this.#end(slot)))
  }

  /** Processes that run now, for measuring. */
  get pids(): readonly number[] {
    return [...this.#slots.values()].flatMap(({ process }) => process?.pid ?? [])
  }

  #slotOf(kindName: string, name: string): Slot {
    const kind = this.#options.kinds[kindName]
    if (!kind) throw new RangeError(`${kindName} is no kind of connectors`)
    const key = kind.processPer === 'kind' ? kindName : `${kindName} ${name}`
    const slot = this.#slots.get(key) ?? {
      ...{ kind, process: null, runs: new Map(), probes: new Map(), stops: new Map() },
      writes: new Map(),
      ...{ waitMs: this.#backOff.firstMs, startedAt: 0, restart: undefined, idle: undefined },
    }
    this.#slots.set(key, slot)
    return slot
  }

  get #backOff(): BackOffTimes {
    return this.#options.backOff ?? backOffTimes
  }

  #processOf(slot: Slot): ConnectorProcess {
    clearTimeout(slot.idle)
    if (slot.process) return slot.process
    const { kindsModule, directory, hungAfterMs } = this.#options
    const process: ConnectorProcess = new ConnectorProcess({
      ...{ kindsModule, directory, heapMegabytes: slot.kind.heapMegabytes },
      ...(hungAfterMs === undefined ? {} : { hungAfterMs }),
      onMessage: (message) => this.#receive(slot, process, message),
      onEnd: (code, lastWords) => this.#ended(slot, code, lastWords),
    })
    slot.process = process
    slot.startedAt = performance.now()
    return process
  }

  #receive(slot: Slot, process: ConnectorProcess, message: FromProcess): void {
    if (message.type === 'pong') return
    if (message.type === 'written') return void slot.writes.get(message.request)?.(message.outcome)
    if (message.type === 'probed') return void slot.probes.get(message.request)?.(message)
    if (message.type === 'stopped') {
      slot.stops.get(message.id)?.()
      slot.stops.delete(message.id)
    } else if (slot.runs.has(message.id) || message.type === 'take')
      this.#options.onMessage(message, (answer) => process.send(answer))
  }

  #ended(slot: Slot, code: ConnectorFailureCode, lastWords: string): void {
    const failure = { code, detail: lastWords.slice(0, maximumDetailLength) }
    slot.process = null
    for (const resolve of slot.probes.values()) resolve({ failure, found: null })
    settleWaiting(slot)
    slot.stops.clear()
    if (slot.runs.size === 0) return
    if (performance.now() - slot.startedAt > this.#backOff.resetAfterMs)
      slot.waitMs = this.#backOff.firstMs
    const { waitMs } = slot
    // A trial may have begun a process before its turn, whose end comes before that too.
    clearTimeout(slot.restart)
    slot.waitMs = Math.min(waitMs * 2, this.#backOff.maximumMs)
    slot.restart = setTimeout(() => {
      slot.restart = undefined
      for (const run of slot.runs.values()) this.#processOf(slot).send({ type: 'start', ...run })
    }, waitMs)
    this.#options.onEnd([...slot.runs.keys()], failure, Date.now() + waitMs)
  }

  #endWhenIdle(slot: Slot): void {
    if (slot.runs.size > 0 || slot.probes.size > 0) return
    clearTimeout(slot.restart)
    clearTimeout(slot.idle)
    slot.restart = undefined
    slot.idle = setTimeout(() => {
      for (const [key, each] of this.#slots) if (each === slot) this.#slots.delete(key)
      void this.#end(slot)
    }, idleMs)
    slot.idle.unref()
  }

  async #end(slot: Slot): Promise<void> {
    clearTimeout(slot.restart)
    clearTimeout(slot.idle)
    const { process } = slot
    slot.process = null
    await process?.end()
    settleWaiting(slot)
    for (const resolve of slot.probes.values()) resolve(ended)
  }
}

/** What comes of a trial that the end of the server ended. */
const ended: Probed = { failure: { code: 'process_ended', detail: '' }, found: null }

/** Nobody answers any more. */
function settleWaiting({ stops, writes }: Slot): void {
  for (const resolve of stops.values()) resolve()
  for (const resolve of writes.values()) resolve({ outcome: 'unanswered' })
}
