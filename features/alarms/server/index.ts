import type { FastifyPluginAsync } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import type { Kysely } from 'kysely'
import type { AlarmTimes } from '#kit/server/alarm-times.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import { registerAnalysis } from './calls/analysis-handlers.ts'
import { registerAlarmLists } from './calls/list-handlers.ts'
import { registerOperatorCalls } from './calls/operator-handlers.ts'
import { registerPastAlarms } from './calls/past-handlers.ts'
import { registerShelvingCalls } from './calls/shelving-handlers.ts'
import { registerAlarmSpans } from './calls/spans-handlers.ts'
import { countBegun } from './calls/spans-store.ts'
import { registerAdvice } from './calls/rules/advice-handlers.ts'
import { registerRuleCalls } from './calls/rules/change-handlers.ts'
import { registerRuleLists } from './calls/rules/list-handlers.ts'
import { registerWhatIf } from './calls/rules/what-if-handlers.ts'
import type { AlarmCallServices } from './calls/services.ts'
import { ReplaySlots } from './what-if/replay-slots.ts'
import { registerHandover, type HandoverServices } from './handover/handover-handlers.ts'

export { AlarmEngine } from './alarms.ts'
export { startAlarmExpiry } from './expiry/alarm-expiry.ts'
export { evaluationCheck } from './evaluation/evaluation-check.ts'
export { AlarmReader } from './calls/alarm-reader.ts'
export { alarmNotices } from './notices-store.ts'
export type { HandoverParts } from './handover/handover-of.ts'
export { handoverPrinter } from './handover/print-handover.ts'

/** Where stored alarms began, for features that draw a line of time. */
export const alarmTimes = (sql: Kysely<DB>): AlarmTimes => ({
  countBegun: (asked, span) => countBegun(sql, asked, span),
})

/** The calls that show alarms, deal with them, and change their rules. */
export function alarmsPlugin(services: AlarmCallServices): FastifyPluginAsync {
  const register: FastifyPluginAsync = async (app) => {
    registerAlarmLists(app, services)
    registerAlarmSpans(app, services)
    registerPastAlarms(app, services)
    registerAnalysis(app, services)
    registerOperatorCalls(app, services)
    registerShelvingCalls(app, services)
    registerRuleLists(app, services)
    registerRuleCalls(app, services)
    const places = new ReplaySlots()
    app.addHook('onClose', () => places.close())
    registerWhatIf(app, services, places)
    registerAdvice(app, services, places)
  }
  return fastifyPlugin(register, {
    name: 'alarms',
    dependencies: ['accounts'],
    fastify: '5.x',
  })
}

/** The calls of a shift's handover. */
export function handoverPlugin(services: HandoverServices): FastifyPluginAsync {
  return fastifyPlugin(async (app) => registerHandover(app, services), {
    ...{ name: 'handover', dependencies: ['accounts'], fastify: '5.x' },
  })
}
