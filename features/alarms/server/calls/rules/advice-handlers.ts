import type { FastifyInstance } from 'fastify'
import type { Sensor } from '#kit/model/sensor.ts'
import type { Caller } from '#kit/server/caller.ts'
import { mayConfigure } from '#kit/server/devices/device-rights.ts'
import { disconnectSignal } from '#kit/server/http/replies/disconnect-signal.ts'
import { serve } from '#kit/server/http/serve.ts'
import { ofOpenSensors } from '#kit/server/of-open-sensors.ts'
import { adviseRules, type AdvisedSource } from '../../../contract/rule-routes.ts'
import { ownLimitRules, type PlannedRule } from '../../rules/planned-rule.ts'
import { adviceOf, candidatesOf } from '../../what-if/advise.ts'
import type { ReplaySlots } from '../../what-if/replay-slots.ts'
import { replaySensor } from '../../what-if/replay-sensor.ts'
import { counter, sensorsOf } from '../../what-if/what-if.ts'
import { readWorstSources, type AlarmSource } from '../../what-if/worst-sources-store.ts'
import type { AlarmCallServices } from '../services.ts'
import { delaysOf } from './delays.ts'
import { mayChange, nameOf } from './rule-access.ts'

const dayMs = 86_400_000
const worst = 10
const maximumReadings = 20_000_000

interface Source extends AlarmSource {
  readonly sensor: Sensor
  readonly rule: PlannedRule
  readonly id: number | null
}

/** The call that says which sources of alarms are worst, and what would help. */
export function registerAdvice(
  app: FastifyInstance,
  services: AlarmCallServices,
  places: ReplaySlots,
): void {
  const { catalogue, clock, sql, telemetry, timezone } = services

  serve(app, adviseRules, async ({ caller, query: { days }, reply }) => {
    const to = clock()
    const from = to - days * dayMs
    const all = await readWorstSources(sql, from)
    const judge = () => {
      const theirs = all.flatMap((source) => sourceOf(services, caller, source) ?? [])
      const found = theirs.slice(0, worst)
      return { found, sensors: found.map(({ sensor }) => sensor) }
    }
    const signal = disconnectSignal(reply)
    const sources = await ofOpenSensors(judge, ({ found }) =>
      places.use(caller.sessionId, signal, async (thread) => {
        const reader = telemetry.readerFor(caller.sessionId, signal).lengthy
        const spend = counter(maximumReadings)
        const advised: AdvisedSource[] = []
        for (const { sensor, rule, id, origin, alarms } of found) {
          const rules = candidatesOf(rule, sensor)
          const others = sensorsOf(catalogue, rule.condition)
          const replay = { reader, thread, timezone, from, to, rules, sensor, others, spend }
          const advice = rules.length === 0 ? null : adviceOf(rules, await replaySensor(replay))
          advised.push({
            ...{ origin, id, name: rule.name, sensor: nameOf(services, sensor), alarms },
            advice: advice && { ...advice, later: delaysOf(advice.later) },
          })
        }
        return advised
      }),
    )
    return { data: { from, to, sources } }
  })
}

/** With its rule, where the caller may change that; null: it is gone, or not theirs. */
function sourceOf(services: AlarmCallServices, caller: Caller, source: AlarmSource): Source | null {
  const { catalogue, alarms } = services
  const sensor = catalogue.sensor(source.sensorId)
  if (!sensor) return null
  const { origin } = source
  if (origin === 'upper' || origin === 'lower') {
    const binding = catalogue.bindingsOf(caller.userId).get(sensor.deviceId)
    if (!mayConfigure(caller, binding)) return null
    const rule = ownLimitRules[origin]
    const isThere = alarms.rules.index.rulesOf(sensor).includes(rule)
    return isThere ? { ...source, sensor, rule, id: null } : null
  }
  const rule = alarms.rules.stored.find(({ id }) => String(id) === origin)
  if (!rule?.isEnabled) return null
  if (!mayChange(services, caller, rule)) return null
  return { ...source, sensor, rule: { ...rule, origin }, id: rule.id }
}
