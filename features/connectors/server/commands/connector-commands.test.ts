import { getEventListeners } from 'node:events'
import { expect, it } from 'vitest'
import type { DeviceCommand } from '#kit/server/devices/device-commands.ts'
import { connectorCommands } from './connector-commands.ts'

const command = {
  ...{ id: 'a', device: { lesiId: 'pump-1' }, value: 1 },
  target: { id: '7 valve' },
} as DeviceCommand

it('CN32 nothing of a command that has ended waits for the end of the server', async () => {
  const [protocol] = connectorCommands({
    manager: { writersOf: () => [], write: async () => ({ outcome: 'done' }) },
    catalogue: { sensorByKey: () => undefined },
  })
  const { signal } = new AbortController()
  const options = { deadline: Date.now() + 60_000, signal, onAccepted: () => undefined }
  expect(await protocol?.send(command, options)).toEqual({ outcome: 'done' })
  expect(getEventListeners(signal, 'abort')).toEqual([])
})

it('CN32 a command that is sent while the server ends waits for no answer', async () => {
  const [protocol] = connectorCommands({
    manager: { writersOf: () => [], write: () => new Promise(() => undefined) },
    catalogue: { sensorByKey: () => undefined },
  })
  const signal = AbortSignal.abort(new Error('the server stops'))
  const options = { deadline: Date.now() + 60_000, signal, onAccepted: () => undefined }
  await expect(protocol?.send(command, options)).rejects.toThrow('the server stops')
})
