import type { FastifyInstance, FastifyReply } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import type { Sensor, SensorType } from '#kit/model/sensor.ts'
import type { Budget } from '#kit/server/budget/budget.ts'
import type { Bus } from '#kit/server/bus.ts'
import type { Caller } from '#kit/server/caller.ts'
import type { Telemetry } from '#kit/server/clickhouse/telemetry.ts'
import { systemClock } from '#kit/server/clock.ts'
import type { CurrentReadings } from '#kit/server/current-readings.ts'
import { callerLeft } from '#kit/server/http/caller-left.ts'
import { LargeReplies } from '#kit/server/http/large-replies.ts'
import { serve } from '#kit/server/http/serve.ts'
import type { ReadingWriter } from '#kit/server/reading-writer.ts'
import { latestChanges, realtime, todayFigures, type StoredChange } from '../contract/routes.ts'
import { registerDeletionRoutes, type DeletionCallServices } from './deletion/deletion-handlers.ts'
import { realtimePage } from './current/realtime.ts'
import { StoredChanges } from './figures/stored-changes.ts'
import { figuresOfDay, type Day } from './figures/today-figures.ts'

interface Services extends DeletionCallServices {
  readonly bus: Bus
  readonly current: CurrentReadings
  readonly telemetry: Telemetry
  readonly budget: Budget
  /** What was acknowledged is flushed to the store before it is asked for. */
  readonly writer: Pick<ReadingWriter, 'flush'>
  /** The present day in the site's zone. */
  readonly today: () => Day
}

const changing: ReadonlySet<SensorType> = new Set(['lamp', 'detector', 'string'])

/** Whose last change somebody sees: of states and texts, and of what is marked without one. */
const hasShownChanges = ({ type, noChangeMs }: Sensor) => changing.has(type) || noChangeMs !== null

/** Last readings, today's figures and latest changes. */
export const readingsPlugin = fastifyPlugin(
  async (
    app: FastifyInstance,
    { catalogue, current, telemetry, budget, writer, today, bus, ...rest }: Services,
  ) => {
    registerDeletionRoutes(app, { catalogue, ...rest })
    const shown = (caller: Caller, ids: readonly number[]) =>
      [...new Set(ids)].flatMap((id) => {
        const sensor = catalogue.maySeeSensor(caller, id) ? catalogue.sensor(id) : undefined
        return sensor ? [sensor] : []
      })
    const readerOf = (caller: Caller, reply: FastifyReply) =>
      telemetry.readerFor(caller.sessionId, callerLeft(reply))

    serve(app, realtime, async ({ caller, query }) =>
      realtimePage({ catalogue, current }, caller, query),
    )

    serve(app, todayFigures, async ({ body, caller, reply }) => {
      const sensors = shown(caller, body.sensors)
      await writer.flush({ sensorIds: sensors.map(({ id }) => id) })
      return { data: await figuresOfDay(readerOf(caller, reply), sensors, today()) }
    })

    const stored = new StoredChanges(systemClock)
    bus.on('catalogueChanged', ({ changes }) => {
      for (const { removedSensors } of changes) stored.removeAll(removedSensors)
    })
    const replies = new LargeReplies(budget)
    serve(app, latestChanges, async ({ body, caller, reply }) => {
      const sensors = shown(caller, body.sensors).filter(hasShownChanges)
      await writer.flush({ sensorIds: sensors.map(({ id }) => id) })
      const { signal, hold } = await replies.begin(caller.sessionId, reply)
      const changes = await stored.of(telemetry.readerFor(caller.sessionId, signal), sensors)
      hold(sizeOf(changes.values()))
      return { data: [...changes].map(([sensorId, list]) => ({ sensorId, changes: [...list] })) }
    })
  },
  { name: 'readings', dependencies: ['accounts'] },
)

/** What changes of texts take as JSON, about. */
function sizeOf(lists: Iterable<readonly StoredChange[]>): number {
  let bytes = 0
  for (const list of lists)
    for (const { previous, current } of list)
      bytes += 64 + String(previous).length + String(current).length
  return bytes
}
