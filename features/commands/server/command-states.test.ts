import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import type { FastifyRequest } from 'fastify'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { accounts } from '#features/accounts/server/users/accounts.ts'
import { CommandOutlet } from '#features/ingest/server/mqtt/command-outlet.ts'
import { OwnCommands } from '#features/ingest/server/commands/own-commands.ts'
import type { Catalogue } from '#kit/server/catalogue.ts'
import { CommandProtocols } from '#kit/server/devices/device-commands.ts'
import { recordAudit } from '#testing/audit.ts'
import { eventually } from '#testing/eventually.ts'
import { insertAccount } from '#testing/postgres/accounts-store.ts'
import { withHeldAnswers } from '#testing/postgres/held-answers.ts'
import { insertDeviceAlone } from '#testing/postgres/devices-store.ts'
import { testDatabase, type TestDatabase } from '#testing/postgres/postgres.ts'
import { speed } from '#testing/sites/command-site.ts'
import { CommandRuns } from './command-runs.ts'
import { insertCommand, readCommand } from './commands-store.ts'
import { takeCommand } from './send-command.ts'
import { writeSettings } from './settings-store.ts'

const answerWithinMs = 15_000
const device = { id: 0, lesiId: 'pump-1', name: 'Pump', silenceMs: 60_000 }
let database: TestDatabase
let userId = 0
let now = Date.UTC(2026, 10, 22)

beforeAll(async () => {
  database = await testDatabase()
  userId = await insertAccount(database.sql, { email: 'a@example.org', roles: ['admin'] })
  device.id = await insertDeviceAlone(database.sql, {
    ...{ lesi_id: device.lesiId, name: device.name, token_hash: Buffer.alloc(32) },
  })
  await database.sql
    .transaction()
    .execute((transaction) =>
      writeSettings(transaction, device.id, { enabled: true, targets: [speed], version: 1 }),
    )
})
afterAll(() => database.drop())
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

const catalogue = {
  device: () => device,
  deviceById: () => device,
  visibleDeviceIds: () => new Set([device.id]),
  sensorByKey: () => undefined,
} as unknown as Catalogue

/** A server: what it published, and what is done to it. Only the broker is not there. */
async function startServer(published: string[], isConnected: () => boolean, sql = database.sql) {
  const outlet = new CommandOutlet()
  outlet.connect({
    publish: () => undefined,
    readiness: () => (isConnected() ? 'ready' : 'not-connected'),
    publishCommand: ({ id }) => void published.push(id),
  })
  const clock = () => now
  const own = new OwnCommands({ outlet, clock })
  const protocols = new CommandProtocols()
  protocols.register(own)
  const log = pino({ level: 'silent' })
  const runs = new CommandRuns({ sql, audit: recordAudit, catalogue, clock, log })
  await runs.recover()
  const current = { get: () => undefined }
  const caller = { userId, sessionId: '', roles: ['admin'], permissions: [] }
  const sessions = { readCaller: async () => caller }
  const services = {
    ...{ sql, audit: recordAudit, accounts, sessions, catalogue, current, clock, protocols, runs },
  }
  const asking = {
    caller,
    request: { caller: { userId }, ip: '203.0.113.7', id: 'r' } as unknown as FastifyRequest,
    lesiId: device.lesiId,
  }
  return {
    ...{ own, runs },
    take: (id: string) =>
      takeCommand({ ...services, answerWithinMs }, asking, {
        ...{ id, protocol: 'warroom', target: 'speed', value: 7, confirmedAt: now },
      }),
  }
}

type Event =
  | 'send'
  | 'send twice at once'
  | 'accepted'
  | 'done'
  | 'refused'
  | 'foreign answer'
  | 'timeout'
  | 'disconnect'
  | 'connect'
  | 'kill'
  | 'stop'

interface Model {
  outcome: string | null
  isSent: boolean
  isAccepted: boolean
  isConnected: boolean
}

/** What must have become of the command after an event. */
function follow(model: Model, event: Event): void {
  if (event === 'connect' || event === 'disconnect') model.isConnected = event === 'connect'
  if (event.startsWith('send') && !model.isSent && model.outcome === null) {
    if (model.isConnected) model.isSent = true
    else model.outcome = 'not-connected'
    return
  }
  if (!model.isSent || model.outcome !== null) return
  if (event === 'accepted') model.isAccepted = true
  if (event === 'done' || event === 'refused') model.outcome = event
  if (event === 'timeout') model.outcome = model.isAccepted ? 'accepted' : 'unanswered'
  if (event === 'kill' || event === 'stop') model.outcome = 'unclear'
}

