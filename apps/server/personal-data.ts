import { accessTokenTables } from '#features/access-tokens/server/personal-data.ts'
import { accountTables } from '#features/accounts/server/personal-data/account-tables.ts'
import { alarmTables } from '#features/alarms/server/personal-data.ts'
import { annotationTables } from '#features/annotations/server/personal-data.ts'
import { articleTables } from '#features/articles/server/personal-data.ts'
import { createAuditErasure } from '#features/audit/server/erasure/erasure.ts'
import { clientErrorTables } from '#features/client-errors/server/personal-data.ts'
import { commandTables } from '#features/commands/server/personal-data.ts'
import { deviceTables } from '#features/devices/server/personal-data.ts'
import { exportTables } from '#features/exports/server/personal-data.ts'
import { importTables } from '#features/imports/server/personal-data.ts'
import { notificationTables } from '#features/notifications/server/personal-data.ts'
import { pageTables } from '#features/pages/server/personal-data.ts'
import { pictureTables } from '#features/pictures/server/personal-data.ts'
import { readingTables } from '#features/readings/server/personal-data.ts'
import { deliveryTables } from '#kit/server/deliveries/personal-data.ts'
import { createPersonalData } from '#kit/server/personal-data/create-personal-data.ts'
import type { PersonalTable } from '#kit/server/personal-data/personal-data.ts'
import { recordAudit } from './audit.ts'

/** Every table in which something is stored about a person; the audit answers for its own. */
export const personalTables: readonly PersonalTable[] = [
  ...accountTables,
  ...accessTokenTables,
  ...deviceTables,
  ...pageTables,
  ...pictureTables,
  ...exportTables,
  ...importTables,
  ...annotationTables,
  ...articleTables,
  ...alarmTables,
  ...commandTables,
  ...readingTables,
  ...notificationTables,
  ...deliveryTables,
  ...clientErrorTables,
]

export const personalData = createPersonalData(personalTables, createAuditErasure(recordAudit))
