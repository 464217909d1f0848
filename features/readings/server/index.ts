import type { FastifyInstance, FastifyReply } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import type { Sensor, SensorType } from '#kit/model/sensor.ts'
import type { Budget } from '#kit/server/budget/budget.ts'
import type { Bus } from '#kit/server/bus.ts'
import type { Caller } from '#kit/server/caller.ts'
import type { Telemetry } from '#kit/server/clickhouse/telemetry.ts'
import { systemClock, type Clock } from '#kit/server/clock.ts'
import type { CurrentReadings } from '#kit/server/readings/current-readings.ts'
import { disconnectSignal } from '#kit/server/http/replies/disconnect-signal.ts'
import { LargeReplies } from '#kit/server/http/replies/large-replies.ts'
import { serve } from '#kit/server/http/serve.ts'
import { kioskCalls, visibleSensors, type Kiosks, type Viewer } from '#kit/server/kiosks.ts'
import { ofOpenSensors } from '#kit/server/of-open-sensors.ts'
import { requirePast } from '#kit/server/past-moment.ts'
import type { ReadingWriter } from '#kit/server/readings/reading-writer.ts'
import {
  kioskLatestChanges,
  kioskTodayFigures,
  latestChanges,
  realtime,
  todayFigures,
  type StoredChange,
} from '../contract/routes.ts'
import { registerDeletionRoutes, type DeletionCallServices } from './deletion/deletion-handlers.ts'
import { realtimePage } from './current/realtime.ts'
import { StoredChanges } from './figures/stored-changes.ts'
import { registerRetentionRoutes } from './retention/retention-handlers.ts'
import type { RetentionCallServices } from './retention/retention-services.ts'
import { figuresOfDay, type Day } from './figures/today-figures.ts'

interface Services extends DeletionCallServices, RetentionCallServices {
  readonly bus: Bus
  readonly current: CurrentReadings
  readonly telemetry: Telemetry
  readonly budget: Budget
  /** What was acknowledged is flushed to the store before it is asked for. */
  readonly writer: Pick<ReadingWriter, 'flush'>
  readonly clock: Clock
  /** The day of a moment (ms UTC) in the site's zone. */
  readonly dayOf: (at: number) => Day
  readonly kiosks: Kiosks
}

interface FiguresQuery {
  readonly sensors: readonly number[]
  /** A moment of the past that counts itself, ms UTC; undefined: now. */
  readonly until?: number | undefined
}

const changing: ReadonlySet<SensorType> = new Set(['lamp', 'detector', 'string'])

/** Whose last change somebody sees: of states and texts, and of what is marked without one. */
const hasShownChanges = ({ type, noChangeMs }: Sensor) => changing.has(type) || noChangeMs !== null

/** Last readings, today's figures and latest changes. */
export const readingsPlugin = fastifyPlugin(
  async (
    app: FastifyInstance,
    { catalogue, current, telemetry, budget, writer, clock, dayOf, bus, kiosks, ...rest }: Services,
  ) => {
    registerDeletionRoutes(app, { catalogue, ...rest })
    registerRetentionRoutes(app, { telemetry, clock, catalogue, ...rest })
    /** Reads until the caller leaves, or may not have the answer any more; also while it waits. */
    const readerOf = (caller: Caller, reply: FastifyReply) =>
      telemetry.readerFor(caller.sessionId, disconnectSignal(reply))

    serve(app, realtime, async ({ caller, query }) =>
      realtimePage({ catalogue, current }, caller, query),
    )

    const figures = async (
      viewer: Viewer,
      { sensors: ids, until }: FiguresQuery,
      reply: FastifyReply,
    ) => {
      const now = clock()
      if (until !== undefined) requirePast('until', until, now)
      const reader = readerOf(viewer.caller, reply)
      const judge = () => ({ sensors: visibleSensors(catalogue, viewer, ids) })
      const data = await ofOpenSensors(judge, async ({ sensors }) => {
        await writer.flush({ sensorIds: sensors.map(({ id }) => id) })
        return figuresOfDay(reader, sensors, dayOf(until ?? now), { now, until })
      })
      return { data }
    }
    const byLink = kioskCalls(kiosks)
    serve(app, todayFigures, ({ body, caller, reply }) => figures({ caller }, body, reply))
    serve(app, kioskTodayFigures, byLink.options, ({ body, request, reply }) =>
      figures(byLink.accessOf(request), body, reply),
    )

    const stored = new StoredChanges(systemClock)
    bus.on('catalogueChanged', ({ changes }) => {
      for (const { removedSensors } of changes) stored.removeAll(removedSensors)
    })
    const replies = new LargeReplies(budget)
    const changes = async (
      viewer: Viewer,
      { sensors: ids, until }: FiguresQuery,
      reply: FastifyReply,
    ) => {
      if (until !== undefined) requirePast('until', until, clock())
      const { sessionId } = viewer.caller
      const { signal, hold } = await replies.begin(sessionId, reply)
      const reader = telemetry.readerFor(sessionId, signal)
      const judge = () => ({
        sensors: visibleSensors(catalogue, viewer, ids).filter(hasShownChanges),
      })
      const found = await ofOpenSensors(judge, async ({ sensors }) => {
        await writer.flush({ sensorIds: sensors.map(({ id }) => id) })
        return until === undefined ? stored.of(reader, sensors) : stored.at(reader, sensors, until)
      })
      hold(sizeOf(found.values()))
      return { data: [...found].map(([sensorId, list]) => ({ sensorId, changes: [...list] })) }
    }
    serve(app, latestChanges, ({ body, caller, reply }) => changes({ caller }, body, reply))
    serve(app, kioskLatestChanges, byLink.options, ({ body, request, reply }) =>
      changes(byLink.accessOf(request), body, reply),
    )
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
