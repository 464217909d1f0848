import { pino } from 'pino'
import { beforeEach, expect, it } from 'vitest'
import { AppError } from '#kit/model/calls/errors.ts'
import { Budget } from '#kit/server/budget/budget.ts'
import type { Catalogue } from '#kit/server/catalogue.ts'
import type { Intake, Outcome } from '../intake/intake.ts'
import { Refusals } from '../refusals/refusals.ts'
import type { SparkplugHost } from '../sparkplug/sparkplug-host.ts'
import { DeviceMessages } from './device-messages.ts'

const source = { source: 'MQTT here', address: '192.0.2.1' }
const telemetry = { lesiId: 'pump-1', kind: 'telemetry' } as const
const status = { lesiId: 'pump-1', kind: 'status' } as const

let take: () => Promise<Outcome>
let reported: string[]
let logged: { level: number; code: string }[]
let refusals: Refusals
let messages: DeviceMessages

beforeEach(() => {
  take = async () => ({ stored: 1, refused: [] })
  reported = []
  logged = []
  refusals = new Refusals(Date.now, new Budget(64 * 2 ** 20))
  messages = new DeviceMessages({
    catalogue: {
      device: (lesiId: string) => (lesiId === 'pump-1' ? { id: 7, lesiId } : undefined),
    } as unknown as Catalogue,
    intake: { take: () => take() } as unknown as Intake,
    presence: {
      messageReceived: (id) => reported.push(`${id}`),
      statusReported: (id, state) => reported.push(`${id} ${state}`),
    },
    refusals,
    sparkplug: {} as unknown as SparkplugHost,
    ownCommands: { answer: () => null },
    logger: pino({ level: 'trace' }, { write: (line) => logged.push(JSON.parse(line) as never) }),
  })
})

const receive = (payload: string | Buffer, topic: typeof telemetry | typeof status = telemetry) =>
  messages.receive(topic, Buffer.from(payload), source)
const listed = () => refusals.list().map(({ field, reason }) => `${field}: ${reason}`)

it('IN20 refuses what meets a defect, under the code that the log has', async () => {
  take = () => Promise.reject(new TypeError('undefined is not a function'))
  const failing = async () => receive('{"a":1}')
  const receipts = [await failing(), await failing()]
  const reason = expect.stringMatching(/^internal error [0-9a-f]{8}; the server cannot take this$/)
  for (const receipt of receipts)
    expect(receipt).toEqual({ isRefused: true, problems: [{ field: 'document', reason }] })
  expect(new Set(listed()).size).toBe(1)
  expect(logged.map(({ level }) => level)).toEqual([50, 20])
  expect(listed()[0]).toContain(logged[0]?.code)
})

it('IN20 different defects have different codes, whatever their messages say', async () => {
  const first = () => new RangeError(`at ${Math.random()}`)
  for (const error of [first, first, () => new RangeError('elsewhere'), () => 'no error at all']) {
    take = () => Promise.reject(error() as Error)
    await receive('{"a":1}')
  }
  expect(new Set(logged.map(({ code }) => code)).size).toBe(3)
})

it('IN5 rejects what may be taken later, and lists it', async () => {
  for (const code of ['store_unavailable', 'overloaded', 'too_many_requests'] as const) {
    take = () => Promise.reject(new AppError(code, `for now: ${code}`))
    await expect(receive('{"a":1}')).rejects.toMatchObject({ code })
    expect(listed()[0]).toBe(`store: for now: ${code}`)
  }
  expect(logged).toEqual([])
})

it('IN7 refuses a message from one byte over the limit on, without reading it', async () => {
  let taken = 0
  take = async () => ({ stored: ++taken, refused: [] })
  expect((await receive(Buffer.alloc(256 * 1024))).isRefused).toBe(false)
  expect((await receive(Buffer.alloc(256 * 1024 + 1))).isRefused).toBe(true)
  expect([taken, listed()]).toEqual([1, ['document: has more than 262144 bytes']])
  expect(reported).toEqual(['7', '7'])
})

it('IN6 is refused only when no value was taken, and lists at most 20 problems', async () => {
  const refused = Array.from({ length: 25 }, (_, index) => ({ field: `f${index}`, reason: 'r' }))
  take = async () => ({ stored: 1, refused })
  const partly = await receive('{}')
  expect([partly.isRefused, partly.problems.length]).toEqual([false, 20])
  expect(listed()).toHaveLength(20)
  expect(listed()[0]).toBe('document: 6 more values were refused')
  take = async () => ({ stored: 0, refused: refused.slice(0, 20) })
  const whole = await receive('{}')
  expect([whole.isRefused, whole.problems.at(-1)?.field]).toEqual([true, 'f19'])
  take = async () => ({ stored: 0, refused: [] })
  expect((await receive('{}')).isRefused).toBe(false)
})

it('IN9 takes online and offline, and refuses every other status', async () => {
  await receive('online', status)
  await receive('offline', status)
  expect((await receive('perhaps', status)).isRefused).toBe(true)
  expect((await receive(`online${' '.repeat(20)}`, status)).isRefused).toBe(true)
  expect(reported).toEqual(['7 online', '7 offline'])
})

it('IN4 lists a message to nobody as that of one who has not signed in', async () => {
  const receipt = await messages.receive(
    { ...telemetry, lesiId: 'gone' },
    Buffer.from('{}'),
    source,
  )
  expect([receipt.isRefused, refusals.namelessTotal, reported]).toEqual([true, 1, []])
})
