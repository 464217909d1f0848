import { beforeEach, expect, it } from 'vitest'
import { AppError } from '#kit/model/calls/errors.ts'
import { Budget } from '#kit/server/budget/budget.ts'
import type { Catalogue } from '#kit/server/catalogue.ts'
import { Refusals } from '../refusals/refusals.ts'
import { asConnectError, authenticate } from './device-credentials.ts'

const device = { id: 1, lesiId: 'pump-1', name: 'Pump', silenceMs: 60_000 }
const token = 'sixteen letters.'
let refusals: Refusals
let registered: string[]

beforeEach(() => {
  refusals = new Refusals(Date.now, new Budget(64 * 2 ** 20))
  registered = []
})

function signIn(username: string | undefined, password: string | undefined, autoRegister = false) {
  const catalogue = {
    device: (lesiId: string) => (lesiId === 'pump-1' ? device : undefined),
    registerDevice: async (lesiId: string) => (registered.push(lesiId), { ...device, lesiId }),
  } as unknown as Catalogue
  const verifyToken = (_lesiId: string, given: string) => given === token
  const bytes = password === undefined ? undefined : Buffer.from(password)
  const certificates = { ownerOf: async () => ({ reason: 'none is shown here' }) }
  const services = { catalogue, refusals, verifyToken, autoRegister, certificates }
  return authenticate(services, {
    ...{ username, password: bytes, certificate: null, address: '192.0.2.1' },
  })
}

it('IN4 signs in who brings the token of the device, and nobody else', async () => {
  await expect(signIn('pump-1', token)).resolves.toBe(device)
  for (const [name, password] of [
    ['pump-1', 'wrong'],
    ['pump-1', undefined],
    ['pump-2', token],
    [undefined, undefined],
  ])
    await expect(signIn(name, password)).rejects.toMatchObject({ code: 'device_unauthenticated' })
  expect(refusals.list().map(({ lesiId, reason }) => [lesiId, reason])).toEqual([
    [null, 'no such device'],
    ['pump-2', 'no such device'],
    ['pump-1', 'wrong token'],
    ['pump-1', 'wrong token'],
  ])
  // They have not shown who they are.
  expect([refusals.namelessTotal, refusals.total]).toEqual([4, 4])
})

it('IN4 registers only unknown devices with a sound name and 16 characters of token', async () => {
  await signIn('pump-2', token, true)
  await expect(signIn('pump-2', token.slice(1), true)).rejects.toThrow()
  await expect(signIn('pump 2\u0000', token, true)).rejects.toThrow()
  await expect(signIn('pump-1', 'the token of another', true)).rejects.toThrow()
  await expect(signIn('pump-3', token)).rejects.toThrow()
  expect(registered).toEqual(['pump-2'])
})

it('IN4 CONNACK has code 4 for wrong credentials, 3 for what may pass', () => {
  const codeOf = (error: unknown) => asConnectError(error).returnCode
  expect(codeOf(new AppError('device_unauthenticated', 'wrong token'))).toBe(4)
  expect(codeOf(new AppError('store_unavailable', 'later'))).toBe(3)
  expect(codeOf(new Error('connect ECONNREFUSED'))).toBe(3)
})
