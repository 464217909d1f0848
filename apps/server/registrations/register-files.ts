import type { FastifyInstance } from 'fastify'
import { accounts } from '#features/accounts/server/users/accounts.ts'
import { handoverPrinter } from '#features/alarms/server/index.ts'
import { annotationsOf } from '#features/annotations/server/annotations-store.ts'
import { exportsPlugin } from '#features/exports/server/index.ts'
import { ReportReader } from '#features/history/server/index.ts'
import { importsPlugin } from '#features/imports/server/index.ts'
import { renameShiftsInRoutes } from '#features/notifications/server/index.ts'
import { shiftsPlugin } from '#features/shifts/server/index.ts'
import { readShifts } from '#features/shifts/server/shifts-store.ts'
import type { Dependencies } from '../app.ts'
import { recordAudit } from '../audit.ts'
import type { DeliveryServices } from '../deliveries.ts'
import { handoverParts } from '../handover.ts'

/** Files that people make of readings or bring, and the shifts that reports go by. */
export async function registerFiles(
  app: FastifyInstance,
  dependencies: Dependencies,
  deliveryServices: DeliveryServices,
): Promise<void> {
  const { config, engines, data, bus, clock, log, directory } = dependencies
  const { sql, telemetry } = engines
  const { catalogue, writer, retained, late, copies, budget } = data
  const { timezone, name: siteName } = config.site
  const reports = new ReportReader({ catalogue, retained, timezone })
  const shared = {
    ...{ sql, accounts, catalogue, telemetry, clock, log, copies, budget },
    audit: recordAudit,
  }
  await app.register(shiftsPlugin, {
    ...{ sql, timezone, audit: recordAudit },
    onShiftsRenamed: renameShiftsInRoutes,
  })
  await app.register(
    exportsPlugin({
      ...{ ...shared, writer, retained, timezone, siteName, directory: directory.exports },
      ...{ ...deliveryServices, bus, shifts: readShifts },
      reports,
      annotations: annotationsOf(sql),
      printHandover: handoverPrinter(handoverParts(dependencies)),
      figures: (reader, request) => reports.figures(reader, request),
    }),
  )
  await app.register(importsPlugin({ ...shared, late, directory: directory.imports }))
}
