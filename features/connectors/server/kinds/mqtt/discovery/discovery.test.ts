import { expect, it } from 'vitest'
import { MappingRule } from '../../../../contract/kinds/mqtt/mapping.ts'
import type { Proposal } from '../../../../contract/kinds/mqtt/discovery.ts'
import { compileRule, mapMessage } from '../mapping/map-message.ts'
import {
  bytesOf,
  documents,
  homeAssistant,
  shelly,
  silentShelly,
  tasmota,
  zigbee2mqtt,
  type ForeignMessages,
} from '../testing/foreign-messages.ts'
import { propose } from './propose.ts'
import { senmlHints } from './recognisers/senml-hints.ts'
import { readValueTemplate } from './recognisers/value-template.ts'
import { Survey } from './survey.ts'

const services = { evaluate: async () => null, now: () => 0, prefix: '' }

function survey(messages: ForeignMessages): Survey {
  const seen = new Survey()
  for (const [topic, payload] of messages)
    seen.add({ topic, payload: bytesOf(payload), isRetained: false })
  return seen
}

/** What the rules make of the messages that they were proposed for. */
async function understood(proposals: readonly Proposal[], messages: ForeignMessages) {
  const rules = proposals.flatMap(({ rules: each }) => each).map((each) => MappingRule.parse(each))
  const lines: string[] = []
  for (const [topic, payload] of messages)
    for (const rule of rules.map(compileRule)) {
      const mapped = await mapMessage(rule, { topic, payload: bytesOf(payload) }, services)
      if (mapped === null) continue
      for (const { lesiId, values } of mapped.documents)
        for (const { key, value } of values) lines.push(`${lesiId} ${key}=${JSON.stringify(value)}`)
      if (mapped.status) lines.push(`${mapped.status.lesiId} is ${mapped.status.status}`)
      lines.push(...mapped.problems.map(({ field, reason }) => `! ${topic} ${field}: ${reason}`))
      break
    }
  return lines
}

const proposed = (messages: ForeignMessages) => propose(survey(messages).topics())

const hintsOf = (proposals: readonly Proposal[]) =>
  proposals
    .flatMap(({ rules }) => rules.flatMap(({ hints }) => hints))
    .map(({ key, unit, type }) => `${key} ${unit || '–'} ${type ?? '–'}`)

it('FB12 Zigbee2MQTT: what devices expose, with units, and whether they are there', async () => {
  const proposals = proposed(zigbee2mqtt)
  expect(proposals).toMatchObject([{ format: 'zigbee2mqtt', place: 'zigbee2mqtt', topics: 5 }])
  expect(await understood(proposals, zigbee2mqtt)).toEqual([
    ...['hall temperature=27.34', 'hall humidity=44.72', 'hall is online'],
    ...['kitchen__lamp state=1', 'kitchen__lamp brightness=215', 'kitchen__lamp color.x=0.4'],
  ])
  expect(hintsOf(proposals)).toEqual([
    ...['state – detector', 'brightness – –', 'color.x – –'],
    ...['temperature °C –', 'humidity % –'],
  ])
})

it('FB12 a unit that no sensor can have is left out, and the rest is proposed', () => {
  const text = JSON.stringify(zigbee2mqtt).replaceAll('°C', '°C'.repeat(20))
  const tooLong = JSON.parse(text) as ForeignMessages
  const proposals = proposed(tooLong)
  expect(hintsOf(proposals)).toContain('temperature – –')
  for (const { rules } of proposals)
    for (const each of rules) expect(MappingRule.safeParse(each).success).toBe(true)
})

it('FB13 Tasmota: in either order of its topics, without what it says of itself', async () => {
  const proposals = proposed(tasmota)
  expect(proposals).toMatchObject([{ format: 'tasmota', topics: 6 }])
  expect(await understood(proposals, tasmota)).toEqual([
    'boiler is online',
    ...['boiler UptimeSec=14', 'boiler POWER=1', 'boiler Wifi.RSSI=100', 'boiler Wifi.Signal=-47'],
    ...['boiler DHT22.Temperature=23.9', 'boiler DHT22.Humidity=34.1', 'boiler ENERGY.Total=3.185'],
    ...['boiler ENERGY.Power=60', 'boiler ENERGY.Voltage=229', 'boiler POWER=0', 'fan Switch1=0'],
  ])
  expect(hintsOf(proposals)).toEqual(
    expect.arrayContaining([
      ...['DHT22.Temperature °C –', 'DHT22.Humidity % –', 'ENERGY.Total kWh counter'],
      ...['ENERGY.Power W –', 'POWER – detector', 'Switch1 – detector'],
    ]),
  )
})

