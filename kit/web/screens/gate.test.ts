import { expect, test } from 'vitest'
import { permissions, roles, scadaGate, warRoomGate } from '#kit/model/permission.ts'
import { passesGate } from './gate.ts'

const holder = (names: readonly string[], held: readonly string[] = []) => ({
  roles: names,
  permissions: held,
})

test('KW6 admin passes every gate but a device’s', () => {
  const admin = holder(['admin'])
  expect(
    [warRoomGate, scadaGate, 'public', 'signed-in'].every((gate) =>
      passesGate(admin, gate as typeof warRoomGate),
    ),
  ).toBe(true)
  expect(passesGate(admin, 'device')).toBe(false)
})

test('KW6 one matching role or permission is enough', () => {
  expect(roles.filter((role) => passesGate(holder([role]), warRoomGate))).toEqual([
    'admin',
    'manager',
    'editor',
    'user',
    'free',
    'basic',
  ])
  expect(permissions.filter((name) => passesGate(holder(['visitor'], [name]), scadaGate))).toEqual([
    'view menu admin scada',
  ])
})

test('KW6 a gate that names neither lets everybody pass', () => {
  expect(passesGate(holder(['visitor']), {})).toBe(true)
})
