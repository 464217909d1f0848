import { AppError } from '#kit/model/calls/errors.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { maximumSensorsPerDevice } from '#kit/model/limits.ts'
import type { AddedSensors, SensorHint, UnknownSensor } from '#kit/server/catalogue.ts'
import { isRefusal, isTransientFailure } from '#kit/server/postgres/transient-failure.ts'
import type { Additions, NewSensor } from './additions-store.ts'
import { propose, withHint } from './proposals/propose.ts'
import { keyProblem } from './sensor-key.ts'

export interface AdderServices {
  sensorByKey(deviceId: number, key: string): Sensor | undefined
  sensorCount(deviceId: number): number
  /** Adds them by one transaction and to what `sensorByKey` finds. */
  insert(sensors: readonly NewSensor[]): Promise<Additions>
}

interface Request {
  readonly deviceId: number
  /** Those that the database may take. */
  wanted: readonly NewSensor[]
  readonly refused: Map<string, string>
  readonly defects: Map<string, unknown>
  /** How many times it was asked for again, because its device was busy. */
  delays: number
  readonly resolve: (added: AddedSensors) => void
  readonly reject: (error: unknown) => void
}

/** New sensors of one transaction; those of a single request may be more. */
const sensorsPerBatch = 5_000
const busyRetryMs = 20
/** After so many the request is given up: somebody holds the device for two seconds. */
const maximumDelays = 100
/** How often parts of a batch are tried, besides each request, to find what is wrong in it. */
const attemptsOfParts = 64

const noPlace = `would give the device more than ${maximumSensorsPerDevice} sensors`
const noDevice = 'is of a device that does not exist'

/**
 * Adds sensors in batches, one batch at a time: whatever is asked for while one is added waits, and
 * asks for nothing that came into being meanwhile. So a burst of messages with a new key costs one
 * transaction, and never more than one connection.
 */
export class SensorAdder {
  readonly #services: AdderServices
  #queue: Request[] = []
  #isRunning = false

  constructor(services: AdderServices) {
    this.#services = services
  }

  add(deviceId: number, missing: readonly UnknownSensor[]): Promise<AddedSensors> {
    return new Promise((resolve, reject) => {
      const { wanted, refused } = checked(deviceId, missing)
      this.#queue.push({
        deviceId,
        wanted,
        refused,
        defects: new Map(),
        delays: 0,
        resolve,
        reject,
      })
      if (!this.#isRunning) void this.#run()
    })
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    while (this.#queue.length > 0) {
      if (this.#queue.every(({ delays }) => delays > 0))
        await new Promise((resolve) => setTimeout(resolve, busyRetryMs))
      const [requests, sensors] = this.#takeBatch()
      if (requests.length > 0) await this.#insert(requests, sensors)
    }
    this.#isRunning = false
  }