it('FB14 Shelly: topics of the first generation, states and notices of later ones', async () => {
  const proposals = proposed(shelly)
  const device = 'shelly1pm-8CAAB5056D9C'
  const plus = 'shellyplus1pm-4417939341dc'
  expect(await understood(proposals, shelly)).toEqual([
    ...[`${device} is online`, `${device} relay/0=1`, `${device} relay/0/power=51.3`],
    ...[`${device} relay/0/energy=138838`, `${device} temperature=34.21`],
    ...[`${device} 0.event="S"`, `${device} 0.event_cnt=2`, `${plus} is online`],
    ...[`${plus} switch:0.output=0`, `${plus} switch:0.apower=0`, `${plus} switch:0.voltage=232.7`],
    ...[`${plus} switch:0.aenergy.total=11.68`, `${plus} switch:0.temperature.tC=37.7`],
    ...['meter em1:0.current=16.714', 'meter em1:0.act_power=-1899.8'],
  ])
  expect(hintsOf(proposals)).toEqual(
    expect.arrayContaining([
      ...['relay/0 – detector', 'relay/0/power W –', 'relay/0/energy W·min counter'],
      ...['switch:0.apower W –', 'switch:0.aenergy.total Wh counter', 'em1:0.current A –'],
    ]),
  )
})

it('FB14 Shelly of the first generation is found before it announces itself', async () => {
  const proposals = proposed(silentShelly)
  expect(proposals).toMatchObject([
    { format: 'shelly', place: 'shellies', topics: silentShelly.length },
  ])
  expect(await understood(proposals, silentShelly)).toEqual([
    ...['shellyem-A4CF12 emeter/0/power=-12.5', 'shellyem-A4CF12 emeter/0/total=138838.5'],
    ...['shellyem-A4CF12 relay/0=0', 'shellyht-F3B8F7 sensor/temperature=21.38'],
    ...['gate roller/0="stop"', 'gate roller/0/pos=40', 'gate ext_temperature/0=7.2'],
    ...['shellyrgbw2-1A2B3C white/0=1', 'shellyrgbw2-1A2B3C 0.ison=1'],
    ...['shellyrgbw2-1A2B3C 0.power=3.1', 'shellyrgbw2-1A2B3C 1.ison=0'],
    'shellyrgbw2-1A2B3C 1.power=0',
    ...['shellymotionsensor-60A42395 motion=1', 'shellymotionsensor-60A42395 lux=61'],
    'shellymotionsensor-60A42395 tmp.value=20.1',
  ])
  expect(hintsOf(proposals)).toEqual(
    expect.arrayContaining([
      ...['emeter/0/power W –', 'emeter/0/total Wh counter', 'sensor/temperature °C –'],
      ...['relay/0 – detector', 'roller/0/pos % –', 'ext_temperature/0 °C –', 'lux lx –'],
    ]),
  )
})

it('FB14 what others publish below shellies is no Shelly', () => {
  const others: ForeignMessages = [
    ['shellies/notes', 'seen'],
    ['shellies/beach/found/cowrie', '5'],
  ]
  expect(proposed(others).map(({ format }) => format)).toEqual(['plain', 'plain'])
})

it('FB15 Home Assistant: short names, ~, templates, devices and components', async () => {
  const proposals = proposed(homeAssistant)
  expect(proposals.map(({ format }) => format)).toEqual(['home-assistant'])
  expect(await understood(proposals, homeAssistant)).toEqual([
    ...['Boiler-Room Temperature=62.34', 'Boiler-Room Energy=12.5', 'Boiler-Room is online'],
    ...['garage garage=1', 'Kitchen temp=21.5', 'Kitchen Humidity=44'],
  ])
  expect(hintsOf(proposals)).toEqual([
    ...['Temperature °C analog', 'Energy kWh counter', 'garage – detector'],
    ...['temp °C analog', 'Humidity % analog'],
  ])
  expect(proposals[0]?.remarks).toEqual([
    expect.stringMatching(/^heating\/boiler\/state: .*not understood/),
  ])
})

it.each([
  ['{{ value }}', { path: null, factor: 1 }],
  ['{{value_json.a.b}}', { path: 'a.b', factor: 1 }],
  ['{{ value_json["a b"][0] | float | round(2) }}', { path: "['a b'][0]", factor: 1 }],
  ['{{ (value_json.t | float) * 0.1 }}', { path: 't', factor: 0.1 }],
  ['{{ (value_json.t|float(0) / 4)|round(1) }}', { path: 't', factor: 0.25 }],
  ['{{ value_json.t / 0 }}', null],
  ['{{ value_json.a + value_json.b }}', null],
  ["{{ 'x' if value_json.a else 'y' }}", null],
  ['{{ value_json }}', null],
])('FB15 the template %s takes %j', (template, expected) => {
  expect(readValueTemplate(template)).toEqual(expected)
})

it('FB16 other topics: devices and sensors are where topics vary', async () => {
  const proposals = proposed(documents)
  expect(proposals.map(({ format, place }) => `${format} ${place}`)).toEqual([
    'sparkplug spBv1.0',
    'senml senml/mote',
    'telegraf telegraf/raynor/docker',
    'json factory/{device}/telemetry',
    'plain plant/{device}/press-1/{sensor}',
    'plain weather/{sensor}/state',
  ])
  expect(await understood(proposals, documents)).toEqual([
    expect.stringMatching(/^urn_dev_ow_10e2073a01080063_\w{10} voltage=120.1$/),
    'raynor docker n_images=660',
    ...['press-1 motor.speed=1480', 'press-2 motor.speed=1481'],
    ...['hall-1 temperature=21.4', 'hall-1 running=1', 'hall-2 temperature=22'],
    'weather wind=5.5',
  ])
})

