import { expect, test } from 'vitest'
import { passesGate } from './gate.ts'
import { permissions, roles, scadaGate, warRoomGate, type Gate } from './permission.ts'

const person = (names: readonly string[], held: readonly string[] = []) => ({
  roles: names,
  permissions: held,
})

test('KW6 admin passes every gate but a device’s', () => {
  const gates: readonly Gate[] = [warRoomGate, scadaGate, 'public', 'signed-in', 'device']
  expect(gates.filter((gate) => !passesGate(gate, person(['admin'])))).toEqual(['device'])
})

test('KW6 one matching role or permission is enough', () => {
  expect(roles.filter((role) => passesGate(warRoomGate, person([role])))).toEqual([
    'admin',
    'manager',
    'editor',
    'user',
    'free',
    'basic',
  ])
  expect(permissions.filter((name) => passesGate(scadaGate, person(['visitor'], [name])))).toEqual([
    'view menu admin scada',
  ])
  const second = permissions.filter((name) => name !== 'view menu admin scada')
  expect(passesGate(warRoomGate, person(['visitor', 'user']))).toBe(true)
  expect(passesGate(scadaGate, person(['visitor'], [...second, 'view menu admin scada']))).toBe(
    true,
  )
  expect(passesGate('signed-in', person(['visitor']))).toBe(true)
})

test('KW6 a gate that names neither cannot be written, and would let only admin pass', () => {
  // @ts-expect-error: a route that asks for a session alone says `signed-in`
  const empty: Gate = {}
  // @ts-expect-error: the same with lists
  const emptyLists: Gate = { roles: [], permissions: [] }
  for (const gate of [empty, emptyLists])
    expect(roles.filter((role) => passesGate(gate, person([role], permissions)))).toEqual(['admin'])
})

test('KW6 whoever is not signed in passes what is public, and nothing else', () => {
  const gates: readonly Gate[] = [warRoomGate, scadaGate, 'public', 'signed-in', 'device']
  expect(gates.filter((gate) => passesGate(gate, null))).toEqual(['public'])
})
