import fc from 'fast-check'
import { expect, it } from 'vitest'
import { MappingRule } from '../../../../contract/kinds/mqtt/mapping.ts'
import { lesiIdOf } from './device-name.ts'
import { readTime } from './document-time.ts'
import { compileRule, mapMessage } from './map-message.ts'

const now = Date.UTC(2026, 5, 1)
const services = {
  evaluate: () => Promise.reject(new Error('is not evaluated here')),
  ...{ now: () => now, prefix: '' },
}

async function map(rule: unknown, topic: string, payload: unknown) {
  const text = typeof payload === 'string' ? payload : JSON.stringify(payload)
  const message = { topic, payload: Buffer.from(text) }
  return mapMessage(compileRule(MappingRule.parse(rule)), message, services)
}

/** What a message gives, as `device key=value@time`, and what is wrong. */
async function understood(rule: unknown, topic: string, payload: unknown): Promise<string[]> {
  const mapped = await map(rule, topic, payload)
  if (mapped === null) return ['another topic']
  const values = mapped.documents.flatMap(({ lesiId, values: each }) =>
    each.map(({ key, value, time }) => {
      const at = time === undefined ? '' : `@${new Date(time).toISOString()}`
      return `${lesiId} ${key}=${JSON.stringify(value)}${at}`
    }),
  )
  const status = mapped.status ? [`${mapped.status.lesiId} is ${mapped.status.status}`] : []
  return [
    ...values,
    ...status,
    ...mapped.problems.map(({ field, reason }) => `! ${field}: ${reason}`),
  ]
}

it('FB2 names of devices become LESI IDs, and no two the same', () => {
  expect(lesiIdOf(['press-1'])).toBe('press-1')
  expect(lesiIdOf(['hall1', 'press-1'])).toBe('hall1__press-1')
  for (const names of [['p1'], ['a b'], ['пресс'], ['gate--way'], ['a__b'], ['x'.repeat(80)]])
    expect(lesiIdOf(names)).toMatch(/^[A-Za-z0-9_-]{3,64}$/)
  const part = fc.oneof(
    fc.string({ maxLength: 6, unit: 'grapheme' }),
    fc.constantFrom('a', '_', '--'),
  )
  const names = fc.array(part, { minLength: 1, maxLength: 3 })
  fc.assert(
    fc.property(names, names, (one, other) => {
      expect(lesiIdOf(one)).toMatch(/^[A-Za-z0-9_-]{3,64}$/)
      expect(lesiIdOf(one)).not.toContain('--')
      if (JSON.stringify(one) !== JSON.stringify(other))
        expect(lesiIdOf(one)).not.toBe(lesiIdOf(other))
    }),
  )
})

it('CN62 the time of a document hides no value that is called alike', async () => {
  const ts = now / 1_000
  const take = (own: object, document: object) =>
    understood({ topic: 't', device: 'dev', payload: { format: 'json', ...own } }, 't', document)
  const at = `@${new Date(now).toISOString()}`
  expect(await take({ time: 'time' }, { time: ts, drying: { time: 35 } })).toEqual([
    `dev drying.time=35${at}`,
  ])
  expect(await take({ time: 'dt', root: 'd' }, { dt: ts, d: { t: 21.4, h: 40 } })).toEqual([
    ...[`dev t=21.4${at}`, `dev h=40${at}`],
  ])
  expect(await take({ time: 'd[0].at', root: 'd' }, { d: [{ at: ts, n: 1 }] })).toEqual([
    `dev [0].n=1${at}`,
  ])
})

const plain = { topic: 'plant/{device}/{sensor}/state', payload: { format: 'plain' } }

it.each([
  ['21.4', 'press-1 temp=21.4'],
  [' -5 ', 'press-1 temp=-5'],
  ['1.5e-3', 'press-1 temp=0.0015'],
  ['true', 'press-1 temp=1'],
  ['RUN', 'press-1 temp="RUN"'],
  ['0042', 'press-1 temp="0042"'],
  ['NaN', 'press-1 temp="NaN"'],
  ['21,4', 'press-1 temp="21,4"'],
])('FB3 the text %j is %s', async (text, expected) => {
  expect(await understood(plain, 'plant/press-1/temp/state', text)).toEqual([expected])
})

it('FB3 texts may stand for numbers; an empty message and another topic are nothing', async () => {
  const states = { ...plain, payload: { format: 'plain', states: { ON: 1, OFF: 0 } } }
  expect(await understood(states, 'plant/press-1/motor/state', 'OFF')).toEqual(['press-1 motor=0'])
  expect(await understood(plain, 'plant/press-1/temp/state', '')).toEqual([])
  expect(await understood(plain, 'plant/press-1/temp', '1')).toEqual(['another topic'])
  const fixed = { topic: 'boiler/+/now', device: 'boiler', payload: { format: 'plain', key: 't' } }
  expect(await understood(fixed, 'boiler/top/now', '60')).toEqual(['boiler t=60'])
  const broken = await mapMessage(
    compileRule(MappingRule.parse(plain)),
    { topic: 'plant/press-1/temp/state', payload: Buffer.from([0xff, 0xfe]) },
    services,
  )
  expect(broken?.problems).toEqual([{ field: 'payload', reason: 'is not UTF-8' }])
})