async function pass(ms: number): Promise<void> {
  now += ms
  await vi.advanceTimersByTimeAsync(ms)
}

async function outcomesInAudit(id: string): Promise<number> {
  const entries = await database.sql.selectFrom('audit_entries').select('after').execute()
  return entries.filter(({ after }) => {
    const { command, outcome } = after as { command?: string; outcome?: string }
    return command === id && outcome !== undefined
  }).length
}

const event = fc.constantFrom<Event>(
  ...(['send', 'send', 'send twice at once', 'accepted', 'done', 'refused'] as const),
  ...(['foreign answer', 'timeout', 'disconnect', 'connect', 'kill', 'stop'] as const),
)

it('CM12 whatever happens in whatever order, a command is sent once and ends once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 1, maxLength: 9 }), async (events) => {
      const id = randomUUID()
      const published: string[] = []
      const model = { outcome: null, isSent: false, isAccepted: false, isConnected: true } as Model
      const start = () => startServer(published, () => model.isConnected)
      let server = await start()
      const answer = (outcome: string, lesiId = device.lesiId) =>
        server.own.answer(lesiId, Buffer.from(JSON.stringify({ id, outcome })))
      for (const each of [...events, 'send', 'timeout'] as const) {
        follow(model, each)
        if (each === 'send') await server.take(id)
        if (each === 'send twice at once') await Promise.all([server.take(id), server.take(id)])
        if (each === 'foreign answer') expect(answer('done', 'pump-2')).not.toBeNull()
        if (each === 'accepted' || each === 'done' || each === 'refused') answer(each)
        if (each === 'timeout') await pass(answerWithinMs)
        if (each === 'stop') await server.runs.stop()
        // Nothing of a killed process goes on.
        if (each === 'kill') vi.clearAllTimers()
        if (each === 'kill' || each === 'stop') server = await start()
        await eventually(`after ${each} it is ${model.outcome}`, async () => {
          const stored = await readCommand(database.sql, id)
          return (stored?.outcome ?? null) === model.outcome
        })
      }
      expect(published).toEqual(model.isSent ? [id] : [])
      expect(await outcomesInAudit(id)).toBe(1)
      await pass(120_000)
    }),
    { numRuns: 60 },
  )
})

it('CM15 what is stored as under way and is not ends unclear, and its target is free', async () => {
  const published: string[] = []
  const { take, runs } = await startServer(published, () => true)
  const [lost, other, next] = [randomUUID(), randomUUID(), randomUUID()]
  await take(other)
  const stored = await readCommand(database.sql, other)
  if (!stored) throw new Error('it is stored')
  await pass(answerWithinMs)
  const outcomeOf = async (id: string) => (await readCommand(database.sql, id))?.outcome
  await eventually('the other has ended', async () => (await outcomeOf(other)) === 'unanswered')
  // The answer to the end of its transaction did not come: nobody began it.
  const isStored = await database.sql
    .transaction()
    .execute((transaction) => insertCommand(transaction, { ...stored, id: lost }))
  expect(isStored).toBe(true)
  await expect(take(next)).rejects.toMatchObject({ code: 'conflict' })
  await runs.endLost()
  expect(await outcomeOf(lost)).toBe(null)
  now += 30_001
  await runs.endLost()
  expect([await outcomeOf(lost), await outcomesInAudit(lost)]).toEqual(['unclear', 1])
  await take(next)
  now += 60_000
  await runs.endLost()
  expect(await outcomeOf(next)).toBe(null)
  expect(published).toEqual([other, next])
  await runs.stop()
})

it('CM6 a value beyond limits that were narrowed meanwhile is refused, and not sent', async () => {
  const published: string[] = []
  const isFirst = (number: number) => number === 1
  const held = withHeldAnswers(database.sql, /from "command_settings"/, isFirst)
  const { take } = await startServer(published, () => true, held.sql)
  const taken = take(randomUUID())
  await eventually('the limits were read', () => held.count() === 1)
  const narrower = { enabled: true, targets: [{ ...speed, maximum: 5 }], version: 2 }
  await database.sql
    .transaction()
    .execute((transaction) => writeSettings(transaction, device.id, narrower))
  held.release()
  await expect(taken).rejects.toMatchObject({ code: 'invalid' })
  expect(published).toEqual([])
})
