import type { ExportSchedule, ScheduleRun } from '../../contract/schedule/schedule.ts'
import { maximumRecipients } from '../../contract/schedule/schedule.ts'
import { sourceOf } from './mail-export.ts'
import type { ScheduleServices } from './schedule-services.ts'
import { readLastRuns, type StoredRun } from './runs-store.ts'
import type { StoredSchedule } from './schedules-store.ts'

type Services = Pick<ScheduleServices, 'sql' | 'outbox'>

/** What leaves the server about schedules. */
export async function describeSchedules(
  services: Services,
  schedules: readonly StoredSchedule[],
): Promise<ExportSchedule[]> {
  const ids = schedules.map(({ id }) => id)
  const runs = await readLastRuns(services.sql, ids)
  const deliveries = await deliveriesOf(services, [...runs.values()])
  return schedules.map(({ id, request, version, isPaused, nextAt }) => {
    const run = runs.get(id)
    const lastRun = run ? describeRun(run, deliveries.get(run.id) ?? []) : null
    return { ...request, id, version, isPaused, nextAt, lastRun }
  })
}

function describeRun(
  { begunAt, endedAt, from, to, state, failure }: StoredRun,
  deliveries: ScheduleRun['deliveries'],
): ScheduleRun {
  return { begunAt, endedAt, from, to, state, failure, deliveries }
}

async function deliveriesOf({ outbox }: Services, runs: readonly StoredRun[]) {
  const idOf = new Map(runs.map((run) => [sourceOf(run), run.id]))
  const logged = await outbox.log([...idOf.keys()], idOf.size * maximumRecipients)
  const found = new Map<string, ScheduleRun['deliveries']>()
  for (const { source, target: to, state, failure, detail, attempts, nextAt } of logged) {
    const id = idOf.get(source) ?? ''
    found.set(id, [...(found.get(id) ?? []), { to, state, failure, detail, attempts, nextAt }])
  }
  return found
}
