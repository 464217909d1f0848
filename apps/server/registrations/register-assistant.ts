import type { FastifyInstance } from 'fastify'
import { accounts } from '#features/accounts/server/users/accounts.ts'
import { ArticleReader } from '#features/articles/server/index.ts'
import { AlarmReader } from '#features/alarms/server/index.ts'
import {
  assistantPlugin,
  type AssistantServices,
  type LanguageModel,
} from '#features/assistant/server/index.ts'
import { ReportReader, usualStatisticsOf } from '#features/history/server/index.ts'
import { readingsAt } from '#features/past/server/index.ts'
import { readShifts } from '#features/shifts/server/shifts-store.ts'
import type { Dependencies } from '../app.ts'

/** Questions about the plant, answered with what other features say of it. */
export async function registerAssistant(
  app: FastifyInstance,
  { config, version, engines, data, clock, log }: Dependencies,
  model: LanguageModel | null,
): Promise<void> {
  const { sql, telemetry } = engines
  const { catalogue, presence, current, writer, retained, alarms } = data
  const { timezone } = config.site
  const reports = new ReportReader({ catalogue, retained, timezone })
  const services = {
    ...{ catalogue, presence, current, telemetry, writer, clock, timezone, readingsAt },
    shifts: () => readShifts(sql),
    statistics: (reader, asked) => usualStatisticsOf(reader, { ...asked, retained }),
    figures: (reader, asked) => reports.figures(reader, asked),
    report: (reader, { sensor, ...period }) => reports.report(reader, sensor, period),
    alarms: new AlarmReader({ sql, accounts, catalogue, alarms }),
    articles: new ArticleReader(sql),
  } satisfies AssistantServices
  await app.register(assistantPlugin({ services, model, log }, version))
}
