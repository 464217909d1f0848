import { tmpdir } from 'node:os'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { AppError } from '#kit/model/calls/errors.ts'
import type { DeviceIntake, FetchedValue } from '#kit/server/devices/device-intake.ts'
import { isAlive } from '#testing/is-alive.ts'
import { runnableKinds } from '#testing/programs/connector-kinds.ts'
import type { Configuration } from '../driver.ts'
import { ConnectorManager, type StoredConnector } from './connector-manager.ts'

let manager: ConnectorManager
/** Values by device, as they came. */
let taken: Map<string, FetchedValue[]>
let statuses: string[]
/** What the intake answers instead of taking values. */
let refusal: AppError | null
let connectors = 0

const intake: DeviceIntake = {
  async take(_fetcher, lesiId, values) {
    if (refusal) throw refusal
    taken.set(lesiId, [...(taken.get(lesiId) ?? []), ...values])
    return { stored: values.length, refused: [] }
  },
  refuse: () => undefined,
  reportStatus: (lesiId, status) => void statuses.push(`${lesiId} ${status}`),
}

const start = (change: Partial<ConstructorParameters<typeof ConnectorManager>[0]> = {}) =>
  new ConnectorManager({
    ...{ intake, clock: Date.now, log: pino({ level: 'silent' }) },
    ...{ kinds: runnableKinds, directory: tmpdir() },
    kindsModule: import.meta.resolve('#testing/programs/connector-kinds.ts'),
    backOff: { firstMs: 50, maximumMs: 100, resetAfterMs: 60_000 },
    ...change,
  })

beforeEach(() => {
  ;[taken, statuses, refusal] = [new Map(), [], null]
  manager = start()
})
afterEach(() => manager.close())

/** Runs a connector of this kind, which sends for a device of the same name; its id. */
async function run(kind: string, change: Partial<StoredConnector> = {}): Promise<number> {
  const configuration: Configuration = { settings: { lesiId: kind }, secrets: {} }
  const id = ++connectors
  const devices = new Set([kind])
  const plain = { id, kind, name: kind, isPaused: false, commandTargets: () => [] }
  const connector = { ...plain, devices, configuration, ...change }
  await manager.put(connector)
  return id
}

const ofSteady: Configuration = { settings: { lesiId: 'steady' }, secrets: {} }

/** Until something is so: processes take their time to start. */
const poll = <Value>(read: () => Value) => expect.poll(read, { timeout: 20_000 })

const count = (lesiId: string) => taken.get(lesiId)?.length ?? 0
const failureOf = (id: number) => manager.status(id)?.lastFailure?.code

it('CN1 runs a connector, hands over what it fetches, and ends it', async () => {
  const id = await run('steady')
  await poll(() => count('steady')).toBeGreaterThan(20)
  const status = manager.status(id)
  expect(status).toMatchObject({ state: 'running', lastFailure: null, nextTryAt: null, refused: 0 })
  expect(status?.rate).toBeGreaterThan(0)
  expect(status?.lastReadingAt).toBeGreaterThan(Date.now() - 60_000)
  const values = taken.get('steady')?.map(({ value }) => value)
  expect(values).toEqual(Array.from({ length: count('steady') }, (_, value) => value))
  await manager.remove(id)
  const after = count('steady')
  expect(statuses).toEqual(['steady offline'])
  expect(manager.status(id)).toBeNull()
  await run('steady', { devices: new Set() })
  await poll(() => manager.status(connectors)?.state).toBe('running')
  expect(count('steady')).toBe(after)
})

it('CN2 one that is refused reports why and when it retries, and goes on retrying', async () => {
  const id = await run('refused')
  await poll(() => manager.status(id)?.state).toBe('failing')
  expect(manager.status(id)?.lastFailure).toEqual({
    ...{ code: 'sign_in_refused', detail: 'wrong password', at: expect.any(Number) },
  })
  await poll(() => {
    const { nextTryAt, lastFailure } = manager.status(id) ?? {}
    return nextTryAt && lastFailure && nextTryAt > lastFailure.at
  }).toBe(true)
  const first = manager.status(id)?.lastFailure?.at ?? 0
  await poll(() => manager.status(id)?.lastFailure?.at).toBeGreaterThan(first)
  await run('refused', { id, isPaused: true })
  expect(manager.status(id)).toMatchObject({ state: 'paused', nextTryAt: null })
})

it('CN3 one that hangs, throws or allocates is ended, and its neighbour goes on', async () => {
  manager = start({ hungAfterMs: 3_000 })
  await run('steady')
  const ids = [await run('hanging'), await run('throwing'), await run('allocating')]
  const ends = ['process_hung', 'process_ended', 'process_ended']
  await poll(() => ids.map(failureOf)).toEqual(ends)
  const [, throwing = 0] = ids
  expect(manager.status(throwing)?.lastFailure?.detail).toContain('thrown by the kind')
  const before = count('steady')
  await poll(() => count('steady')).toBeGreaterThan(before + 50)
  // One that ended is started again.
  const at = manager.status(throwing)?.lastFailure?.at ?? 0
  await poll(() => manager.status(throwing)?.lastFailure?.at).toBeGreaterThan(at)
})

it('CN3 one that floods is held back, and its neighbour goes on', async () => {
  const steady = await run('steady')
  const flooding = await run('flooding')
  await poll(() => failureOf(flooding)).toBe('overloaded')
  const before = count('steady')
  await poll(() => count('steady')).toBeGreaterThan(before + 100)
  expect(manager.status(steady)?.state).toBe('running')
})

