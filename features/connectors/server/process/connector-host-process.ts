import { join } from 'node:path'
import {
  maximumDetailLength,
  maximumListedProblems,
  type PointProblem,
} from '../../contract/connector.ts'
import { ConnectorFailure, failureOf, type Json, type RunnableKind } from '../driver.ts'
import { ConnectorLoop, within } from './connector-loop.ts'
import type { FromProcess, ToProcess } from './messages.ts'
import { refusals } from './refusals.ts'
import { ValuesQueue } from './values-queue.ts'

/** What a try of a connection, or a look at what it offers, may take. */
const probeTimeoutMs = 60_000
/** What the connections of a process may take to end. */
const endTimeoutMs = 2_000

type Kinds = Readonly<Record<string, RunnableKind>>
type RequestOf<Type extends ToProcess['type']> = Extract<ToProcess, { readonly type: Type }>
type Taken = RequestOf<'taken'>['outcome']

/** The connectors of one process, as the server orders them. */
export class ConnectorHostProcess {
  readonly #kinds: Kinds
  readonly #directory: string
  readonly #send: (message: FromProcess) => void
  readonly #loops = new Map<number, ConnectorLoop>()
  readonly #waiting = new Map<number, (outcome: Taken) => void>()
  #requests = 0

  /** Each kind has a folder of its own name in `directory`. */
  constructor(kinds: Kinds, directory: string, send: (message: FromProcess) => void) {
    this.#kinds = kinds
    this.#directory = directory
    this.#send = send
  }

  receive(message: ToProcess): void {
    if (message.type === 'taken') {
      this.#waiting.get(message.request)?.(message.outcome)
      this.#waiting.delete(message.request)
    } else if (message.type === 'ping') this.#send({ type: 'pong' })
    else if (message.type === 'start') this.#start(message)
    else if (message.type === 'stop') void this.#stop(message.id)
    else if (message.type === 'write') void this.#write(message)
    else if (message.type === 'probe') void this.#probe(message)
    else void this.end()
  }

  /** Ends every connection, and the process. */
  async end(): Promise<void> {
    setTimeout(() => process.exit(1), endTimeoutMs).unref()
    await Promise.all([...this.#loops.values()].map((loop) => loop.stop()))
    process.exit()
  }

  #start({ id, kind, configuration }: RequestOf<'start'>): void {
    const queue = new ValuesQueue((lesiId, values) => {
      const request = ++this.#requests
      this.#send({ type: 'take', request, id, lesiId, values })
      return new Promise<Taken>((resolve) => this.#waiting.set(request, resolve))
    })
    const loop = new ConnectorLoop({
      ...{ configuration, queue, driver: () => this.#driverOf(kind) },
      reportState: (state, failure, nextTryAt) =>
        this.#send({
          ...{ type: 'state', id, state },
          ...{ failure: failure ?? null, nextTryAt: nextTryAt ?? null },
        }),
      reportStatus: (lesiId, status) => this.#send({ type: 'status', id, lesiId, status }),
      reportProblems: (problems) =>
        this.#send({ type: 'problems', id, count: problems.length, problems: listed(problems) }),
      refuse: refusals((lesiId, problem, message, count) =>
        this.#send({ type: 'refused', id, lesiId, problem, message, count }),
      ),
      log: (level, message) =>
        this.#send({ type: 'log', id, level, message: message.slice(0, 500) }),
    })
    this.#loops.set(id, loop)
  }

  async #stop(id: number): Promise<void> {
    const loop = this.#loops.get(id)
    this.#loops.delete(id)
    await loop?.stop()
    this.#send({ type: 'stopped', id })
  }

  async #write({ request, id, writeRequest }: RequestOf<'write'>): Promise<void> {
    const outcome = (await this.#loops.get(id)?.write(writeRequest)) ?? { outcome: 'not-connected' }
    this.#send({ type: 'written', request, outcome })
  }

  async #probe({ request, kind, configuration, probe }: RequestOf<'probe'>): Promise<void> {
    const ending = new AbortController()
    const runProbe = async (): Promise<Json> => {
      const driver = await this.#driverOf(kind)
      if (probe.action === 'test') return driver.test(configuration, ending.signal)
      if (!driver.browse) throw new ConnectorFailure('not_permitted', 'this kind offers no view')
      return driver.browse(configuration, probe.request, ending.signal)
    }
    try {
      const found = await within(probeTimeoutMs, runProbe())
      this.#send({ type: 'probed', request, failure: null, found })
    } catch (error) {
      this.#send({ type: 'probed', request, failure: failureOf(error), found: null })
    } finally {
      ending.abort()
    }
  }

  async #driverOf(kind: string) {
    const runnable = this.#kinds[kind]
    if (!runnable) throw new ConnectorFailure('misconfigured', `there is no kind ${kind}`)
    return runnable.load(join(this.#directory, kind))
  }
}

/** As many as are shown, each cut to what can be. */
const listed = (problems: readonly PointProblem[]): readonly PointProblem[] =>
  problems.slice(0, maximumListedProblems.one).map((problem) => ({
    ...problem,
    place: problem.place.slice(0, maximumDetailLength),
    reason: problem.reason.slice(0, maximumDetailLength),
  }))
