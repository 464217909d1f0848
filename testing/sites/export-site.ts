import type { LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import type { Quality } from '#kit/model/quality.ts'
import type { SensorType } from '#kit/model/sensor.ts'
import { eventually } from '#testing/eventually.ts'
import { insertDevice } from '#testing/postgres/devices-store.ts'
import type { accountSite, Person } from './account-site.ts'
import { storeReadings } from './store-readings.ts'
import { readWorkbook, type ReadSheet } from '#testing/workbook.ts'
import type { ReadingsExport } from '#features/exports/contract/readings.ts'
import type { ExportJob } from '#features/exports/contract/routes.ts'

/** A reading as tests write it: time in ms UTC, value, quality. */
export type TestReading = readonly [time: number, value: number | string | null, quality?: Quality]

/** Devices that have readings, and what people export of them. */
export function exportSite(site: ReturnType<typeof accountSite>) {
  /** A device with one sensor, `level`, and these readings; the sensor's number. */
  const addSensor = async (
    lesiId: string,
    readings: readonly TestReading[],
    type: SensorType = 'analog',
  ): Promise<number> => {
    const id = await insertDevice(site.sql, lesiId, 'level', type)
    await eventually('the device is known', () => site.application.data.catalogue.sensor(id))
    await storeReadings(
      site.application.telemetry,
      readings.map(([time, value, quality = value === null ? 'bad' : 'good']) => ({
        ...{ sensorId: id, time, value, quality },
      })),
    )
    return id
  }
  /** Good readings of a sensor. */
  const fill = (sensorId: number, from: number, count: number, stepMs = 1000) =>
    site.application.telemetry.command(
      `INSERT INTO numeric_readings SELECT ${sensorId}, fromUnixTimestamp64Milli(
         toInt64(${from}) + number * ${stepMs}, 'UTC'), round(sin(number / 500) * 20, 2), 0
       FROM numbers(${count})`,
    )
  const request = (
    lesiIds: readonly string[],
    request: Partial<ReadingsExport> = {},
  ): Omit<ReadingsExport, 'step' | 'figure' | 'language'> => ({
    ...{
      kind: 'readings',
      format: 'xlsx',
      mode: 'sensor',
      from: Date.UTC(2026, 0),
      to: Date.UTC(2028, 0),
    },
    sensors: lesiIds.map((thing) => ({ thing, sensor: 'level' })),
    ...request,
  })
  const create = ({ client }: Person, body: object): Promise<LightMyRequestResponse> =>
    client.post('/api/exports', body)
  const list = async ({ client }: Person): Promise<ExportJob[]> =>
    (await client.get('/api/exports')).json().data
  const find = async (person: Person, id: string) =>
    (await list(person)).find((job) => job.id === id)
  /** Resolves when the export has ended. */
  const ended = async (person: Person, id: string): Promise<ExportJob> => {
    let job: ExportJob | undefined
    await eventually('the export has ended', async () => {
      job = await find(person, id)
      return job?.endedAt !== null
    })
    if (!job) throw new Error('the export is gone')
    return job
  }
  /** The file of a new export. */
  const fileOf = async (person: Person, request: object): Promise<Buffer> => {
    const created = await create(person, request)
    expect(created.json()).toMatchObject({ data: { state: 'waiting' } })
    const { id } = created.json().data
    expect(await ended(person, id)).toMatchObject({ state: 'done', failure: null })
    const reply = await person.client.get(`/api/exports/${id}/file`)
    expect(reply.statusCode).toBe(200)
    return reply.rawPayload
  }
  const workbookOf = async (person: Person, request: object): Promise<readonly ReadSheet[]> =>
    readWorkbook(await fileOf(person, request))
  const csvOf = async (person: Person, request: object) =>
    String(await fileOf(person, request))
      .split('\r\n')
      .slice(0, -1)
  return { addSensor, fill, request, create, list, find, ended, fileOf, workbookOf, csvOf }
}
