import { localText } from '#kit/model/time/zone.ts'
import { productOrigin } from '#kit/server/audit.ts'
import type { NewDelivery } from '#kit/server/deliveries/delivery.ts'
import type { MailContent } from '#kit/server/mail/mail-content.ts'
import { maximumAttachedBytes } from '../../contract/schedule/schedule.ts'
import { fileNameOf } from '../jobs/describe-job.ts'
import type { StoredExport } from '../jobs/stored-export.ts'
import { mailWords } from './mail-words.ts'
import type { ScheduleServices } from './schedule-services.ts'
import { endRun, type StoredRun } from './runs-store.ts'
import type { StoredSchedule } from './schedules-store.ts'

/** Whose deliveries belong to a run. */
export const sourceOf = ({ id }: Pick<StoredRun, 'id'>): string => `export-run ${id}`
/** By which name exports are found as files of mails. */
export const attachmentHolder = 'exports'

interface Made {
  readonly run: StoredRun
  readonly schedule: StoredSchedule
  readonly made: StoredExport
}

/** Stores a mail to each recipient, together with the end of the run: once, whatever is killed. */
export async function mailExport(services: ScheduleServices, task: Made): Promise<void> {
  const { sql, accounts, audit, outbox, clock } = services
  const { run, schedule } = task
  const { recipients, name } = schedule.request
  const owner = await accounts.person(sql, schedule.ownerId)
  const content = contentOf(services, task, owner?.name ?? '')
  await sql.transaction().execute(async (transaction) => {
    if (!(await endRun(transaction, run.id, { failure: null, at: clock() }))) return
    const deliveries = recipients.map((to): NewDelivery => ({
      ...{ channel: 'mail', source: sourceOf(run), userId: schedule.ownerId, target: to },
      content: { ...content, to } satisfies MailContent,
    }))
    await outbox.add(transaction, deliveries)
    await audit(
      transaction,
      { ...productOrigin(), actorId: schedule.ownerId },
      {
        ...{ action: 'export-schedule.mailed', entity: 'export-schedule' },
        ...{ entityId: schedule.id, entityName: name },
        after: { recipients, from: run.from, to: run.to, export: run.id },
      },
    )
  })
  outbox.wake()
}

const listedSensors = 10

/** What a mail of a run says; the file goes with it when it is small. */
export function contentOf(
  {
    catalogue,
    siteName,
    siteAddress,
  }: Pick<ScheduleServices, 'catalogue' | 'siteName' | 'siteAddress'>,
  { run, schedule, made }: Made,
  owner: string,
): Omit<MailContent, 'to'> {
  const { request } = schedule
  const { name, timezone, language } = request
  const words = mailWords[language]
  const bytes = made.bytes ?? 0
  const isAttached = bytes <= maximumAttachedBytes
  const clock = (time: number) => localText(time, timezone).replace('T', ' ')
  const period = `${clock(run.from)} – ${clock(run.to)} (${timezone})`
  const file = { name: fileNameOf(made.request), size: sizeOf(bytes, language) }
  const link = `${siteAddress()}/warroomCharts/export-excel`
  const until = clock(made.expiresAt ?? run.begunAt)
  const sensors = made.request.sensorIds.slice(0, listedSensors).map((id) => {
    const sensor = catalogue.sensor(id)
    const device = sensor && catalogue.deviceById(sensor.deviceId)
    return `- ${device?.name ?? ''} · ${sensor?.alias ?? ''}`
  })
  const more = made.request.sensorIds.length - sensors.length
  const counted = made.request.sensorIds.length
  const text = [
    ...[name, '', words.period(period), ...(counted > 0 ? [words.sensors(counted)] : [])],
    ...[...sensors, ...(more > 0 ? [words.more(more)] : []), ''],
    ...(made.rows === 0 ? [words.empty] : []),
    isAttached ? words.attached(file) : words.tooLarge({ ...file, until, link }),
    ...['', words.reason({ site: siteName, owner, link })],
  ].join('\n')
  return {
    ...{ subject: `${siteName}: ${name}, ${clock(run.from)} – ${clock(run.to)}`, text },
    ...(isAttached && { attachment: { holder: attachmentHolder, id: made.id } }),
  }
}

const kilobyte = 1_000

function sizeOf(bytes: number, language: string): string {
  const isSmall = bytes < kilobyte ** 2
  const figure = isSmall ? Math.ceil(bytes / kilobyte) : bytes / kilobyte ** 2
  const format = new Intl.NumberFormat(language, {
    ...{ style: 'unit', unit: isSmall ? 'kilobyte' : 'megabyte', unitDisplay: 'short' },
    maximumFractionDigits: 1,
  })
  return format.format(figure)
}
