import { setTimeout as pause } from 'node:timers/promises'
import type { FetchedValue } from '#kit/server/devices/device-intake.ts'
import type { ModbusPoint, ModbusSettings } from '../../../contract/kinds/modbus-tcp.ts'
import { ConnectorFailure, failureOf, type ConnectorHost } from '../../driver.ts'
import { PointProblems } from '../../point-problems.ts'
import { ModbusException, UnitTimeout, type ModbusSocket } from './modbus-socket.ts'
import { planReads, type ReadPlan } from './plan.ts'
import { readPoints, unitIsAway, type ReadPoint } from './read-points.ts'
import { SilentUnits } from './silent-units.ts'

/** Reads the groups of points, each at its interval, and hands over their values. */
export class Poller {
  readonly #socket: ModbusSocket
  readonly #settings: ModbusSettings
  readonly #host: ConnectorHost
  readonly #silentUnits = new SilentUnits()
  /** Of each device those that it is read of, by LESI ID. */
  readonly #unitsOf: ReadonlyMap<string, ReadonlySet<number>>
  readonly #problems: PointProblems
  #isOverloaded = false

  constructor(socket: ModbusSocket, settings: ModbusSettings, host: ConnectorHost) {
    this.#socket = socket
    this.#settings = settings
    this.#host = host
    this.#problems = new PointProblems(host)
    this.#unitsOf = unitsOfDevices(settings.points)
  }

  /** Rejects when the connection has ended, or none of the units answers. */
  async run(): Promise<void> {
    const { groups } = this.#settings
    await Promise.race([
      this.#socket.ended,
      ...groups.map(({ name, intervalMs }) => this.#runGroup(name, intervalMs)),
    ])
  }

  async #runGroup(name: string, intervalMs: number): Promise<void> {
    const { signal } = this.#host
    let plans = planReads(this.#settings.points.filter(({ group }) => group === name))
    let next = performance.now()
    while (!signal.aborted) {
      plans = await this.#poll(plans)
      // A round that took longer than the interval leaves out those that it missed.
      next += Math.max(1, Math.ceil((performance.now() - next) / intervalMs)) * intervalMs
      await pause(next - performance.now(), undefined, { signal })
    }
  }

  /** Reads all of them once; the plans for the next time. */
  async #poll(plans: readonly ReadPlan[]): Promise<readonly ReadPlan[]> {
    const values = new Map<string, FetchedValue[]>()
    const next: ReadPlan[] = []
    for (const plan of plans) next.push(...(await this.#read(plan, values)))
    for (const [lesiId, ofDevice] of values) void this.#handOver(lesiId, ofDevice)
    return next
  }

  async #read(plan: ReadPlan, values: Map<string, FetchedValue[]>): Promise<readonly ReadPlan[]> {
    if (!this.#silentUnits.mayAsk(plan)) return [plan]
    try {
      const { points, plans } = await readPoints(this.#socket, plan)
      this.#silentUnits.answered(plan)
      const time = Date.now()
      for (const each of points) {
        const { point, read } = each
        this.#listProblem(each)
        const ofDevice = values.get(point.lesiId) ?? []
        values.set(point.lesiId, ofDevice)
        ofDevice.push({ key: point.key, time, ...read })
      }
      return plans
    } catch (error) {
      if (!isSilence(error)) throw error
      for (const point of plan.points) this.#problems.set(problemOf(point, error.message))
      if (this.#silentUnits.wasSilent(plan)) this.#unitIsSilent(plan.unitId, error)
      return [plan]
    }
  }

  #listProblem({ point, read, problem }: ReadPoint): void {
    const reason = problem ?? (read.quality === 'bad' ? 'no number' : null)
    if (reason === null) this.#problems.clear(point)
    else this.#problems.set(problemOf(point, reason))
  }

  #unitIsSilent(unitId: number, error: Error): void {
    const isGone = (units: ReadonlySet<number>) =>
      [...units].every((unit) => this.#silentUnits.isSilent(unit))
    if (this.#unitsOf.values().every(isGone))
      throw new ConnectorFailure('no_answer', error.message, { cause: error })
    this.#host.log('warn', `unit ${unitId} does not answer: ${error.message}`)
    for (const [lesiId, units] of this.#unitsOf)
      if (units.has(unitId) && isGone(units)) this.#host.reportStatus(lesiId, 'offline')
  }

  async #handOver(lesiId: string, values: readonly FetchedValue[]): Promise<void> {
    try {
      await this.#host.take(lesiId, values)
      if (this.#isOverloaded) this.#host.reportFailure(null)
      this.#isOverloaded = false
    } catch (error) {
      if (this.#host.signal.aborted) return
      if (!this.#isOverloaded) this.#host.reportFailure(failureOf(error))
      this.#isOverloaded = true
    }
  }
}

function unitsOfDevices(points: readonly ModbusPoint[]): ReadonlyMap<string, ReadonlySet<number>> {
  const pointsOf = Map.groupBy(points, ({ lesiId }) => lesiId)
  return new Map(
    [...pointsOf].map(([lesiId, own]) => [lesiId, new Set(own.map(({ unitId }) => unitId))]),
  )
}

const problemOf = ({ lesiId, key, unitId, table, address }: ModbusPoint, reason: string) => ({
  ...{ lesiId, key, reason, place: `unit ${unitId}, ${table} ${address}` },
})

const isSilence = (error: unknown): error is Error =>
  error instanceof UnitTimeout || (error instanceof ModbusException && unitIsAway.has(error.code))