const json = (settings: object) => ({
  ...{ topic: 'factory/{device}/data', payload: { format: 'json', ...settings } },
})

it('FB4 every value of a document is a sensor, but for its time and what is left out', async () => {
  const document = {
    ...{ ts: 1_763_620_000, id: 7, motor: { speed: 1_480, on: true, name: 'M1' }, phases: [1, 2] },
    ...{ gone: null },
  }
  expect(
    await understood(
      json({ time: 'ts', except: ['id', 'name'] }),
      'factory/press-1/data',
      document,
    ),
  ).toEqual([
    'press-1 motor.speed=1480@2025-11-20T06:26:40.000Z',
    'press-1 motor.on=1@2025-11-20T06:26:40.000Z',
    'press-1 phases[0]=1@2025-11-20T06:26:40.000Z',
    'press-1 phases[1]=2@2025-11-20T06:26:40.000Z',
    'press-1 gone=null@2025-11-20T06:26:40.000Z',
  ])
})

it('FB4 chosen fields have their own names, factors and numbers for texts', async () => {
  const fields = [
    { path: 'm.p', key: 'power', factor: 0.1 },
    { path: 'm.s', key: 'running', states: { RUN: 1, STOP: 0 } },
    { path: 'not.there', key: 'other' },
  ]
  const document = { body: { m: { p: 2_301, s: 'RUN', x: 5 } } }
  expect(
    await understood(json({ root: 'body', fields }), 'factory/press-1/data', document),
  ).toEqual(['press-1 power=230.1', 'press-1 running=1'])
  expect(await understood(json({ root: 'nowhere' }), 'factory/press-1/data', document)).toEqual([])
})

it('FB4 what is wrong in one value refuses that one; no document, all of it', async () => {
  const topic = 'factory/press-1/data'
  const document = '{"a": 1, "b": 9007199254740993, "c": 2, "c": 3, " ": 1, "__proto__": 4}'
  expect(await understood(json({}), topic, document)).toEqual([
    'press-1 a=1',
    'press-1 __proto__=4',
    expect.stringMatching(/^! b: .*9007199254740993/),
    expect.stringMatching(/^! c: .*twice/),
    expect.stringMatching(/^! .*blank/),
  ])
  expect(await understood(json({}), topic, '{"a": ')).toEqual([
    expect.stringMatching(/^! document: is not JSON/),
  ])
  expect(await understood(json({ time: 'ts' }), topic, { ts: 'yesterday', a: 1 })).toEqual([
    '! ts: "yesterday" is not a time',
  ])
  const deep = `${'{"a":'.repeat(40)}1${'}'.repeat(40)}`
  expect(await understood(json({}), topic, deep)).toEqual([
    expect.stringContaining('is deeper than 32 levels'),
  ])
})

it.each([
  [1_763_620_000, 1_763_620_000_000],
  [1_763_620_000.123, 1_763_620_000_123],
  [1_763_620_000_123, 1_763_620_000_123],
  [1_763_620_000_123_456, 1_763_620_000_123],
  ['2026-06-01T12:00:00Z', Date.UTC(2026, 5, 1, 12)],
  ['2026-06-01 12:00:00.5+02:00', Date.UTC(2026, 5, 1, 10) + 500],
  [null, undefined],
])('FB5 the time %j is %s', (raw, expected) => {
  expect(readTime(raw)).toBe(expected)
})

it.each([
  ['2017-02-12T16:11:12', /has no zone/],
  ['12:00', /is not a time/],
  ['2026-02-30T10:00:00Z', /is not a time/],
  [true, /must be a time/],
  [1.61, /no time between/],
  [7_000_000_000, /no time between/],
])('FB5 %j is no time', (raw, reason) => {
  expect(readTime(raw)).toEqual({ reason: expect.stringMatching(reason) })
})

const senml = { topic: 'senml/#', payload: { format: 'senml' } }

it('FB6 reads the example of RFC 8428 with base values and times before now', async () => {
  const pack = [
    {
      ...{ bn: 'urn:dev:ow:10e2073a01080063:', bt: 1.276020076001e9, bu: 'A', bver: 5 },
      ...{ n: 'voltage', u: 'V', v: 120.1 },
    },
    { n: 'current', t: -5, v: 1.2 },
    { n: 'current', v: 1.7 },
  ]
  const device = lesiIdOf(['urn:dev:ow:10e2073a01080063'])
  expect(await understood(senml, 'senml/x', pack)).toEqual([
    `${device} voltage=120.1@2010-06-08T18:01:16.001Z`,
    `${device} current=1.2@2010-06-08T18:01:11.001Z`,
    `${device} current=1.7@2010-06-08T18:01:16.001Z`,
  ])
  expect(
    await understood({ ...senml, device: 'mote-1' }, 'senml/x', [
      { n: 'temp', t: -10, v: 20 },
      { n: 'temp', v: 21, vs: 'unused' },
    ]),
  ).toEqual(['mote-1 temp=20@2026-05-31T23:59:50.000Z', 'mote-1 temp=21'])
})

