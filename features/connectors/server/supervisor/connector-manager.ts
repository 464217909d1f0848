import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { CommandTarget } from '#kit/model/device-command.ts'
import { AppError } from '#kit/model/calls/errors.ts'
import { RateLimiter } from '#kit/server/budget/rate-limiter.ts'
import type { Clock } from '#kit/server/clock.ts'
import type { CommandOutcome } from '#kit/server/devices/device-commands.ts'
import {
  areSignOfLife,
  type DeviceIntake,
  type FetchedOutcome,
  type FetchedValue,
} from '#kit/server/devices/device-intake.ts'
import type { ConnectorStatus, FailureReport } from '../../contract/connector.ts'
import type { Configuration, RunnableKind, WriteRequest } from '../driver.ts'
import type { BackOffTimes } from '../process/back-off.ts'
import type { Probe } from '../process/messages.ts'
import { ConnectorPool, type ConnectorMessage, type Probed, type Reply } from './connector-pool.ts'
import { ConnectorRecord } from './connector-record.ts'

/** Bytes a second of one connector: as much as a device may send. */
const bytesPerSecond = 4 * 2 ** 20
const burstBytes = 4 * bytesPerSecond
const bytesPerValue = 32
/** When the server cannot take values now, they are sent again after so long. */
const pauseMs = 5_000

/** A connector as it is stored, ready to run. */
export interface StoredConnector {
  readonly id: number
  readonly kind: string
  readonly name: string
  readonly isPaused: boolean
  /** LESI IDs that it may send for. */
  readonly devices: ReadonlySet<string> | 'any'
  /** What of a device it can write. */
  readonly commandTargets: (lesiId: string) => readonly CommandTarget[]
  /** Or why it cannot run. */
  readonly configuration: Configuration | FailureReport
}

export interface ManagerOptions {
  readonly intake: DeviceIntake
  readonly clock: Clock
  readonly log: Logger
  readonly kinds: Readonly<Record<string, RunnableKind>>
  readonly kindsModule: string
  /** Where the kinds have what they store. */
  readonly directory: string
  readonly backOff?: BackOffTimes
  readonly hungAfterMs?: number
}

/** A connector that can write something of a device. */
export interface Writer {
  readonly id: number
  readonly targets: readonly CommandTarget[]
  readonly isRunning: boolean
}

interface Managed {
  readonly connector: StoredConnector
  readonly record: ConnectorRecord
  /** Devices that are there over the connection that there is, or that it sent for. */
  readonly reached: Set<string>
  /** Values of it that the intake takes now. */
  readonly taking: Set<Promise<unknown>>
}

/** Runs the connectors that are stored, and has the state of each. */
export class ConnectorManager {
  readonly #options: ManagerOptions
  readonly #pool: ConnectorPool
  readonly #limiter = new RateLimiter(bytesPerSecond, burstBytes)
  readonly #byId = new Map<number, Managed>()

