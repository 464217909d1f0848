import type { Kysely } from 'kysely'
import { z } from 'zod'
import { LesiId } from '#kit/model/device.ts'
import { AppError } from '#kit/model/calls/errors.ts'
import type { Telemetry } from '#kit/server/clickhouse/telemetry.ts'
import { defineCommand, type Command } from '#kit/server/command-line/command.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import { readSensorKeys } from './store/sensor-lookup-store.ts'
import { countReadings } from './figures/today-store.ts'

interface Services {
  readonly telemetry: Telemetry
  readonly sql: Kysely<DB>
  /** Resolves when everything that was acknowledged is in the telemetry store. */
  readonly flush: () => Promise<void>
}

const Moment = z
  .string()
  .refine(
    (text) => !Number.isNaN(Date.parse(text)),
    'must be a time as 2026-01-31 or 2026-01-31T06:00:00Z',
  )
  .transform((text) => Date.parse(text))
  .optional()

const count = defineCommand({
  name: 'readings count',
  summary: 'Counts stored readings',
  options: z.strictObject({
    device: LesiId.optional().describe('LESI ID; all devices when absent'),
    sensor: z.string().optional().describe('Sensor key; needs --device'),
    from: Moment.describe('Start, inclusive'),
    to: Moment.describe('End, exclusive'),
  }),
  result: z.object({ numeric: z.int(), text: z.int(), total: z.int() }),
  async run({ telemetry, sql, flush }: Services, { device, sensor, from, to }) {
    const sensors = device === undefined ? null : await sensorIds(sql, device, sensor)
    if (device === undefined && sensor !== undefined)
      throw new AppError('invalid', '--sensor needs --device')
    await flush()
    const counts = await countReadings(telemetry, {
      sensors,
      from: from ?? 0,
      to: to ?? Date.UTC(2200, 0, 1),
    })
    return { ...counts, total: counts.numeric + counts.text }
  },
  print: ({ numeric, text, total }) => `${total} readings (${numeric} numbers, ${text} texts)`,
})

async function sensorIds(
  sql: Kysely<DB>,
  lesiId: string,
  key: string | undefined,
): Promise<number[]> {
  const sensors = await readSensorKeys(sql, lesiId)
  if (!sensors) throw new AppError('not_found', `There is no device ${lesiId}`)
  const wanted = sensors.filter((sensor) => key === undefined || sensor.key === key)
  if (key !== undefined && wanted.length === 0)
    throw new AppError('not_found', `Device ${lesiId} has no sensor ${key}`)
  return wanted.map(({ id }) => id)
}

export const readingCommands: readonly Command<Services>[] = [count]
