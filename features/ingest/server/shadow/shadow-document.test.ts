import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseDeviceTopic } from '../mqtt/device-topics.ts'
import { isOwnTopicFilter } from '../mqtt/device-filters.ts'
import { parseShadow } from './shadow-document.ts'

const seconds = 1_763_620_000

const parse = (document: unknown) => parseShadow(Buffer.from(JSON.stringify(document)))
function understood(document: unknown) {
  const parsed = parse(document)
  if ('problem' in parsed) return `${parsed.problem.field}: ${parsed.problem.reason}`
  return parsed.values
    .map(({ key, value, time }) => `${key}=${String(value)} ${(time ?? 0) - seconds * 1_000}`)
    .toSorted()
}
function refused(document: unknown) {
  const parsed = parse(document)
  return 'refused' in parsed ? parsed.refused.map(({ field }) => field) : [parsed.problem.field]
}

it('IN65 takes what a shadow reports, with the names of objects, at its time in seconds', () => {
  const reported = {
    temperature: 21.4,
    on: true,
    state: 'RUN',
    motor: { speed: { set: 3 } },
    a: null,
  }
  expect(understood({ state: { reported }, timestamp: seconds })).toEqual([
    ...['a=null 0', 'motor.speed.set=3 0', 'on=1 0', 'state=RUN 0', 'temperature=21.4 0'],
  ])
})

it('IN65 prefers the time that the metadata has for a member', () => {
  const metadata = {
    reported: { a: { timestamp: seconds - 7 }, b: { c: { timestamp: seconds - 9 } } },
  }
  const state = { reported: { a: 1, b: { c: 2 }, d: 3 } }
  expect(understood({ state, metadata, timestamp: seconds })).toEqual([
    ...['a=1 -7000', 'b.c=2 -9000', 'd=3 0'],
  ])
})

it('IN104 the members of a shadow with a name have it before theirs', () => {
  const message = Buffer.from(JSON.stringify({ state: { reported: { speed: 3, a: { b: 1 } } } }))
  const keys = (shadow: string) => {
    const parsed = parseShadow(message, shadow)
    return 'values' in parsed ? [parsed.values.map(({ key }) => key), parsed.refused.length] : []
  }
  expect(keys('motor')).toEqual([['motor/speed', 'motor/a.b'], 0])
  expect(keys('m'.repeat(126))).toEqual([[], 2])
})

it('IN65 stores nothing of what is desired', () => {
  expect(understood({ state: { desired: { a: 1 } } })).toEqual([])
  expect(understood({ state: { reported: null } })).toEqual([])
})

it('IN65 refuses what is wrong in one member alone, and names where', () => {
  const reported = { a: 1, b: [1], ' c': 1, d: { e: [] }, ['__proto__']: 2 }
  expect(understood({ state: { reported } })).toHaveLength(2)
  expect(refused({ state: { reported } }).toSorted()).toEqual([
    ...['state.reported." c"', 'state.reported.b', 'state.reported.d.e'],
  ])
  const metadata = { reported: { a: { timestamp: 3 } } }
  expect(refused({ state: { reported: { a: 1, f: 2 } }, metadata })).toEqual(['state.reported.a'])
})

it('IN65 refuses a shadow that is none, or too long or deep, or at no time', () => {
  expect(refused([])).toEqual(['document'])
  expect(refused({})).toEqual(['state'])
  expect(refused({ state: { reported: [] } })).toEqual(['state.reported'])
  expect(refused({ state: { reported: { a: 1 } }, timestamp: seconds * 1_000 })).toEqual([
    'timestamp',
  ])
  const many = Object.fromEntries(Array.from({ length: 2_001 }, (_, index) => [`k${index}`, 1]))
  expect(refused({ state: { reported: many } })).toEqual(['state.reported'])
  const deep = `{"state":{"reported":${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}}}`
  expect(parseShadow(Buffer.from(deep))).toMatchObject({
    refused: [{ reason: 'is deeper than 8 objects' }],
  })
  expect(refused({ state: { reported: { 'a.b': 1, a: { b: 2 }, c: 3 } } })).toEqual([
    ...['state.reported.a.b', 'state.reported.a.b'],
  ])
  fc.assert(fc.property(fc.json(), (text) => void parseShadow(Buffer.from(text))))
  fc.assert(fc.property(fc.object(), (state) => void parse({ state: { reported: state } })))
})

it('IN66 reads the topic of an update, and lets a device subscribe to its answers', () => {
  expect(parseDeviceTopic('$aws/things/PRESS-7/shadow/update')).toMatchObject({
    ...{ lesiId: 'PRESS-7', kind: 'shadow' },
  })
  for (const topic of [
    ...['$aws/things/PRESS-7/shadow/list', '$aws/things/PRESS-7/shadow/update/accepted'],
    ...['$aws/things/PRESS-7/shadow/name/a b/update', '$aws/things/PRESS-7/shadow/name/+/get'],
    ...['$aws/things/PRESS-7/shadow/name/update', '$aws/things/PRESS-7/shadow/x/y/update'],
    ...['$aws/things//shadow/update', '$aws/things/PRESS-7/shadow', '$aws/things'],
  ])
    expect(parseDeviceTopic(topic), topic).toBeNull()
  expect(parseDeviceTopic('$aws/things/PRESS-7/shadow/name/motor:1/get')).toMatchObject({
    ...{ lesiId: 'PRESS-7', shadow: 'motor:1', call: 'get' },
  })
  const own = (filter: string) => isOwnTopicFilter(filter, 'PRESS-7', 'warroom')
  for (const call of [
    ...['update/accepted', 'update/rejected', 'get/+', 'update/#', 'update/delta'],
    ...['name/motor/get/+', 'name/+/update/accepted'],
  ])
    expect(own(`$aws/things/PRESS-7/shadow/${call}`), call).toBe(true)
  for (const filter of ['PRESS-8/shadow/update/accepted', '+/shadow/#', 'PRESS-7/shadow/x/y', '#'])
    expect(own(`$aws/things/${filter}`), filter).toBe(false)
})
