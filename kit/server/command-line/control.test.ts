import { once } from 'node:events'
import { statSync } from 'node:fs'
import { createConnection } from 'node:net'
import { text } from 'node:stream/consumers'
import { join } from 'node:path'
import fastCheck from 'fast-check'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryDirectory } from '#testing/temporary-directory.ts'
import { callControl, listenControl, type ControlServer } from './control.ts'

const log = pino({ level: 'silent' })

async function openControl(): Promise<{ path: string; control: ControlServer }> {
  const path = join(temporaryDirectory(), 'control.sock')
  const control = await listenControl(path, log)
  onTestFinished(() => control.close())
  return { path, control }
}

test('CC1 the socket is private', async () => {
  const { path } = await openControl()
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

test('CC1 outputs arrive in order, then the result', async () => {
  const { path, control } = await openControl()
  control.handle('count', async (parameters, output) => {
    for (let number = 1; number <= Number(parameters); number++) output(number)
    return 'done'
  })
  const outputs: unknown[] = []
  expect(await callControl(path, 'count', 3, { onOutput: (value) => outputs.push(value) })).toBe(
    'done',
  )
  expect(outputs).toEqual([1, 2, 3])
})

test('CC1 any JSON goes there and back', async () => {
  const { path, control } = await openControl()
  control.handle('echo', (parameters) => parameters)
  await fastCheck.assert(
    fastCheck.asyncProperty(fastCheck.jsonValue(), async (value) => {
      const normal: unknown = JSON.parse(JSON.stringify(value))
      expect(await callControl(path, 'echo', value)).toEqual(normal)
    }),
    { numRuns: 100 },
  )
})

test('CC1 a failing and an unknown command', async () => {
  const { path, control } = await openControl()
  control.handle('fail', () => {
    throw new Error('the device does not exist')
  })
  await expect(callControl(path, 'fail', {})).rejects.toMatchObject({
    code: 'failed',
    message: 'the device does not exist',
  })
  await expect(callControl(path, 'jump', {})).rejects.toMatchObject({ code: 'unknown_command' })
  await expect(callControl(`${path}-none`, 'jump', {})).rejects.toMatchObject({
    code: 'not_running',
  })
})

test.for(['garbage\n', 'null\n', '[]\n', '{"command":{}}\n', `${'x'.repeat(2_000_000)}\n`])(
  'CC1 a malformed request harms nobody (%#)',
  async (request) => {
    const { path, control } = await openControl()
    control.handle('echo', (parameters) => parameters)
    const socket = createConnection(path)
    socket.on('error', () => undefined)
    socket.write(request)
    expect(await text(socket).catch(() => '')).not.toContain('result')
    expect(await callControl(path, 'echo', 1)).toBe(1)
  },
)

test('CC2 a command is aborted when its caller goes, and when the server closes', async () => {
  const { path, control } = await openControl()
  const begun = Promise.withResolvers<AbortSignal>()
  control.handle('wait', async (_, output, signal) => {
    output('begun')
    begun.resolve(signal)
    await once(signal, 'abort')
  })
  const leaving = new AbortController()
  const call = callControl(
    path,
    'wait',
    {},
    { signal: leaving.signal, onOutput: () => leaving.abort() },
  )
  await expect(call).rejects.toMatchObject({ code: 'disconnected' })
  const signal = await begun.promise
  if (!signal.aborted) await once(signal, 'abort')
  const cut = callControl(path, 'wait', {}, { onOutput: () => void control.close() })
  await expect(cut).rejects.toMatchObject({ code: 'disconnected' })
})
