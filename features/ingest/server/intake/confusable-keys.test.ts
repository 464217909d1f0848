import { beforeEach, expect, it } from 'vitest'
import type { Sensor } from '#kit/model/sensor.ts'
import { ConfusableKeys } from './confusable-keys.ts'

const ligature = '\ufb01lter'
let keys: Map<number, Set<string>>
let listings: number
let looks: ConfusableKeys

beforeEach(() => {
  keys = new Map([[1, new Set()]])
  listings = 0
  looks = new ConfusableKeys({
    sensorByKey: (device, key) => (keys.get(device)?.has(key) ? ({ key } as Sensor) : undefined),
    sensorsOf(device) {
      listings++
      return [...(keys.get(device) ?? [])].map((key) => ({ key }) as Sensor)
    },
  })
})

function add(deviceId: number, key: string): void {
  expect(looks.claim(deviceId, key)).toBeNull()
  keys.set(deviceId, (keys.get(deviceId) ?? new Set()).add(key))
  looks.added(deviceId, [key])
}

it('IN33 a key is no look-alike of itself, also when it was added meanwhile', () => {
  expect([looks.claim(1, 'temp'), looks.claim(1, 'temp')]).toEqual([null, null])
  add(1, 'temp')
  add(1, ligature)
  expect([looks.claim(1, 'temp'), looks.claim(1, ligature)]).toEqual([null, null])
})

it('IN33 finds a look-alike that was added after the first new key of the device', () => {
  add(1, 'temp')
  add(1, ligature)
  expect(looks.claim(1, 'filter')).toBe(ligature)
})

it('IN33 finds a look-alike among the sensors that the device had before', () => {
  keys.set(1, new Set([ligature]))
  expect(looks.claim(1, 'filter')).toBe(ligature)
})

it('IN33 a key that could not be added gives way to one that looks like it', () => {
  expect(looks.claim(1, ligature)).toBeNull()
  expect(looks.claim(1, 'filter')).toBe(ligature)
  looks.added(1, [ligature])
  expect(looks.claim(1, 'filter')).toBeNull()
})

it('IN33 what one device adds does not concern another', () => {
  expect([looks.claim(1, ligature), looks.claim(2, 'filter')]).toEqual([null, null])
})

it('IN33 reads the sensors of a device once, however many keys it invents', () => {
  for (let index = 0; index < 100; index++) add(1, `key-${index}`)
  expect(listings).toBe(1)
})
