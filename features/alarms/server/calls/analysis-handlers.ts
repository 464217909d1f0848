import type { FastifyInstance } from 'fastify'
import { AppError } from '#kit/model/calls/errors.ts'
import { fieldError } from '#kit/model/calls/field-errors.ts'
import type { Caller } from '#kit/server/caller.ts'
import { requireOpenDevice } from '#kit/server/catalogue.ts'
import { FileReply } from '#kit/server/http/replies/replies.ts'
import { serve } from '#kit/server/http/serve.ts'
import { ofOpenDevices } from '#kit/server/of-open-sensors.ts'
import { staleMs } from '../../contract/analysis/guidance.ts'
import {
  analyseAlarms,
  analysisFile,
  listedGroups,
  type AlarmAnalysis,
} from '../../contract/analysis/routes.ts'
import type { AlarmSource } from '../analysis/alarm-columns.ts'
import { analyse, type CountedAnalysis } from '../analysis/analyse.ts'
import { tablesOf } from '../analysis/file-tables.ts'
import { fileWords } from '../analysis/file-words.ts'
import { describeGroup, type Grouping } from '../analysis/group-alarms.ts'
import type { StoredAlarm } from '../register/alarm-row.ts'
import { describeAlarms, placeOf } from './describe.ts'
import type { AlarmCallServices } from './services.ts'

interface AnalysisQuery {
  readonly from: number
  readonly to: number
  readonly operators: number
  readonly thing?: string | undefined
  readonly sensor?: string | undefined
}

/** The calls of the analysis of alarms. */
export function registerAnalysis(app: FastifyInstance, services: AlarmCallServices): void {
  const { catalogue } = services

  serve(app, analyseAlarms, ({ caller, query }) =>
    ofOpenDevices(catalogue, caller, async () => {
      const isSeen = seenBy(services, caller, query)
      const { groups, chattering, ...figures } = await analysisOf(services, query, isSeen)
      const listed = (grouping: Grouping) => listGroups(services, groups, grouping)
      return {
        data: {
          ...figures,
          ...{ sources: listed('sources'), sensors: listed('sensors') },
          ...{ rules: listed('rules'), devices: listed('devices') },
          chattering: {
            total: chattering.length,
            listed: chattering.slice(0, listedGroups).map(({ source, maximumInMinute }) => ({
              source: describeGroup(source, 'sources', (each) => placeOf(catalogue, each)),
              maximumInMinute,
            })),
          },
          ...(await waitingNow(services, isSeen)),
        },
      }
    }),
  )

  serve(app, analysisFile, ({ caller, query }) =>
    ofOpenDevices(catalogue, caller, async () => {
      const analysis = await analysisOf(services, query, seenBy(services, caller, query))
      const tables = tablesOf({
        ...{ analysis, words: fileWords(query.language) },
        request: { ...query, timezone: services.alarms.timezone },
        placeOf: (source) => placeOf(catalogue, source),
      })
      return new FileReply(await services.writeTables(tables, query.format), { isStored: false })
    }),
  )
}

/** Which sources of alarms the question is about: those that are open to the caller. */
function seenBy(
  { catalogue }: AlarmCallServices,
  caller: Caller,
  { thing, sensor }: AnalysisQuery,
): (source: AlarmSource) => boolean {
  const isThere = (source: AlarmSource) => placeOf(catalogue, source) !== null
  if (thing === undefined) {
    const visible = catalogue.visibleDeviceIds(caller)
    return (source) => visible.has(source.deviceId) && isThere(source)
  }
  const device = requireOpenDevice(catalogue, caller, thing)
  if (sensor === undefined) return (source) => source.deviceId === device.id && isThere(source)
  const only = catalogue.sensorByKey(device.id, sensor)
  if (!only) throw new AppError('not_found', 'There is no such sensor')
  return ({ sensorId }) => sensorId === only.id
}

/** The analysis of a period; refuses one that begins before what is held. */
function analysisOf(
  { alarms }: AlarmCallServices,
  { from, to, operators }: AnalysisQuery,
  isSeen: (source: AlarmSource) => boolean,
): Promise<CountedAnalysis> {
  return alarms.record.ask((columns) => {
    const { heldFrom } = alarms.record
    if (heldFrom !== null && from < heldFrom) {
      const minimum = new Date(heldFrom).toISOString()
      throw new AppError('invalid', 'Alarms of before are too many to be counted', {
        errors: { from: [fieldError('too_small', { minimum })] },
      })
    }
    return analyse(columns, { from, to, operators, timezone: alarms.timezone, isSeen })
  })
}

function listGroups(
  { catalogue }: AlarmCallServices,
  groups: CountedAnalysis['groups'],
  grouping: Grouping,
): AlarmAnalysis['sources'] {
  return {
    total: groups[grouping].filter(({ count }) => count > 0).length,
    listed: groups[grouping]
      .slice(0, listedGroups)
      .map((group) => describeGroup(group, grouping, (source) => placeOf(catalogue, source))),
  }
}

/** What people have before them now, whatever the period. */
async function waitingNow(
  services: AlarmCallServices,
  isSeen: (source: AlarmSource) => boolean,
): Promise<Pick<AlarmAnalysis, 'standing' | 'stale'>> {
  const now = services.clock()
  const shown = [...services.alarms.open.all()].filter(
    (alarm) => alarm.hidden === null && alarm.priority !== 0 && isSeen(alarm),
  )
  const listed = async (alarms: readonly StoredAlarm[]) => {
    const oldest = alarms.toSorted((one, other) => one.raisedAt - other.raisedAt)
    const described = await describeAlarms(services, oldest.slice(0, listedGroups))
    return { total: alarms.length, alarms: described }
  }
  return {
    standing: await listed(shown.filter(({ returnedAt }) => returnedAt === null)),
    stale: await listed(shown.filter(({ raisedAt }) => now - raisedAt > staleMs)),
  }
}
