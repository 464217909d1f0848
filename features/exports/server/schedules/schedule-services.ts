import type { Kysely } from 'kysely'
import type { Shift } from '#kit/model/time/shifts.ts'
import type { Budget } from '#kit/server/budget/budget.ts'
import type { Bus } from '#kit/server/bus.ts'
import type { Outbox } from '#kit/server/deliveries/outbox.ts'
import type { MailAttachments } from '#kit/server/mail/mail-attachments.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import type { ExportServices } from '../jobs/export-services.ts'

/** What schedules need besides what exports need. */
export interface ScheduleServices extends ExportServices {
  /** Files that are fetched are counted in it. */
  readonly budget: Budget
  readonly bus: Pick<Bus, 'on'>
  /** What leaves by mail, with the files that go with it. */
  readonly outbox: Outbox
  readonly attachments: MailAttachments
  /** The address under which people open the site, without a closing slash. */
  readonly siteAddress: () => string
  /** The shifts of the site, by when they begin. */
  readonly shifts: (sql: Kysely<DB>) => Promise<readonly Shift[]>
}
