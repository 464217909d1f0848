import { expect, test } from 'vitest'
import { missingOf } from './missing.ts'

const mail = { kind: 'mail' as const, recipients: ['a@plant.test'] }
const push = (roles: string[], recipients: string[] = []) => ({
  ...{ kind: 'push' as const, roles, recipients },
})
const everything = { devices: [], areas: [], shifts: [], target: mail }
const existing = {
  roles: ['operator'],
  areas: [{ kind: 'zone' as const, name: 'Hall 1' }],
  shifts: ['Early', 'Late'],
}
const zone = (name: string) => ({ kind: 'zone' as const, name })

test('NT29 a route that names what is there misses nothing', () => {
  const none = { names: [], isSilent: false }
  expect(missingOf(everything, existing)).toEqual(none)
  const named = { areas: [zone('Hall 1')], shifts: ['Late'], target: push(['operator']) }
  expect(missingOf({ ...everything, ...named }, existing)).toEqual(none)
})

test('NT29 a route is silent without any of its shifts, areas or roles', () => {
  const silent = (names: string[]) => ({ names, isSilent: true })
  const night = { ...everything, shifts: ['Night'] }
  expect(missingOf(night, existing)).toEqual(silent(['Night']))
  expect(missingOf(night, { ...existing, shifts: [] })).toEqual(silent(['Night']))
  const area = { ...everything, areas: [{ kind: 'site' as const, name: 'Hall 1' }] }
  expect(missingOf(area, existing)).toEqual(silent(['Hall 1']))
  const role = { ...everything, target: push(['fitter']) }
  expect(missingOf(role, existing)).toEqual(silent(['fitter']))
})

test('NT29 a route with something that is left goes on', () => {
  const going = (names: string[]) => ({ names, isSilent: false })
  const shifts = { ...everything, shifts: ['Night', 'Late'] }
  expect(missingOf(shifts, existing)).toEqual(going(['Night']))
  const areas = { ...everything, devices: ['PUMP-1'], areas: [zone('Hall 9')] }
  expect(missingOf(areas, existing)).toEqual(going(['Hall 9']))
  const roles = { ...everything, target: push(['fitter'], ['a@plant.test']) }
  expect(missingOf(roles, existing)).toEqual(going(['fitter']))
})