it('FB6 one name in several units is several sensors; base value and sum are added', async () => {
  const rule = { ...senml, device: 'mote-1' }
  const place = [
    { bn: 'urn:dev:ow:10e2073a01080063', bu: '%RH', v: 20 },
    { u: 'lon', v: 24.30621 },
    { u: 'lat', v: 60.07965 },
  ]
  expect(await understood(rule, 'senml/x', place)).toEqual([
    ...['mote-1 %RH=20', 'mote-1 lon=24.30621', 'mote-1 lat=60.07965'],
  ])
  const sums = [
    { bn: 'a:', bv: 20, bs: 100, n: 't', v: 1.5 },
    { n: 'e', s: 5 },
    { n: 'on', vb: true },
    { n: 'label', vs: 'Machine Room' },
  ]
  expect(await understood(rule, 'senml/x', sums)).toEqual([
    ...['mote-1 t=21.5', 'mote-1 e sum=105', 'mote-1 on=1', 'mote-1 label="Machine Room"'],
  ])
})

it('FB6 a record that is not understood is refused alone', async () => {
  const pack = [
    { n: 'a', v: 1, must_: 1 },
    { n: 'b', v: '2x' },
    { v: 3 },
    4,
    { n: 'c', v: 5, bver: 11 },
  ]
  expect(await understood({ ...senml, device: 'mote-1' }, 'senml/x', pack)).toEqual([
    'mote-1 b="2x"',
    '! [0]: must be understood, and is not: must_',
    '! [2]: has no name',
    expect.stringMatching(/^! \[3\]: must be an object/),
    '! [4]: is of version 11: known is 10',
  ])
})

it('FB7 reads metrics of Telegraf, alone and together; the host is the device', async () => {
  const rule = { topic: 'telegraf/#', payload: { format: 'telegraf' } }
  const docker = {
    ...{ name: 'docker', tags: { host: 'raynor' }, timestamp: 1_458_229_140 },
    fields: { field_1: 30, n_images: 660 },
  }
  const cpu = {
    ...{ name: 'cpu', tags: { host: 'raynor', cpu: 'cpu0' }, timestamp: 1_458_229_140 },
    fields: { usage_idle: 98.5 },
  }
  expect(await understood(rule, 'telegraf/x', { metrics: [docker, cpu] })).toEqual([
    'raynor docker field_1=30@2016-03-17T15:39:00.000Z',
    'raynor docker n_images=660@2016-03-17T15:39:00.000Z',
    'raynor cpu,cpu=cpu0 usage_idle=98.5@2016-03-17T15:39:00.000Z',
  ])
  expect(await understood({ ...rule, device: 'edge-1' }, 'telegraf/x', cpu)).toEqual([
    'edge-1 cpu,cpu=cpu0,host=raynor usage_idle=98.5@2016-03-17T15:39:00.000Z',
  ])
  expect(await understood(rule, 'telegraf/x', { ...cpu, tags: {} })).toEqual([
    '! document: has no tag "host" that names the device',
  ])
})

it('FB8 a text, or a value of a document, tells online from offline', async () => {
  const rule = (path: string) => ({
    topic: 'z/{device}/availability',
    payload: { format: 'status', path, online: 'online', offline: 'offline' },
  })
  expect(await understood(rule(''), 'z/lamp-1/availability', 'online')).toEqual([
    'lamp-1 is online',
  ])
  expect(await understood(rule('state'), 'z/lamp-1/availability', { state: 'offline' })).toEqual([
    'lamp-1 is offline',
  ])
  expect(await understood(rule(''), 'z/lamp-1/availability', 'perhaps')).toEqual([
    '! payload: must be "online" or "offline"',
  ])
})

it('FB9 an expression gives documents, each with its device where the rule has none', async () => {
  const rule = { topic: 'gw/+', payload: { format: 'expression', expression: 'nodes' } }
  const evaluating = {
    ...services,
    evaluate: async () => [
      { device: 'node-1', values: { t: 21 } },
      { device: 'node-2', ts: 1_763_620_000_000, t: { v: 1, q: 'bad' } },
      { t: 1 },
      'text',
    ],
  }
  const message = { topic: 'gw/a', payload: Buffer.from('{}') }
  const mapped = await mapMessage(compileRule(MappingRule.parse(rule)), message, evaluating)
  expect(mapped?.documents.map(({ lesiId, values }) => [lesiId, values[0]?.value])).toEqual([
    ['node-1', 21],
    ['node-2', 1],
  ])
  expect(mapped?.problems).toEqual([
    { field: '[2]', reason: 'gives no "device", and neither do rule and topic' },
    { field: '[3]', reason: 'gives no "device", and neither do rule and topic' },
  ])
  expect(await understood(rule, 'gw/a', {})).toEqual(['! expression: is not evaluated here'])
})
