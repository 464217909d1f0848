import type { FastifyPluginAsync } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { registerAlarmLists } from './calls/list-handlers.ts'
import { registerOperatorCalls } from './calls/operator-handlers.ts'
import { registerShelvingCalls } from './calls/shelving-handlers.ts'
import { registerRuleCalls } from './calls/rule-handlers.ts'
import type { AlarmCallServices } from './calls/services.ts'

export { AlarmEngine } from './alarms.ts'

/** The calls that show alarms, deal with them, and change their rules. */
export function alarmsPlugin(services: AlarmCallServices): FastifyPluginAsync {
  const register: FastifyPluginAsync = async (app) => {
    registerAlarmLists(app, services)
    registerOperatorCalls(app, services)
    registerShelvingCalls(app, services)
    registerRuleCalls(app, services)
  }
  return fastifyPlugin(register, {
    name: 'alarms',
    dependencies: ['accounts'],
    fastify: '5.x',
  })
}
