import type { Kysely } from 'kysely'
import type { Accounts } from '#kit/server/accounts.ts'
import type { Catalogue } from '#kit/server/catalogue.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import type { Alarm, Shelf } from '../../contract/alarm.ts'
import { phaseOf } from '../../contract/state/occurrence.ts'
import type { PointName } from '../evaluation/evaluated-point.ts'
import { occurrenceOf, type StoredAlarm } from '../register/alarm-row.ts'
import type { StoredShelf } from '../register/shelves-store.ts'
import type { StoredRule } from '../rules/rules-store.ts'

interface Describing {
  readonly sql: Kysely<DB>
  readonly accounts: Pick<Accounts, 'people'>
  readonly catalogue: Pick<Catalogue, 'deviceById' | 'sensor'>
  readonly alarms: { readonly rules: { readonly stored: readonly StoredRule[] } }
}

type People = ReadonlyMap<number, { readonly id: number; readonly name: string }>

/** Alarms as the calls answer them; those of devices that are gone are left out. */
export async function describeAlarms(
  { sql, accounts, catalogue, alarms: { rules } }: Describing,
  alarms: readonly StoredAlarm[],
): Promise<Alarm[]> {
  const ids = new Set(alarms.flatMap((each) => [each.acknowledgedBy, each.assignedTo]))
  ids.delete(null)
  const people: People = await accounts.people(
    sql,
    [...ids].flatMap((id) => id ?? []),
  )
  const procedures = new Map(
    rules.stored.flatMap(({ id, procedure }) => (procedure ? [[String(id), procedure]] : [])),
  )
  return alarms.flatMap((alarm) => {
    const one = described(catalogue, people, alarm)
    return one ? { ...one, procedure: procedures.get(alarm.origin) ?? '' } : []
  })
}

function described(
  catalogue: Describing['catalogue'],
  people: People,
  alarm: StoredAlarm,
): Omit<Alarm, 'procedure'> | null {
  const place = placeOf(catalogue, alarm)
  if (!place) return null
  const { acknowledgedAt, acknowledgedBy, acknowledgement, assignedTo, priority } = alarm
  const assignee = assignedTo === null ? undefined : people.get(assignedTo)
  return {
    ...{ id: alarm.id, origin: alarm.origin, ruleName: alarm.ruleName, ...place },
    priority: priority === 1 || priority === 2 || priority === 3 ? priority : 'journal',
    ...{ cause: alarm.cause, message: alarm.message, value: alarm.value, since: alarm.since },
    ...{ raisedAt: alarm.raisedAt, returnedAt: alarm.returnedAt, endedAt: alarm.endedAt },
    ...{ phase: phaseOf(occurrenceOf(alarm)), isLatching: alarm.isLatching },
    ...{ hidden: alarm.hidden, isLate: alarm.isLate },
    acknowledged:
      acknowledgedAt === null
        ? null
        : {
            at: acknowledgedAt,
            by: people.get(acknowledgedBy ?? 0)?.name ?? null,
            comment: acknowledgement,
          },
    assignee: assignee ? { id: assignee.id, name: assignee.name } : null,
  }
}

export async function describeShelves(
  { sql, accounts, catalogue, alarms: { rules } }: Describing,
  shelves: readonly StoredShelf[],
): Promise<Shelf[]> {
  const people = await accounts.people(
    sql,
    shelves.flatMap(({ userId }) => userId ?? []),
  )
  const names = new Map(rules.stored.map(({ id, name }) => [String(id), name]))
  return shelves.flatMap((shelf) => {
    const place = placeOf(catalogue, shelf)
    if (!place) return []
    const { origin, kind, until, isOneShot, reason, userId, at } = shelf
    const by = people.get(userId ?? 0)?.name ?? null
    const ruleName = names.get(origin) ?? ''
    return [{ origin, ruleName, ...place, kind, until, isOneShot, reason, by, at }]
  })
}

/** The device and the sensor of a source; null: one of them is gone. */
export function placeOf(
  catalogue: Describing['catalogue'],
  { deviceId, sensorId }: Pick<PointName, 'deviceId' | 'sensorId'>,
) {
  const device = catalogue.deviceById(deviceId)
  const sensor = sensorId === null ? null : catalogue.sensor(sensorId)
  if (!device || sensor === undefined) return null
  return {
    device: { id: device.id, lesiId: device.lesiId, name: device.name },
    sensor: sensor && {
      ...{ id: sensor.id, key: sensor.key, alias: sensor.alias, type: sensor.type },
      ...{ unit: sensor.unit, decimals: sensor.decimals, intervalMs: sensor.intervalMs },
    },
  }
}