  constructor(options: ManagerOptions) {
    this.#options = options
    const { kinds, kindsModule, directory, backOff, hungAfterMs } = options
    this.#pool = new ConnectorPool({
      ...{ kinds, kindsModule, directory },
      ...(backOff ? { backOff } : {}),
      ...(hungAfterMs === undefined ? {} : { hungAfterMs }),
      onMessage: (message, reply) => this.#receive(message, reply),
      onEnd: (ids, failure, nextTryAt) => this.#processEnded(ids, failure, nextTryAt),
    })
  }

  /** Runs the connector as it is stored now, in the place of what ran before. */
  async put(connector: StoredConnector): Promise<void> {
    const before = this.#byId.get(connector.id)
    if (before) await this.#stop(before)
    const record = before?.record ?? new ConnectorRecord(this.#options.clock)
    this.#byId.set(connector.id, { connector, record, reached: new Set(), taking: new Set() })
    const { id, kind, configuration } = connector
    if (connector.isPaused) record.change('paused', null, null)
    else if ('code' in configuration) record.change('failing', configuration, null)
    else {
      record.change('connecting', null, null)
      this.#pool.start({ id, kind, configuration })
    }
  }

  /** Ends the connector. */
  async remove(id: number): Promise<void> {
    const managed = this.#byId.get(id)
    if (managed) await this.#stop(managed)
    this.#byId.delete(id)
  }

  /** Null for one that is not there. */
  status(id: number): ConnectorStatus | null {
    return this.#byId.get(id)?.record.status ?? null
  }

  /** Tries a configuration that need not be stored. */
  async probe(kind: string, configuration: Configuration, probe: Probe): Promise<Probed> {
    return this.#pool.probe(kind, configuration, probe)
  }

  /** Connectors of a kind that can write something of this device. */
  writersOf(kind: string, lesiId: string): readonly Writer[] {
    return [...this.#byId.values()].flatMap(({ connector, record }) => {
      if (connector.kind !== kind) return []
      const targets = connector.commandTargets(lesiId)
      const isRunning = record.status.state === 'running'
      return targets.length === 0 ? [] : [{ id: connector.id, targets, isRunning }]
    })
  }

  /** Writes once, over the connection that there is. */
  async write(id: number, writeRequest: WriteRequest): Promise<CommandOutcome> {
    const managed = this.#byId.get(id)
    if (!managed || !maySendFor(managed.connector, writeRequest.lesiId))
      return { outcome: 'not-connected' }
    return this.#pool.write(managed.connector, writeRequest)
  }

  /** Every connector that is there, with how it is. */
  all(): readonly (Pick<StoredConnector, 'id' | 'kind' | 'name'> & ConnectorStatus)[] {
    return [...this.#byId.values()].map(({ connector: { id, kind, name }, record }) => ({
      ...{ id, kind, name },
      ...record.status,
    }))
  }

  /** Processes that run now. */
  get pids(): readonly number[] {
    return this.#pool.pids
  }

  async close(): Promise<void> {
    await this.#pool.close()
  }

  #receive(message: ConnectorMessage, reply: Reply): void {
    const managed = this.#byId.get(message.id)
    if (message.type === 'take') {
      const taking = managed
        ? this.#take(managed, message.lesiId, message.values)
        : Promise.resolve({ stored: 0, refused: [] })
      void taking.then((outcome) => reply({ type: 'taken', request: message.request, outcome }))
    } else if (!managed) return
    else if (message.type === 'state') {
      managed.record.change(message.state, message.failure, message.nextTryAt)
      // Another try is to come: the connection has ended.
      if (message.nextTryAt !== null) this.#connectionEnded(managed)
    } else if (message.type === 'refused') {
      managed.record.count(0, message.count)
      const { lesiId, problem } = message
      this.#options.intake.refuse(managed.connector, lesiId, problem, message.message)
    } else if (message.type === 'status') {
      const { lesiId, status } = message
      if (!maySendFor(managed.connector, lesiId)) return
      if (status === 'online') managed.reached.add(lesiId)
      else managed.reached.delete(lesiId)
      if (status === 'online' || !this.#isReached(lesiId))
        this.#options.intake.reportStatus(lesiId, status)
    } else if (message.type === 'problems')
      managed.record.setProblems(message.count, message.problems)
    else if (message.type === 'log')
      this.#options.log[message.level]({ connector: managed.connector.name }, message.message)
  }

  async #stop(managed: Managed): Promise<void> {
    await this.#pool.stop(managed.connector)
    this.#connectionEnded(managed)
  }

  /** Nothing reaches these devices any more, as far as this connector can say. */
  #connectionEnded({ reached, record, taking }: Managed): void {
    record.setProblems(0, [])
    const devices = [...reached]
    reached.clear()
    const report = () => {
      for (const lesiId of devices)
        if (!this.#isReached(lesiId)) this.#options.intake.reportStatus(lesiId, 'offline')
    }
    if (taking.size === 0) return report()
    // One that is being added for its first values counts as there once that is done.
    void Promise.allSettled(taking).then(report)
  }

  /** Whether a device is there over any connection, also over another one that is there again. */
  #isReached(lesiId: string): boolean {
    for (const { reached } of this.#byId.values()) if (reached.has(lesiId)) return true
    return false
  }

  async #take(
    { connector, record, reached, taking }: Managed,
    lesiId: string,
    values: readonly FetchedValue[],
  ): Promise<FetchedOutcome | { readonly pauseMs: number }> {
    if (!maySendFor(connector, lesiId))
      return { stored: 0, refused: [{ field: 'lesiId', reason: 'is not a device of it' }] }
    try {
      if (areSignOfLife(values)) reached.add(lesiId)
      const taken = this.#options.intake.take(connector, lesiId, values)
      taking.add(taken)
      const outcome = await taken.finally(() => taking.delete(taken))
      record.count(outcome.stored, outcome.refused.length)
      const waitMs = this.#limiter.take(String(connector.id), bytesOf(values))
      // Only this connector waits, as it hands over no more than so much at once.
      if (waitMs > 0) await pause(waitMs)
      return outcome
    } catch (error) {
      if (error instanceof AppError) return { pauseMs }
      this.#options.log.error({ err: error, connector: connector.name }, 'values met a defect')
      return { stored: 0, refused: [{ field: 'values', reason: 'internal error' }] }
    }
  }

  #processEnded(ids: readonly number[], failure: FailureReport, nextTryAt: number): void {
    this.#options.log.warn({ connectors: ids, ...failure }, 'a process of connectors ended')
    for (const id of ids) {
      const managed = this.#byId.get(id)
      managed?.record.change('failing', failure, nextTryAt)
      if (managed) this.#connectionEnded(managed)
    }
  }
}

const maySendFor = ({ devices }: StoredConnector, lesiId: string) =>
  devices === 'any' || devices.has(lesiId)

function bytesOf(values: readonly FetchedValue[]): number {
  let bytes = 0
  for (const { key, value } of values)
    bytes += bytesPerValue + key.length + (typeof value === 'string' ? value.length : 0)
  return bytes
}
