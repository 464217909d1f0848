import { z } from 'zod'
import { LesiId } from '#kit/model/device.ts'
import { Locale } from '#kit/model/locale.ts'
import { phrases } from '../../contract/phrases/format.ts'
import { maximumQuestion } from '../../contract/routes.ts'
import { answerByRules } from '../answer.ts'
import {
  alarmCitation,
  alarmListCitation,
  articleCitation,
  deviceCitation,
  deviceListCitation,
  sensorCitation,
} from '../answers/answer-context.ts'
import { sensorTools } from './sensor-tools.ts'
import {
  iso,
  limit,
  rangeInput,
  rangeOf,
  requireDevice,
  requireSensor,
  sensorName,
  tool,
  type PlantTool,
} from './tool.ts'

const phrase = phrases.en
const scopeOf = (plant: Parameters<typeof requireDevice>[0], thing: string | undefined) => ({
  ...{ sensors: [], devices: thing === undefined ? [] : [requireDevice(plant, thing)] },
})

/** The device that was asked for, as evidence. */
const ofDevice = (plant: Parameters<typeof requireDevice>[0], thing: string | undefined) =>
  thing === undefined ? [] : [deviceCitation(requireDevice(plant, thing))]

/** By name. They have the rights of whoever asks: what is not open to that person is not there. */
export const plantTools: Readonly<Record<string, PlantTool>> = {
  ask: tool({
    description:
      'Answers a question about the plant in English, Russian, Chinese or Vietnamese by fixed ' +
      'rules, with its evidence',
    input: z.object({
      question: z.string().min(1).max(maximumQuestion),
      locale: Locale.optional(),
    }),
    run: async (plant, { question, locale = 'en' }) => {
      const answer = await answerByRules(plant, { question, locale, context: null })
      return {
        data: answer,
        citations: answer.sentences.flatMap(({ citations }) => citations),
        ...(answer.chart && { range: { from: answer.chart.from, to: answer.chart.to } }),
      }
    },
  }),
  ...sensorTools,
  alarms: tool({
    description: 'Alarms that came within a range, the newest first; of all devices without a name',
    input: z.object({ thing: LesiId.optional(), ...rangeInput, limit }),
    run: async (plant, { thing, limit: maximum, ...asked }) => {
      const range = rangeOf(asked)
      const data = await plant.alarms({ ...scopeOf(plant, thing), ...range }, maximum)
      const list = alarmListCitation({ phrase }, range)
      const cited = [list, ...ofDevice(plant, thing), ...data.alarms.map(alarmCitation)]
      return { data, citations: cited, range }
    },
  }),
  active_alarms: tool({
    description: 'Alarms that are there now or that somebody still has to see',
    input: z.object({ thing: LesiId.optional(), limit }),
    run: async (plant, { thing, limit: maximum }) => {
      const data = await plant.activeAlarms(scopeOf(plant, thing), maximum)
      const list = alarmListCitation({ phrase })
      return {
        data,
        citations: [list, ...ofDevice(plant, thing), ...data.alarms.map(alarmCitation)],
      }
    },
  }),
  most_alarms: tool({
    description: 'Which sensors, or devices, alarmed most often within a range',
    input: z.object({
      by: z.enum(['sensor', 'device']).default('sensor'),
      ...rangeInput,
      limit: z.int().min(1).max(20).default(5),
    }),
    run: async (plant, { by, limit: maximum, ...asked }) => {
      const range = rangeOf(asked)
      const counts = await plant.mostAlarms({ ...scopeOf(plant, undefined), ...range }, by, maximum)
      const rows = counts.flatMap(({ deviceId, sensorId, count }) => {
        const device = plant.deviceById(deviceId)
        if (!device) return []
        const sensor = sensorId === null ? null : plant.sensor(sensorId)
        const name = sensor ? plant.labelOf(sensor) : device.name
        const cited = sensor ? sensorCitation({ plant }, sensor, range) : deviceCitation(device)
        return [{ row: { thing: device.lesiId, name, count }, cited }]
      })
      return {
        data: rows.map(({ row }) => row),
        citations: [alarmListCitation({ phrase }, range), ...rows.map(({ cited }) => cited)],
        range,
      }
    },
  }),
  articles: tool({
    description:
      'Published articles: procedures and notes, by words, or those of a sensor and its alarm ' +
      'rules; what to do, and how',
    input: z.object({
      words: z.string().max(200).default(''),
      thing: sensorName.thing.optional(),
      sensor: sensorName.sensor.optional(),
      limit: z.int().min(1).max(10).default(3),
    }),
    run: async (plant, { words, thing, sensor, limit: maximum }) => {
      const device = thing === undefined ? null : requireDevice(plant, thing)
      const all = device ? plant.sensorsOf(device) : []
      const sensors =
        thing !== undefined && sensor !== undefined
          ? [requireSensor(plant, { thing, sensor })]
          : all.slice(0, 50)
      const found = [
        ...(sensors.length === 0 ? [] : await plant.procedures(sensors, maximum)),
        ...(await plant.articles(words.match(/[\p{L}\p{N}]+/gu) ?? [], maximum)),
      ]
      const unique = [...new Map(found.map((each) => [each.id, each])).values()].slice(0, maximum)
      return {
        data: unique.map(({ id, title, text }) => ({ id, title, text: text.slice(0, 2_000) })),
        citations: unique.map(articleCitation),
      }
    },
  }),
  devices: tool({
    description: 'Devices with their state: online or offline, since when, last seen; and how many',
    input: z.object({ status: z.enum(['online', 'offline']).optional(), limit }),
    run: (plant, { status: wanted, limit: maximum }) => {
      const all = plant.devices()
      const isOnline = (device: (typeof all)[number]) => plant.presence(device).status === 'online'
      const online = all.filter(isOnline).length
      const listed = all
        .filter((device) => wanted === undefined || isOnline(device) === (wanted === 'online'))
        .slice(0, maximum)
      const devices = listed.map((device) => {
        const { status, since, lastSeen } = plant.presence(device)
        const times = { since: iso(since), lastSeen: iso(lastSeen) }
        const sinceMs = since === null ? null : plant.now - since
        return { thing: device.lesiId, name: device.name, status, ...times, sinceMs }
      })
      return {
        data: { total: all.length, online, offline: all.length - online, devices },
        citations: [deviceListCitation({ phrase }, wanted ?? null), ...listed.map(deviceCitation)],
      }
    },
  }),
}
