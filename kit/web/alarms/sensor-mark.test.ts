import { expect, test } from 'vitest'
import type { ActiveAlarm } from './alarm-source.ts'
import { sensorMark } from './sensor-mark.ts'

const alarm = (key: string | null, parts: Partial<ActiveAlarm>): ActiveAlarm => ({
  ...{ id: `${key}`, priority: 2, text: 'hot', since: 0, state: 'unacknowledged' },
  ...{ sensor: { lesiId: 'OVEN', key, alias: '' }, ...parts },
})
const sensor = (key: string) => ({ lesiId: 'OVEN', key })
const marked = (
  active: readonly ActiveAlarm[] | undefined,
  shelved: readonly string[],
  ...keys: readonly string[]
) => sensorMark({ active: () => active, shelved: () => new Set(shelved) }, keys.map(sensor))

test('WD50 a sensor is marked by its most important alarm, and by nothing of others', () => {
  const active = [
    alarm('t', { priority: 3, id: '1' }),
    alarm('t', { priority: 2, state: 'acknowledged', text: 'too hot', id: '2' }),
    alarm('p', { priority: 1, id: '3' }),
    alarm(null, { priority: 1, id: '4' }),
  ]
  const ofT = { priority: 2, state: 'acknowledged', text: 'too hot' }
  expect(marked(active, [], 't')).toEqual({ alarm: ofT, count: 2, isShelved: false })
  expect(marked(active, [], 't', 'p')).toMatchObject({ alarm: { priority: 1 }, count: 3 })
  expect(marked(active, [], 'x')).toBeNull()
  const elsewhere = { active: () => active, shelved: () => undefined }
  expect(sensorMark(elsewhere, [{ lesiId: 'OTHER', key: 't' }])).toBeNull()
})

test('WD50 what is shelved is marked so; what is not known is not marked', () => {
  expect(marked([], ['OVEN t'], 't')).toEqual({ alarm: null, count: 0, isShelved: true })
  expect(marked([alarm('t', {})], ['OVEN t'], 't')).toMatchObject({ count: 1, isShelved: true })
  expect(marked([], ['OVEN p'], 't')).toBeNull()
  expect(marked(undefined, ['OVEN t'], 't')).toBeNull()
})