it('FB16 a level that is called state is a sensor where others are beside it', () => {
  const messages: ForeignMessages = [
    ...([
      ['hall/a/pressure', '5.5'],
      ['hall/a/state', 'RUN'],
    ] as const),
    ...([
      ['hall/b/pressure', '5.6'],
      ['hall/b/state', 'STOP'],
    ] as const),
  ]
  expect(proposed(messages)).toMatchObject([{ place: 'hall/{device}/{sensor}', topics: 4 }])
})

it('FB16 SenML: units of records, and the base unit for those without one', () => {
  const pack = [
    { bn: 'mote', bu: 'A', n: 'voltage', u: 'V', v: 1 },
    { n: 'current', v: 2 },
  ]
  const heat = [{ n: 'inside', u: 'Cel', v: 21 }]
  expect(senmlHints([pack, heat, 'x']).map(({ key, unit }) => `${key} ${unit}`)).toEqual([
    ...['voltage V', 'current A', 'inside °C'],
  ])
})

it('FB17 edge nodes of Sparkplug are named, with how they are taken', () => {
  const [sparkplug] = proposed(documents)
  expect(sparkplug).toMatchObject({ rules: [], topics: 1 })
  expect(sparkplug?.remarks).toEqual([
    expect.stringMatching(/^Edge nodes of Sparkplug \(1\).*SPARKPLUG_HOST_ID/),
  ])
})

it('FB40 a rule for Sparkplug is refused with how it is taken, unless it leaves it alone', () => {
  const codes = (topic: string, format: 'telegraf' | 'ignored') =>
    MappingRule.safeParse({ topic, payload: { format } }).error?.issues.map((issue) => [
      issue.path.join('.'),
      issue.message,
    ]) ?? []
  for (const topic of ['spBv1.0/#', 'spBv1.0/plant/NDATA/{device}']) {
    expect(codes(topic, 'telegraf')).toEqual([['topic', 'sparkplug_topic']])
    expect(codes(topic, 'ignored')).toEqual([])
  }
  expect(codes('spBv1.0x/{device}', 'telegraf')).toEqual([])
})

it('FB18 who says most of a topic has it: announced topics of others are left to them', () => {
  const config = {
    ...{ stat_t: 'zigbee2mqtt/hall', val_tpl: '{{ value_json.temperature }}', name: 'T' },
    dev: { ids: 'x' },
  }
  const messages = [...zigbee2mqtt, ['homeassistant/sensor/x/t/config', config] as const]
  const proposals = proposed(messages)
  expect(proposals.flatMap(({ format, rules }) => (rules.length > 0 ? [format] : []))).toEqual([
    'zigbee2mqtt',
  ])
})

it('FB10 a survey is bounded, whatever comes, and counts what it left out', () => {
  const seen = new Survey({ topics: 2, bytes: 100, sampleBytes: 60 })
  const add = (topic: string, length: number, isRetained = false) =>
    seen.add({ topic, payload: Buffer.alloc(length, '1'), isRetained })
  add('a', 60, true)
  add('b', 41)
  add('c', 1)
  add('b', 40)
  add('a', 61)
  expect(seen.topics().map((each) => [each.topic, each.messages, each.isRetained])).toEqual([
    ['a', 2, true],
    ['b', 2, false],
  ])
  expect(seen.topics().map(({ sample }) => sample?.length ?? null)).toEqual([60, 40])
  expect([seen.messages, seen.leftOut]).toEqual([5, 1])
})

it.each([
  ['', 'empty'],
  ['-21.5', 'number'],
  ['true', 'boolean'],
  ['RUN', 'text'],
  ['{"a":1}', 'json'],
  ['[1]', 'json'],
  ['{broken', 'text'],
])('FB11 a payload %j is seen as %s', (text, kind) => {
  const seen = new Survey()
  seen.add({ topic: 't', payload: Buffer.from(text), isRetained: false })
  expect(seen.topics()[0]?.kind).toBe(kind)
})

it('FB11 hostile discovery documents are left alone, and stop nothing', () => {
  const odd = ['[1]', '{"~":{},"stat_t":5}', '{"stat_t":"a/#","dev":[]}', '{"__proto__":{"t":1}}']
  const messages: ForeignMessages = [
    ...odd.map((text, index) => [`homeassistant/sensor/x${index}/config`, text] as const),
    ['zigbee2mqtt/bridge/devices', [null, 5, { friendly_name: {}, definition: [] }]],
    ['tele/x/SENSOR', [1]],
    ['x/events/rpc', '{"method":1,"params":[[[]]]}'],
    ['plant/press-1/temperature', '5'],
  ]
  expect(proposed(messages).at(-1)).toMatchObject({ format: 'plain' })
})
