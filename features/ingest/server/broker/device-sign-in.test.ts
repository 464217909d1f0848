import type { Client } from 'aedes'
import { expect, test } from 'vitest'
import type { CatalogueDevice } from '#kit/server/catalogue.ts'
import type { DeviceConnection } from './device-connection.ts'
import type { Credentials } from './device-credentials.ts'
import { DeviceSignIn } from './device-sign-in.ts'

const device: CatalogueDevice = {
  ...{ id: 1, lesiId: 'pump-1', name: 'Pump', product: '', silenceMs: 60_000 },
}

test('IN136 a certificate that is withdrawn while it is looked for signs nobody in', async () => {
  const found = Promise.withResolvers<{ lesiId: string }>()
  let isBound = true
  const ownerOf = () => (isBound ? found.promise : Promise.resolve({ reason: 'bound to none' }))
  const signIn = new DeviceSignIn({
    ...{ catalogue: { device: () => device }, refusals: { add: () => undefined } },
    ...{ certificates: { ownerOf }, verifyToken: () => false, autoRegister: false },
  } as unknown as Credentials)
  const client = { closed: false, conn: { once: () => undefined } } as unknown as Client
  const connection = {
    ...{ certificate: {}, address: '', budget: { moveTo: () => null }, willBytes: 0 },
  } as unknown as DeviceConnection
  const answered = new Promise<unknown>((resolve) => {
    signIn.authenticate(client, connection, undefined, undefined, (_error, isIn) => resolve(isIn))
  })
  // The database has said whose it is, and it is withdrawn before the answer is here.
  isBound = false
  signIn.endAll('pump-1')
  found.resolve({ lesiId: 'pump-1' })
  expect(await answered).toBe(false)
})