  /** The next requests that need the database, and what they need; the others are answered. */
  #takeBatch(): readonly [requests: Request[], sensors: NewSensor[]] {
    const { sensorByKey, sensorCount } = this.#services
    const requests: Request[] = []
    const sensors = new Map<string, NewSensor>()
    let taken = 0
    for (const request of this.#queue) {
      if (sensors.size >= sensorsPerBatch) break
      taken++
      const absent = request.wanted.filter(({ deviceId, key }) => !sensorByKey(deviceId, key))
      if (absent.length === 0 || sensorCount(request.deviceId) >= maximumSensorsPerDevice) {
        this.#settle(request, noPlace)
        continue
      }
      requests.push(request)
      for (const sensor of absent) sensors.set(`${sensor.deviceId} ${sensor.key}`, sensor)
    }
    this.#queue = this.#queue.slice(taken)
    return [requests, [...sensors.values()]]
  }

  /** A batch that fails for what is in it is divided until the culprit is alone. */
  async #insert(
    requests: readonly Request[],
    sensors: readonly NewSensor[],
    attempts = { left: attemptsOfParts },
  ): Promise<void> {
    try {
      this.#finish(requests, await this.#services.insert(sensors))
    } catch (error) {
      if (mayPass(error)) for (const request of requests) request.reject(error)
      else if (requests.length === 1)
        for (const request of requests) await this.#leaveOut(request, error, attempts)
      else for (const request of requests) await this.#insert([request], request.wanted, attempts)
    }
  }

  /** Takes what can never be added out of the request, which is asked for again. */
  async #leaveOut(request: Request, error: unknown, attempts: { left: number }): Promise<void> {
    try {
      const failures = await this.#failures(request.wanted, error, attempts)
      for (const [key, failure] of failures) {
        const reason = refusalOf(failure)
        if (reason === null) request.defects.set(key, failure)
        else request.refused.set(key, reason)
      }
      request.wanted = request.wanted.filter(({ key }) => !failures.has(key))
      this.#delay(request)
    } catch (failure) {
      request.reject(failure)
    }
  }

  /** The keys that fail, of sensors that together fail with `error`; the others are added. */
  async #failures(
    sensors: readonly NewSensor[],
    error: unknown,
    attempts: { left: number },
  ): Promise<ReadonlyMap<string, unknown>> {
    if (sensors.length === 1 || attempts.left < 2)
      return new Map(sensors.map(({ key }) => [key, error]))
    const middle = Math.ceil(sensors.length / 2)
    const found: (readonly [string, unknown])[] = []
    for (const half of [sensors.slice(0, middle), sensors.slice(middle)]) {
      attempts.left--
      try {
        await this.#services.insert(half)
      } catch (failure) {
        if (mayPass(failure)) throw failure
        found.push(...(await this.#failures(half, failure, attempts)))
      }
    }
    return new Map(found)
  }

  #finish(requests: readonly Request[], { busyDevices, goneDevices }: Additions): void {
    for (const request of requests) {
      const { deviceId } = request
      if (!busyDevices.has(deviceId))
        this.#settle(request, goneDevices.has(deviceId) ? noDevice : noPlace)
      else this.#delay(request)
    }
  }

  #delay(request: Request): void {
    if (++request.delays < maximumDelays) this.#queue.push(request)
    else request.reject(busy(request.deviceId))
  }

  /** Answers with what exists now; whatever does not is refused for `reason`. */
  #settle({ deviceId, wanted, refused, defects, resolve }: Request, reason: string): void {
    const sensors: Sensor[] = []
    for (const { key } of wanted) {
      const sensor = this.#services.sensorByKey(deviceId, key)
      if (sensor) sensors.push(sensor)
      else refused.set(key, reason)
    }
    resolve({ sensors, refused, defects })
  }
}

/** The sensors to add, each key once, and the keys that no sensor may have, with the reason. */
function checked(deviceId: number, missing: readonly UnknownSensor[]) {
  const refused = new Map<string, string>()
  const wanted = new Map<string, NewSensor>()
  for (const { key, sample, hint } of missing) {
    const problem = keyProblem(key)
    if (problem !== null) refused.set(key, problem)
    else if (!wanted.has(key)) wanted.set(key, { deviceId, key, ...proposedBy(key, sample, hint) })
  }
  return { wanted: [...wanted.values()], refused }
}

/** It may be added when whoever holds the device has finished. */
const busy = (deviceId: number) =>
  new AppError('store_unavailable', `Device ${deviceId} is being changed by somebody else`, {
    retryAfterSeconds: 5,
  })

const mayPass = (error: unknown) => error instanceof AppError || isTransientFailure(error)

/** Why the database will never take this; null for defects of ours. */
function refusalOf(error: unknown): string | null {
  return isRefusal(error) ? `cannot be stored: ${error.message}` : null
}

/** What its source says of a sensor, and what its name and first value suggest of the rest. */
function proposedBy(key: string, value: UnknownSensor['sample'], hint?: SensorHint) {
  const { type, unit, decimals } = withHint(propose(key, [{ time: 0, value }]), hint)
  return { type, unit, decimals }
}
