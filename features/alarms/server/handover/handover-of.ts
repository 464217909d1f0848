import { passesGate } from '#kit/model/gate.ts'
import { alarmGate } from '#kit/model/permission.ts'
import { hasLimits, type Sensor } from '#kit/model/sensor.ts'
import { shiftAt, shiftBefore, type ShiftSpan } from '#kit/model/time/shifts.ts'
import type { Caller } from '#kit/server/caller.ts'
import type { Telemetry, TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'
import type { HandoverSources } from '#kit/server/handover/handover-sources.ts'
import { ofOpenDevices } from '#kit/server/of-open-sensors.ts'
import type { ReadingWriter } from '#kit/server/readings/reading-writer.ts'
import {
  maximumHandoverAlarms,
  maximumHandoverRows,
  type Handover,
} from '../../contract/handover.ts'
import { describeAlarms, describeShelves } from '../calls/describe.ts'
import type { AlarmCallServices } from '../calls/services.ts'
import { beyondLimits } from './beyond-limits.ts'
import { mayRemove } from './notes-handlers.ts'
import { readNotes } from './notes-store.ts'
import { readShiftAlarms } from './shift-alarms-store.ts'

/** What a handover is put together of. */
export interface HandoverParts extends Omit<
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
}

/**
 * What the shift of a moment (ms UTC) hands over, as the caller may see it; without one the last
 * shift that is over. Null: the site has no shifts.
 */
export async function handoverOf(
  services: HandoverParts,
  caller: Caller,
  reader: TelemetryReader,
  at: number | undefined,
): Promise<Handover | null> {
  const { catalogue, clock, timezone, sources } = services
  const now = clock()
  const shifts = await sources.shifts()
  const shift =
    at === undefined
      ? shiftBefore(shifts, timezone, now)
      : shiftAt(shifts, timezone, Math.min(at, now))
  if (!shift) return null
  const earlier = shiftAt(shifts, timezone, shift.from - 1)?.from ?? shift.from
  const later = shift.to <= now ? shift.to : null
  const parts = await ofOpenDevices(catalogue, caller, (visible) =>
    partsOf(services, caller, reader, { ...shift, now, visible }),
  )
  const { name, from, to } = shift
  return { shift: { name, from, to, isOver: to <= now }, earlier, later, ...parts }
}

interface ShownShift extends ShiftSpan {
  readonly now: number
  /** Ids of the devices that it has. */
  readonly visible: ReadonlySet<number>
}

async function partsOf(
  services: HandoverParts,
  caller: Caller,
  reader: TelemetryReader,
  shown: ShownShift,
): Promise<Omit<Handover, 'shift' | 'earlier' | 'later'>> {
  const { sql, catalogue, alarms } = services
  const { from, to, visible } = shown
  const deviceIds = [...visible]
  const sensors = deviceIds.flatMap((id) => catalogue.sensorsOf(id))
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

async function notesOf({ sql, accounts }: HandoverParts, caller: Caller, { from }: ShownShift) {
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
  { sql, accounts, catalogue, sources }: HandoverParts,
  sensors: readonly Sensor[],
  { from, to }: ShownShift,
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
  catalogue: HandoverParts['catalogue'],
  { id, key, alias, lesiId, deviceId }: Sensor,
) => ({
  ...{ id, key, alias, thing: lesiId },
  deviceName: catalogue.deviceById(deviceId)?.name ?? lesiId,
})

/** Sensors of one question: a longer list is asked for in parts, one after the other. */
const sensorsAtOnce = 1_000

/** Sensors beyond their limits at the end of the shift, and devices that were silent in it. */
async function stateOf(
  { catalogue, sources, writer }: HandoverParts,
  reader: TelemetryReader,
  sensors: readonly Sensor[],
  { from, to, now }: ShownShift,
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
