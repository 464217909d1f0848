import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Range } from '#kit/model/time/period.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { useSameList } from '#kit/web/browser/use-same-list.ts'
import type { SensorReport } from '../../contract/sensor-report.ts'
import { drawnSensor } from '../../contract/in-hours.ts'
import type { EarlierPeriod } from '../compare/earlier.ts'
import { comparedWith, type Compared } from '../compare/use-compared.ts'
import { behindSince, heldOutcome } from '../report/held-reply.ts'
import { isOf, reportQuery, type ReceivedReport } from '../report/query-report.ts'
import { useLastReplies } from '../report/use-last-replies.ts'
import { reportData, type ReportData } from '../../contract/report-data.ts'

/** A sensor of the group with what is known of it. */
export interface GroupMember {
  /** As its curve writes it. */
  readonly sensor: Sensor
  /** Absent while it is loaded. */
  readonly report: SensorReport | undefined
  readonly data: ReportData | null
  readonly error: Error | null
  /** The earlier period that is drawn along; null: there is none. */
  readonly compared: Compared | null
}

/** Prepared once, however often and by however many it is drawn. */
const prepared = new WeakMap<ReceivedReport, ReportData>()

function preparedData(received: ReceivedReport): ReportData {
  const known = prepared.get(received)
  if (known) return known
  const data = reportData(received.report, received.receivedAt)
  prepared.set(received, data)
  return data
}

/** The same members with what each was in an earlier period; null: nothing is compared. */
export function useComparedMembers(
  { members }: Pick<GroupReports, 'members'>,
  sensors: readonly Sensor[],
  period: EarlierPeriod | null,
  pixels: number,
): readonly GroupMember[] {
  const earlier = useGroupReports(
    period ? sensors : none,
    period?.range ?? emptyRange,
    period ? pixels : 0,
  ).members
  return useMemo(
    () =>
      period === null
        ? members
        : members.map((member, index) => {
            const { report, data = null, error = null } = earlier[index] ?? {}
            return { ...member, compared: comparedWith(period, report, data, error) }
          }),
    [members, earlier, period],
  )
}

const none: readonly Sensor[] = []
const emptyRange = { from: 0, to: 1 }

interface GroupReports {
  readonly members: readonly GroupMember[]
  /** Since when one of them was not brought up to date, ms UTC; null: all are. */
  readonly behindSince: number | null
  readonly isFetching: boolean
  readonly refetch: () => void
}

/** Asks for a range of several sensors at once; each comes, or fails, by itself. */
export function useGroupReports(
  sensors: readonly Sensor[],
  range: Range,
  pixels: number,
): GroupReports {
  const wanted = sensors.map(({ lesiId: thing, key: sensor }) => ({
    ...{ thing, sensor, ...range, width: pixels },
  }))
  const queries = useQueries({ queries: wanted.map(reportQuery) })
  const last = useLastReplies(useSameList(queries.map(({ data }) => data)))
  const outcomes = wanted.map((each, index) => {
    const query = queries[index]
    const before = last.find((reply) => isOf(reply?.report.sensor, each.thing, each.sensor))
    return heldOutcome({ data: query?.data, error: query?.error ?? null }, before, each)
  })
  const listed = useSameList(sensors)
  const received = useSameList(outcomes.map(({ data }) => data))
  const errors = useSameList(outcomes.map(({ error }) => error))
  const members = useMemo(
    () =>
      listed.map((sensor, index): GroupMember => {
        const reply = received[index]
        return {
          sensor: drawnSensor(sensor),
          report: reply?.report,
          data: reply ? preparedData(reply) : null,
          error: errors[index] ?? null,
          compared: null,
        }
      }),
    [listed, received, errors],
  )
  const behind = received.flatMap((reply) => behindSince(reply, range.to) ?? [])
  return {
    members,
    behindSince: behind.length > 0 ? Math.min(...behind) : null,
    isFetching: queries.some((query) => query.isFetching),
    refetch: () => queries.forEach((query) => void query.refetch()),
  }
}
