import type { FastifyInstance, FastifyReply } from 'fastify'
import { refusedField } from '#kit/model/calls/errors.ts'
import { fieldError } from '#kit/model/calls/field-errors.ts'
import { qualities } from '#kit/model/quality.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import type { Caller } from '#kit/server/caller.ts'
import type { CatalogueDevice } from '#kit/server/catalogue.ts'
import type { PersonalReader } from '#kit/server/clickhouse/telemetry.ts'
import { FileReply, PrebuiltJson } from '#kit/server/http/replies.ts'
import { serve } from '#kit/server/http/serve.ts'
import type { Range } from '#kit/model/time/period.ts'
import { readingsCsv, readingsTable, type TableQuery } from '../../contract/table.ts'
import { momentOf } from './moment-text.ts'
import { csvOf, type Row } from './table-csv.ts'
import { readReadings, readSteps } from './table-store.ts'

interface TableServices {
  /** The site's zone, in which days begin. */
  readonly timezone: string
  readonly begin: (
    caller: Caller,
    reply: FastifyReply,
  ) => Promise<{ readonly reader: PersonalReader; readonly hold: (bytes: number) => void }>
  readonly flush: (device: CatalogueDevice, range: Range) => Promise<void>
  readonly visibleSensor: (
    caller: Caller,
    lesiId: string,
    key: string,
  ) => readonly [CatalogueDevice, Sensor]
  /** Whether the sensor's readings of a range are texts. */
  readonly holdsTexts: (reader: PersonalReader, sensor: Sensor, range: Range) => Promise<boolean>
}

interface Table {
  readonly unit: string
  readonly rows: readonly Row[]
  readonly next: string | null
}

const stepSeconds = { '1m': 60, '5m': 300, '15m': 900, '1h': 3_600, '1d': 86_400 } as const
/** Bytes of a row, about, while it is made and sent. */
const rowBytes = 240

const isoOf = (at: number) => new Date(at).toISOString()

/** Readings as rows, for other programs. */
export function registerTables(app: FastifyInstance, services: TableServices): void {
  const tableOf = async (query: TableQuery, caller: Caller, reply: FastifyReply) => {
    const { timezone } = services
    const range = {
      from: momentOf(query.from, 'from', timezone),
      to: momentOf(query.to, 'to', timezone),
    }
    if (range.to <= range.from) throw refusedField('to', fieldError('end_before_start'))
    const [device, sensor] = services.visibleSensor(caller, query.thing, query.sensor)
    const { reader, hold } = await services.begin(caller, reply)
    hold(query.limit * rowBytes)
    await services.flush(device, range)
    return readTable(services, reader, { sensor, range, query })
  }

  serve(app, readingsTable, async ({ query, caller, reply }) => {
    const { rows, unit, next } = await tableOf(query, caller, reply)
    void reply.header('Cache-Control', 'no-store')
    // Item by item the check of a reply would take longer than the reading.
    return new PrebuiltJson([Buffer.from(JSON.stringify({ data: rows, meta: { unit, next } }))])
  })

  serve(app, readingsCsv, async ({ query, caller, reply }) => {
    const { rows, next } = await tableOf(query, caller, reply)
    if (next !== null) void reply.header('X-Next', next)
    return new FileReply(Buffer.from(csvOf(rows, query.step !== 'none')), { isStored: false })
  })
}

async function readTable(
  services: TableServices,
  reader: PersonalReader,
  { sensor, range, query }: { sensor: Sensor; range: Range; query: TableQuery },
): Promise<Table> {
  const { step, limit } = query
  const { unit } = sensor
  const sensorRange = { sensorId: sensor.id, ...range }
  const isText = await services.holdsTexts(reader, sensor, range)
  if (step === 'none') {
    const readings = await readReadings(reader.lengthy, sensorRange, limit, isText)
    const last = readings.length < limit ? undefined : readings.at(-1)
    const rows = readings.map(({ at, value, quality }) => ({
      ...{ time: isoOf(at), value },
      quality: qualities[quality],
    }))
    return { unit, rows, next: last ? isoOf(last.at + 1) : null }
  }
  if (isText) throw refusedField('step', fieldError('not_accepted'))
  const clock = { seconds: stepSeconds[step], timezone: services.timezone }
  // One more than fits says where the rest begins: a step is never divided.
  const steps = await readSteps(reader.lengthy, sensorRange, limit + 1, clock)
  const rows = steps.map(({ at, ...figures }) => ({ time: isoOf(at), ...figures }))
  return { unit, rows: rows.slice(0, limit), next: rows[limit]?.time ?? null }
}
