import type { FastifyInstance, FastifyReply } from 'fastify'
import { AppError } from '#kit/model/errors.ts'
import { passesGate } from '#kit/model/gate.ts'
import { alarmGate } from '#kit/model/permission.ts'
import { hasLimits, type Sensor } from '#kit/model/sensor.ts'
import { shiftAt, shiftBefore, type ShiftSpan } from '#kit/model/shifts.ts'
import type { Caller } from '#kit/server/caller.ts'
import type { Telemetry, TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'
import type { HandoverSources } from '#kit/server/handover-sources.ts'
import { FileReply, serve } from '#kit/server/http/serve.ts'
import type { WriteDocument } from '#kit/server/printed-document.ts'
import type { ReadingWriter } from '#kit/server/reading-writer.ts'
import {
  handover,
  handoverFile,
  maximumHandoverAlarms,
  maximumHandoverRows,
  type Handover,
} from '../../contract/handover.ts'
import { describeAlarms, describeShelves } from '../calls/describe.ts'
import type { AlarmCallServices } from '../calls/services.ts'
import { beyondLimits } from './beyond-limits.ts'
import { handoverDocument } from './handover-document.ts'
import { mayRemove, registerNotes } from './notes-handlers.ts'
import { readNotes } from './notes-store.ts'
import { readShiftAlarms } from './shift-alarms-store.ts'

export interface HandoverServices extends Omit<
  AlarmCallServices,
  'writeTables' | 'shiftEnd' | 'outages'
> {
  readonly telemetry: Telemetry
  /** What was acknowledged is flushed to the store before it is asked for. */
  readonly writer: Pick<ReadingWriter, 'flush'>
  readonly sources: HandoverSources
  /** The site's zone. */
  readonly timezone: string
  /** The site's name. */
  readonly site: string
  readonly writeDocument: WriteDocument
}

/** What one shift hands over to the next. */
export function registerHandover(app: FastifyInstance, services: HandoverServices): void {
  const { clock, timezone, sources, telemetry } = services
  registerNotes(app, services)
  const handoverOf = async (at: number | undefined, caller: Caller, reply: FastifyReply) => {
    const now = clock()
    const shifts = await sources.shifts()
    const shift =
      at === undefined
        ? shiftBefore(shifts, timezone, now)
        : shiftAt(shifts, timezone, Math.min(at, now))
    if (!shift) return null
    const earlier = shiftAt(shifts, timezone, shift.from - 1)?.from ?? shift.from
    const leaving = new AbortController()
    reply.raw.once('close', () => leaving.abort())
    const reader = telemetry.readerFor(caller.sessionId, leaving.signal)
    const later = shift.to <= now ? shift.to : null
    const parts = await partsOf(services, caller, reader, { ...shift, now })
    const { name, from, to } = shift
    return { shift: { name, from, to, isOver: to <= now }, earlier, later, ...parts }
  }

  serve(app, handover, async ({ query: { at }, caller, reply }) => ({
    data: await handoverOf(at, caller, reply),
  }))

  serve(app, handoverFile, async ({ query: { at, language }, caller, reply }) => {
    const shown = await handoverOf(at, caller, reply)
    if (!shown) throw new AppError('not_found', 'The site has no shifts')
    const { sql, accounts, site, writeDocument } = services
    const people = await accounts.people(sql, [caller.userId])
    const author = people.get(caller.userId)?.name ?? ''
    const document = handoverDocument(shown, { language, timezone, site, author, now: clock() })
    const bytes = await writeDocument(document, { language, site, author })
    return new FileReply(bytes, { isStored: false })
  })
}

interface Shown extends ShiftSpan {
  readonly now: number
}

async function partsOf(
  services: HandoverServices,
  caller: Caller,
  reader: TelemetryReader,
  shown: Shown,
): Promise<Omit<Handover, 'shift' | 'earlier' | 'later'>> {
  const { sql, catalogue, alarms } = services
  const deviceIds = [...catalogue.visibleDeviceIds(caller)]
  const visible = new Set(deviceIds)
  const sensors = deviceIds.flatMap((id) => catalogue.sensorsOf(id))
  const { from, to } = shown
  const found = await readShiftAlarms(sql, { deviceIds, from, to, limit: maximumHandoverAlarms })
  const shelves = [...alarms.open.shelves()].filter(({ deviceId }) => visible.has(deviceId))
  return {
    notes: passesGate(alarmGate, caller) ? await notesOf(services, caller, shown) : null,
    alarms: { list: await describeAlarms(services, found.alarms), total: found.total },
    shelved: await describeShelves(services, shelves),
    annotations: await annotationsOf(services, sensors, shown),
    ...(await stateOf(services, reader, sensors, shown)),
  }
}

async function notesOf({ sql, accounts }: HandoverServices, caller: Caller, { from }: Shown) {
  const rows = await readNotes(sql, new Date(from))
  const people = await accounts.people(
    sql,
    rows.flatMap(({ authorId }) => authorId ?? []),
  )
  return rows.map((row) => ({
    ...{ id: row.id, text: row.text, at: row.createdAt.getTime() },
    author: people.get(row.authorId ?? 0)?.name ?? null,
    mayRemove: mayRemove(caller, row),
  }))
}

async function annotationsOf(
  { sql, accounts, catalogue, sources }: HandoverServices,
  sensors: readonly Sensor[],
  { from, to }: Shown,
) {
  const ids = sensors.map(({ id }) => id)
  const rows = await sources.annotations(ids, { from, until: to }, maximumHandoverRows + 1)
  const people = await accounts.people(
    sql,
    rows.flatMap(({ authorId }) => authorId ?? []),
  )
  const list = rows.slice(0, maximumHandoverRows).flatMap((row) => {
    const sensor = catalogue.sensor(row.sensorId)
    if (!sensor) return []
    const author = people.get(row.authorId ?? 0)?.name ?? null
    const span = { from: row.from.getTime(), to: row.to.getTime() }
    return [{ id: row.id, sensor: listed(catalogue, sensor), ...span, text: row.text, author }]
  })
  return { list, isCut: rows.length > maximumHandoverRows }
}

const listed = (
  catalogue: HandoverServices['catalogue'],
  { id, key, alias, lesiId, deviceId }: Sensor,
) => ({
  ...{ id, key, alias, thing: lesiId },
  deviceName: catalogue.deviceById(deviceId)?.name ?? lesiId,
})

/** Sensors of one question: a longer list is asked for in parts, one after the other. */
const sensorsAtOnce = 1_000

/** Sensors beyond their limits at the end of the shift, and devices that were silent in it. */
async function stateOf(
  { catalogue, sources, writer }: HandoverServices,
  reader: TelemetryReader,
  sensors: readonly Sensor[],
  { from, to, now }: Shown,
): Promise<Pick<Handover, 'beyond' | 'outages'>> {
  const at = Math.min(to - 1, now)
  await writer.flush({ sensorIds: sensors.map(({ id }) => id), to: at + 1 })
  const beyond: Handover['beyond']['list'] = []
  const outages: Handover['outages']['list'] = []
  const limited = sensors.filter(hasLimits)
  for (let start = 0; start < limited.length; start += sensorsAtOnce) {
    const some = limited.slice(start, start + sensorsAtOnce)
    const readings = await sources.readingsAt(reader, some, at)
    for (const { sensor, ...rest } of beyondLimits(some, (id) => readings.get(id))) {
      const { unit, decimals } = sensor
      beyond.push({ sensor: { ...listed(catalogue, sensor), unit, decimals }, ...rest })
    }
  }
  const until = Math.min(to, now)
  const ofDevices =
    sensors.length === 0 ? [] : await sources.outages(reader, sensors, { from, until })
  for (const { deviceId, ...span } of ofDevices) {
    const device = catalogue.deviceById(deviceId)
    if (device) outages.push({ device: { lesiId: device.lesiId, name: device.name }, ...span })
  }
  return {
    beyond: { list: beyond.slice(0, maximumHandoverRows), total: beyond.length, at },
    outages: { list: outages.slice(0, maximumHandoverRows), total: outages.length },
  }
}
