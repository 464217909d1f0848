import type { FastifyInstance } from 'fastify'
import { AppError } from '#kit/model/calls/errors.ts'
import type { Caller } from '#kit/server/caller.ts'
import { requireOpenDevice } from '#kit/server/catalogue.ts'
import { serve } from '#kit/server/http/serve.ts'
import { ofOpenDevices } from '#kit/server/of-open-sensors.ts'
import {
  activeAlarms,
  activePage,
  alarmDetail,
  alarmHistory,
  allActiveAlarms,
  maximumActive,
  shelvedAlarms,
} from '../../contract/routes.ts'
import type { StoredAlarm } from '../register/alarm-row.ts'
import { readEvents } from '../register/alarms-store.ts'
import { readAlarm, readHistory } from './history-store.ts'
import { describeAlarms, describeShelves } from './describe.ts'
import type { AlarmCallServices } from './services.ts'

/** The calls that show alarms. */
export function registerAlarmLists(app: FastifyInstance, services: AlarmCallServices): void {
  const { sql, accounts, catalogue } = services
  const { open } = services.alarms

  serve(app, activeAlarms, async ({ caller }) => {
    const active = activeOf(services, caller)
    const shown = active.toSorted(byImportance).slice(0, maximumActive)
    return {
      data: {
        alarms: await describeAlarms(services, shown),
        counts: countsOf(active),
        total: active.length,
        shelved: shelvedSensors(services, caller),
      },
    }
  })

  serve(app, allActiveAlarms, async ({ caller, query: { after } }) => {
    const rest = activeOf(services, caller).filter(({ id }) => id > after)
    const shown = rest.toSorted((one, other) => one.id - other.id).slice(0, activePage)
    const next = shown.length < rest.length ? (shown.at(-1)?.id ?? null) : null
    return { data: { alarms: await describeAlarms(services, shown), next } }
  })

  serve(app, alarmHistory, ({ caller, query }) =>
    ofOpenDevices(catalogue, caller, async () => {
      const deviceIds = devicesOf(services, caller, query.thing)
      const { alarms: found, total } = await readHistory(sql, { ...query, deviceIds })
      return {
        data: await describeAlarms(services, found),
        meta: { total, page: query.page, limit: query.limit },
      }
    }),
  )

  serve(app, alarmDetail, async ({ caller, params }) => {
    const stored = open.byId(params.id) ?? (await readAlarm(sql, params.id))
    if (!stored || !catalogue.visibleDeviceIds(caller).has(stored.deviceId))
      throw new AppError('not_found', 'There is no such alarm')
    const [alarm] = await describeAlarms(services, [stored])
    if (!alarm) throw new AppError('not_found', 'There is no such alarm')
    const events = await readEvents(sql, params.id)
    const people = await accounts.people(
      sql,
      events.flatMap(({ userId }) => userId ?? []),
    )
    const named = events.map(({ userId, ...event }) => ({
      ...event,
      by: people.get(userId ?? 0)?.name ?? null,
    }))
    return { data: { alarm, events: named } }
  })

  serve(app, shelvedAlarms, async ({ caller }) => {
    const visible = catalogue.visibleDeviceIds(caller)
    const shelves = [...open.shelves()].filter(({ deviceId }) => visible.has(deviceId))
    return { data: await describeShelves(services, shelves) }
  })
}

/** Sensors of the caller of which a source shows no alarms. */
function shelvedSensors({ catalogue, alarms }: AlarmCallServices, caller: Caller) {
  const visible = catalogue.visibleDeviceIds(caller)
  const ids = new Set<number>()
  for (const { deviceId, sensorId } of alarms.open.shelves())
    if (sensorId !== null && visible.has(deviceId)) ids.add(sensorId)
  return [...ids].slice(0, maximumActive).flatMap((id) => {
    const sensor = catalogue.sensor(id)
    return sensor ? [{ thing: sensor.lesiId, key: sensor.key }] : []
  })
}

/** What people who see these devices are shown. */
function activeOf({ catalogue, alarms }: AlarmCallServices, caller: Caller) {
  const visible = catalogue.visibleDeviceIds(caller)
  return [...alarms.open.all()].filter(
    ({ deviceId, hidden, priority }) => visible.has(deviceId) && hidden === null && priority !== 0,
  )
}

/** By priority, those that nobody has acknowledged first, then the newest. */
export function byImportance(one: StoredAlarm, other: StoredAlarm): number {
  const acknowledged = ({ acknowledgedAt }: StoredAlarm) => (acknowledgedAt === null ? 0 : 1)
  return (
    one.priority - other.priority ||
    acknowledged(one) - acknowledged(other) ||
    other.raisedAt - one.raisedAt ||
    other.id - one.id
  )
}

function countsOf(active: readonly StoredAlarm[]) {
  return [1, 2, 3].map((priority) => {
    const some = active.filter((alarm) => alarm.priority === priority)
    const acknowledged = some.filter(({ acknowledgedAt }) => acknowledgedAt !== null).length
    return { priority, unacknowledged: some.length - acknowledged, acknowledged }
  })
}

function devicesOf(
  { catalogue }: AlarmCallServices,
  caller: Caller,
  thing: string | undefined,
): readonly number[] {
  if (thing !== undefined) return [requireOpenDevice(catalogue, caller, thing).id]
  return [...catalogue.visibleDeviceIds(caller)]
}
