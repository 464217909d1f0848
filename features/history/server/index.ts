import type { FastifyInstance } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { registerAnalysis } from './analysis/analysis-calls.ts'
import { registerDayStates } from './days/day-states-calls.ts'
import { registerDays } from './days/days-calls.ts'
import { HistoryContext, type HistoryServices } from './history-context.ts'
import { registerKioskMedian } from './reports/kiosk-median.ts'
import { registerReports } from './reports/report-calls.ts'
import { registerTables } from './table/table-handlers.ts'

export { ReportReader } from './reports/report-reader.ts'
export { figuresOf, usualStatisticsOf } from './reports/figures.ts'

/** Series and statistics of the past. */
export const historyPlugin = fastifyPlugin(
  async (app: FastifyInstance, services: HistoryServices) => {
    const context = new HistoryContext(services)
    registerReports(app, context)
    registerDayStates(app, context)
    registerKioskMedian(app, context)
    registerDays(app, context)
    registerAnalysis(app, context)
    registerTables(app, context)
  },
  { name: 'history', dependencies: ['accounts'] },
)
