import type { FastifyInstance } from 'fastify'
import { accounts } from '#features/accounts/server/users/accounts.ts'
import { handoverPlugin, type HandoverParts } from '#features/alarms/server/index.ts'
import { annotationsOf } from '#features/annotations/server/annotations-store.ts'
import { outagesOf } from '#features/past/server/events/events.ts'
import { readingsAt } from '#features/past/server/moment/readings-at.ts'
import { writeDocument } from '#features/exports/server/index.ts'
import { readShifts } from '#features/shifts/server/shifts-store.ts'
import type { HandoverSources } from '#kit/server/handover/handover-sources.ts'
import type { Dependencies } from './app.ts'
import { recordAudit } from './audit.ts'

/** What one shift hands over to the next, put together of several features. */
export function handoverParts({ config, engines, data, clock }: Dependencies): HandoverParts {
  const { sql, telemetry } = engines
  const { catalogue, writer, alarms } = data
  const sources: HandoverSources = {
    shifts: () => readShifts(sql),
    readingsAt,
    outages: (reader, sensors, span) => outagesOf(reader, catalogue, sensors, span),
    annotations: annotationsOf(sql),
  }
  return {
    ...{ sql, accounts, catalogue, clock, alarms, audit: recordAudit, telemetry, writer, sources },
    ...{ timezone: config.site.timezone, site: config.site.name },
  }
}

export async function registerHandover(
  app: FastifyInstance,
  dependencies: Dependencies,
): Promise<void> {
  await app.register(handoverPlugin({ ...handoverParts(dependencies), writeDocument }))
}
