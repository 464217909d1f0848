import type { Sensor } from '#kit/model/sensor.ts'
import { maximumSensorsPerDevice } from '#kit/model/limits.ts'
import type { AddedSensors, UnknownSensor } from '#kit/server/catalogue.ts'
import type { Additions, NewSensor } from './additions-store.ts'
import { keyProblem } from './sensor-key.ts'

export interface AdderServices {
  sensorByKey(deviceId: number, key: string): Sensor | undefined
  sensorCount(deviceId: number): number
  /** Adds them by one transaction and to what `sensorByKey` finds. */
  insert(sensors: readonly NewSensor[]): Promise<Additions>
}

interface Request {
  readonly deviceId: number
  readonly wanted: readonly NewSensor[]
  readonly refused: Map<string, string>
  /** How many times its device was busy. */
  delays: number
  readonly resolve: (added: AddedSensors) => void
  readonly reject: (error: unknown) => void
}

/** New sensors of one transaction; those of a single request may be more. */
const sensorsPerBatch = 5_000
const busyRetryMs = 20
/** After so many the request is given up: somebody holds the device for two seconds. */
const maximumDelays = 100

const noPlace = `would give the device more than ${maximumSensorsPerDevice} sensors`
const noDevice = 'is of a device that does not exist'

/**
 * Adds sensors in batches, one batch at a time: whatever is asked for while one is added waits, and
 * asks for nothing that came into being meanwhile. So a burst of messages with a new key costs one
 * transaction, and never more than one connection.
 */
export function createSensorAdder(services: AdderServices) {
  const { sensorByKey, sensorCount } = services
  let queue: Request[] = []
  let isRunning = false

  function settle(request: Request, reasonOf: (sensor: NewSensor) => string): void {
    const { deviceId, wanted, refused } = request
    const sensors: Sensor[] = []
    for (const each of wanted) {
      const sensor = sensorByKey(deviceId, each.key)
      if (sensor) sensors.push(sensor)
      else refused.set(each.key, reasonOf(each))
    }
    request.resolve({ sensors, refused })
  }

  /** The next requests that need the database, and what they need; the others are answered. */
  function takeBatch(): readonly [requests: Request[], sensors: NewSensor[]] {
    const requests: Request[] = []
    const sensors = new Map<string, NewSensor>()
    let taken = 0
    for (const request of queue) {
      if (sensors.size >= sensorsPerBatch) break
      taken++
      const absent = request.wanted.filter(({ deviceId, key }) => !sensorByKey(deviceId, key))
      if (absent.length === 0 || sensorCount(request.deviceId) >= maximumSensorsPerDevice) {
        settle(request, () => noPlace)
        continue
      }
      requests.push(request)
      for (const sensor of absent) sensors.set(`${sensor.deviceId} ${sensor.key}`, sensor)
    }
    queue = queue.slice(taken)
    return [requests, [...sensors.values()]]
  }

  function finish(requests: readonly Request[], { busyDevices, goneDevices }: Additions): void {
    for (const request of requests) {
      if (!busyDevices.has(request.deviceId))
        settle(request, () => (goneDevices.has(request.deviceId) ? noDevice : noPlace))
      else if (++request.delays < maximumDelays) queue.push(request)
      else request.reject(new Error(`device ${request.deviceId} is being changed by somebody else`))
    }
  }

  /** A batch that the database refuses for what is in it is divided until the culprit is alone. */
  async function add(requests: readonly Request[], sensors: readonly NewSensor[]): Promise<void> {
    try {
      finish(requests, await services.insert(sensors))
    } catch (error) {
      const reason = refusalOf(error)
      if (reason === null) for (const request of requests) request.reject(error)
      else if (requests.length === 1) for (const request of requests) settle(request, () => reason)
      else for (const request of requests) await add([request], request.wanted)
    }
  }

  async function run(): Promise<void> {
    isRunning = true
    while (queue.length > 0) {
      if (queue.every(({ delays }) => delays > 0))
        await new Promise((resolve) => setTimeout(resolve, busyRetryMs))
      const [requests, sensors] = takeBatch()
      if (requests.length > 0) await add(requests, sensors)
    }
    isRunning = false
  }

  return (deviceId: number, missing: readonly UnknownSensor[]): Promise<AddedSensors> =>
    new Promise((resolve, reject) => {
      const refused = new Map<string, string>()
      const wanted = new Map<string, NewSensor>()
      for (const { key, sample } of missing) {
        const problem = keyProblem(key)
        if (problem !== null) refused.set(key, problem)
        else if (!wanted.has(key))
          wanted.set(key, { deviceId, key, type: typeof sample === 'number' ? 'analog' : 'string' })
      }
      queue.push({ deviceId, wanted: [...wanted.values()], refused, delays: 0, resolve, reject })
      if (!isRunning) void run()
    })
}

/**
 * Why the database will never take this: its classes 22 (data) and 23 (rules of a table). Null for
 * failures that may pass.
 */
function refusalOf(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null
  return /^2[23]/.test(String(error.code)) ? `cannot be stored: ${error.message}` : null
}