it('CN3 one whose process ended runs once, whatever else ends a process meanwhile', async () => {
  manager = start({ backOff: { firstMs: 3_000, maximumMs: 3_000, resetAfterMs: 60_000 } })
  const id = await run('steady')
  await poll(() => count('steady')).toBeGreaterThan(0)
  for (const pid of manager.pids) process.kill(pid, 'SIGKILL')
  await poll(() => failureOf(id)).toBe('process_ended')
  taken.clear()
  // The trial has a process of its kind before the connector has one again.
  const configuration: Configuration = { settings: { ends: true }, secrets: {} }
  const { failure } = await manager.probe('steady', configuration, { action: 'test' })
  expect(failure?.code).toBe('process_ended')
  const nextTryAt = manager.status(id)?.nextTryAt ?? Infinity
  await poll(() => manager.status(id)?.lastReadingAt ?? 0).toBeGreaterThan(nextTryAt + 500)
  const values = taken.get('steady')?.map(({ value }) => value)
  expect(values).toEqual(Array.from({ length: count('steady') }, (_, value) => value))
})

it('CN4 sends for the devices that it was configured for, and for no other', async () => {
  await run('steady', { devices: new Set(['another']) })
  const id = await run('telling', { devices: 'any' })
  await poll(() => count('telling')).toBe(1)
  expect(count('steady')).toBe(0)
  expect(manager.status(id)?.readings).toBe(1)
})

it('CN5 its process has nothing of the server’s environment', async () => {
  process.env['SECRET_KEY'] = 'a secret of the server'
  await run('telling')
  await poll(() => count('telling')).toBe(1)
  delete process.env['SECRET_KEY']
  const names = String(taken.get('telling')?.[0]?.value).split(' ')
  expect(names).toContain('PATH')
  expect(names.filter((name) => /SECRET|DATABASE|CLICKHOUSE|WARROOM/.test(name))).toEqual([])
})

it('CN6 what the store cannot take now is sent again, in order, and nothing is lost', async () => {
  refusal = new AppError('store_unavailable', 'no room', { retryAfterSeconds: 5 })
  const id = await run('steady')
  await poll(() => manager.status(id)?.state).toBe('running')
  refusal = null
  await poll(() => count('steady')).toBeGreaterThan(5)
  expect(taken.get('steady')?.[0]?.value).toBe(0)
})

it('CN7 a configuration is tested without being stored, and reports why it fails', async () => {
  const configuration = { settings: { lesiId: 'x' }, secrets: { password: 'p' } }
  expect(await manager.probe('steady', configuration, { action: 'test' })).toMatchObject({
    ...{ failure: null, found: { settings: '{"lesiId":"x"}', password: 'p' } },
  })
  expect(await manager.probe('refused', configuration, { action: 'test' })).toMatchObject({
    ...{ failure: { code: 'certificate_refused', detail: 'expired' }, found: null },
  })
  const browse = { action: 'browse', request: {} } as const
  const { failure } = await manager.probe('steady', configuration, browse)
  expect(failure?.code).toBe('not_permitted')
})

it('CN8 leaves no process behind', async () => {
  await run('steady')
  await run('silent')
  await poll(() => count('steady')).toBeGreaterThan(0)
  const { pids } = manager
  expect(pids).toHaveLength(2)
  await manager.close()
  expect(pids.filter(isAlive)).toEqual([])
})

it('CN40 a configuration that is tried while the server ends begins no process', async () => {
  await manager.close()
  const configuration: Configuration = { settings: { lesiId: 'x' }, secrets: {} }
  const { failure } = await manager.probe('steady', configuration, { action: 'test' })
  expect(failure?.code).toBe('process_ended')
  expect(manager.pids).toEqual([])
})

it('CN41 a device that is being added is off line after its connection', async () => {
  const added = Promise.withResolvers<void>()
  manager = start({
    backOff: { firstMs: 60_000, maximumMs: 60_000, resetAfterMs: 60_000 },
    intake: {
      ...intake,
      async take(_fetcher, lesiId, values) {
        taken.set(lesiId, [...values])
        await added.promise
        statuses.push(`${lesiId} online`)
        return { stored: values.length, refused: [] }
      },
    },
  })
  const id = await run('steady')
  await poll(() => count('steady')).toBe(1)
  for (const pid of manager.pids) process.kill(pid, 'SIGKILL')
  await poll(() => failureOf(id)).toBe('process_ended')
  added.resolve()
  await poll(() => statuses.at(-1)).toBe('steady offline')
})

it('CN42 a device that was on line without values is off line with its connector', async () => {
  const id = await run('present')
  await poll(() => statuses).toEqual(['present online'])
  await manager.remove(id)
  expect(statuses).toEqual(['present online', 'present offline'])
})

it('CN53 a device that another connector reaches stays on line when one has ended', async () => {
  const ids = [await run('steady'), await run('steady')]
  await poll(() => ids.every((id) => manager.status(id)?.lastReadingAt)).toBe(true)
  const [first = 0, second = 0] = ids
  await manager.remove(first)
  expect(statuses).toEqual([])
  await manager.remove(second)
  expect(statuses).toEqual(['steady offline'])
})

it('CN67 a connector that had only what was retained of a device does not reach it', async () => {
  const steady = await run('steady')
  const devices = new Set(['steady'])
  const recalling = await run('recalling', { devices, configuration: ofSteady })
  const haveSent = () => [steady, recalling].every((id) => manager.status(id)?.lastReadingAt)
  await poll(haveSent).toBe(true)
  await manager.remove(steady)
  expect(statuses).toEqual(['steady offline'])
})
