import { expect, test } from 'vitest'
import type { Device } from '#features/devices/contract/routes.ts'
import { deviceStates, newerLook, notOnline } from './device-states.ts'

const device = (id: number, parts: Partial<Device> = {}) =>
  ({
    ...{ id, lesiId: `D${id}`, name: `Device ${id}`, access: 'open', status: 'online' },
    ...{ statusSince: 1_000, ...parts },
  }) as Device
const source = (
  known: Readonly<Record<number, { status: 'online' | 'offline'; since: number }>>,
) => ({
  device: (id: number) => known[id],
})
const stateOf = (...input: Parameters<typeof deviceStates>) =>
  deviceStates(...input).map(({ lesiId, state }) => `${lesiId} ${state}`)

test('WD45 a device is what the live source says, else what the list reported', () => {
  const devices = [device(1), device(2), device(3, { status: 'offline', statusSince: null })]
  expect(stateOf(devices, source({ 2: { status: 'offline', since: 5 } }), true)).toEqual([
    ...['D1 online', 'D2 offline', 'D3 never'],
  ])
})

test('WD45 of the past nothing is taken from today: without a recording it is not known', () => {
  expect(
    stateOf([device(1), device(2)], source({ 2: { status: 'offline', since: 5 } }), false),
  ).toEqual(['D1 unknown', 'D2 offline'])
})

test('WD45 devices that are closed to the person are not counted', () => {
  expect(stateOf([device(1, { access: 'ended', status: null })], source({}), true)).toEqual([])
})

test('WD45 those not online are named, the latest first, those never seen after them', () => {
  const devices = [
    device(1, { status: 'offline', statusSince: null }),
    device(2, { status: 'offline', statusSince: 10 }),
    device(3),
    device(4, { status: 'offline', statusSince: 20 }),
  ]
  const named = notOnline(deviceStates(devices, source({}), true)).map(({ lesiId }) => lesiId)
  expect(named).toEqual(['D4', 'D2', 'D1'])
})

test('WD62 of the same devices there is another look when something is to be drawn', () => {
  const zone = 'Asia/Taipei'
  const evening = Date.parse('2026-11-30T23:59:58+08:00')
  const look = (now: number, part: Partial<Device> = {}) => ({
    states: deviceStates([device(1, { status: 'offline', ...part })], source({}), true),
    now,
  })
  const last = look(evening)
  expect(newerLook(last, look(evening + 1_000), zone)).toBe(last)
  const other = look(evening + 1_000, { statusSince: 2_000 })
  expect(newerLook(last, other, zone)).toBe(other)
  // A time of yesterday has its day from the midnight of the site on.
  const night = look(evening + 2_000)
  expect(newerLook(last, night, zone)).toBe(night)
  expect(newerLook(night, look(evening + 3_000), zone)).toBe(night)
})
