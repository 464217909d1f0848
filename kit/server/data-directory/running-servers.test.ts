import { once } from 'node:events'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { pino } from 'pino'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { temporaryDirectory } from '#testing/temporary-directory.ts'
import { controlSocketOf, openDataDirectory } from './data-directory.ts'
import { registerServer, runningServers } from './running-servers.ts'

const log = pino({ level: 'silent' })
let registry = ''
beforeEach(() => {
  const runtime = temporaryDirectory()
  vi.stubEnv('TMPDIR', runtime)
  registry = join(runtime, `warroom-servers-${process.getuid?.()}`)
  onTestFinished(() => void vi.unstubAllEnvs())
})

test('AR1 the directories of the servers that run, until they end', async () => {
  expect(await runningServers()).toEqual([])
  const path = join(temporaryDirectory(), 'data')
  const directory = await openDataDirectory(path, log)
  const unregister = registerServer(path, log)
  expect(await runningServers()).toEqual([path])
  unregister()
  expect(await runningServers()).toEqual([])
  await directory.close()
})

test('AR1 a server that is too busy to answer runs, and its entry stays', async () => {
  const path = temporaryDirectory()
  const server = createServer().listen(controlSocketOf(path))
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  registerServer(path, log)
  expect(await runningServers()).toEqual([path])
  expect(readdirSync(registry)).toHaveLength(1)
})

test('AR1 entries of servers that were killed, and what is no entry, are removed', async () => {
  registerServer(temporaryDirectory(), log)
  for (const [name, text] of Object.entries({
    '1.json': '{',
    '2.json': 'null',
    '3.json': '{"dataDirectory":7}',
  }))
    writeFileSync(join(registry, name), text)
  expect(await runningServers()).toEqual([])
  expect(readdirSync(registry)).toEqual([])
})

test('AR1 what somebody else put in the place of the notes is not read', async () => {
  writeFileSync(registry, '')
  expect(await runningServers()).toEqual([])
  registerServer('/srv', log)
  expect(existsSync(registry)).toBe(true)
})
