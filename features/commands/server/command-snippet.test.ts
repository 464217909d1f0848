import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { snippets } from '#features/devices/contract/snippets.ts'
import { eventually } from '#testing/eventually.ts'
import { allowCommands, asked, outcomeOf, send, targetsOf } from '#testing/sites/command-site.ts'
import { devices } from '#testing/sites/shared-device-site.ts'

const { site, administrator, newDevice } = devices

it('DV16 the snippet that receives commands runs as it stands and answers', async () => {
  const lesiId = await newDevice()
  await allowCommands(administrator, lesiId)
  // Here, so that it finds the library.
  const directory = mkdtempSync(join(import.meta.dirname, '.snippet-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const { hostname, port } = new URL(site.server.mqttUrl)
  const place = { lesiId, mqttHost: hostname, mqttPort: Number(port), httpOrigin: '' }
  writeFileSync(join(directory, 'commands.mjs'), snippets.commands(place))
  const program = spawn(process.execPath, [join(directory, 'commands.mjs')], {
    env: { ...process.env, TOKEN: site.tokenOf(lesiId) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(program, 'exit')
  onTestFinished(async () => {
    program.kill()
    await ended
  })
  let output = ''
  program.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  await eventually('it listens', async () =>
    (await targetsOf(administrator, lesiId)).some(({ readiness }) => readiness === 'ready'),
  )
  const body = asked(1_200)
  expect((await send(administrator, lesiId, body)).status).toBe(200)
  expect((await outcomeOf(administrator, lesiId, body.id)).outcome).toBe('done')
  await eventually('it says what came', () => output === 'speed 1200\n')
})
