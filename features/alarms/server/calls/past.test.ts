import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '#testing/eventually.ts'
import type { HttpClient } from '#testing/peers/http-client.ts'
import { insertDevice } from '#testing/postgres/devices-store.ts'
import { startTestApplication, type TestApplication } from '#testing/sites/application.ts'
import { stateAt, type PastAlarm } from '../../contract/past.ts'
import type { Alarm } from '../../contract/alarm.ts'

const second = 1_000
const thing = 'PUMP'
const begin = Date.now() - 20 * 3_600 * second
let now = begin
let site: TestApplication
let administrator: HttpClient
let stranger: HttpClient

beforeAll(async () => {
  site = await startTestApplication(() => now)
  await insertDevice(site.sql, thing, 's0')
  await eventually('the device is there', () => site.data.catalogue.device(thing) !== undefined)
  const clientOf = async (name: string, roles: readonly string[]) =>
    site.clientOf(await site.addAccount({ email: `${name}@example.org`, roles: [...roles] }))
  administrator = await clientOf('admin', ['admin'])
  stranger = await clientOf('stranger', ['manager'])
  const target = { kind: 'pattern', type: null, product: '', tag: 's*' }
  const rule = {
    ...{ name: 'Rule', isEnabled: true, deadband: 0, onDelayMs: 0, offDelayMs: 0, priority: 1 },
    ...{ target, isLatching: false, message: {}, hours: [], suppressedBy: [] },
  }
  for (const [limit, more] of [
    [10, {}],
    [11, { onDelayMs: 2 * second, isLatching: true }],
  ] as const)
    await administrator.post('/api/alarm-rules', {
      ...{ ...rule, ...more, condition: { kind: 'limit', level: 'high', limit } },
    })
})
afterAll(() => site.close())

const registerIdle = () => site.data.alarms.register.afterwards(async () => undefined)
const send = async (values: Readonly<Record<string, number>>) => {
  const device = site.data.catalogue.device(thing)
  if (!device) throw new Error('no device')
  await site.data.intake.take(device, Buffer.from(JSON.stringify({ ts: now, values })), 'refuse')
  await registerIdle()
}
const active = async (): Promise<Alarm[]> =>
  (await administrator.get('/api/alarms/active')).json().data.alarms
const post = (path: string, body: object, client = administrator) => client.post(path, body)

/** As widgets draw it now. */
function signOf({ phase, acknowledged }: Alarm): string {
  if (phase === 'latched') return acknowledged === null ? 'returned' : 'acknowledged'
  return phase
}

/** The same steps each time; what a person can do is chosen among what is there. */
function steps(): (count: number) => number {
  let state = 7
  return (count) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * count)
  }
}

async function act(choose: (count: number) => number): Promise<void> {
  const alarms = await active()
  const { id = 0 } = alarms[choose(Math.max(1, alarms.length))] ?? {}
  const [kind] = [choose(9)]
  if (kind < 5) return send({ [`s${choose(3)}`]: [8, 8, 10.5, 12, 12][choose(5)] ?? 8 })
  if (id === 0) return
  if (kind < 7) await post('/api/alarms/acknowledge', { ids: [id] })
  else if (kind === 7) await post('/api/alarms/reset', { ids: [id] })
  else await post('/api/alarms/shelve', { ids: [id], minutes: 1, reason: 'noise' })
}

test('AL53 a moment of the past has the alarms that people were shown then', async () => {
  const choose = steps()
  const shown: [at: number, states: readonly string[]][] = []
  for (let round = 0; round < 90; round++) {
    now += second
    await act(choose)
    site.data.alarms.tick()
    await registerIdle()
    const states = (await active()).map((alarm) => `${alarm.id} ${signOf(alarm)}`)
    shown.push([now, states.toSorted()])
    now += second
    site.data.alarms.tick()
    await registerIdle()
  }
  const states = new Set(shown.flatMap(([, some]) => some.map((each) => each.split(' ')[1])))
  expect(states).toEqual(new Set(['unacknowledged', 'acknowledged', 'returned']))
  const sensors = [0, 1, 2].flatMap((number) => {
    const device = site.data.catalogue.device(thing)
    return (device && site.data.catalogue.sensorByKey(device.id, `s${number}`)?.id) ?? []
  })
  const past = async (from: number, until: number, client = administrator) => {
    const reply = await post('/api/alarms/past', { sensors, from, until }, client)
    return reply.json().data.alarms as PastAlarm[]
  }
  for (let place = 0; place < shown.length; place += 15) {
    const span = shown.slice(place, place + 15)
    const alarms = await past(span[0]?.[0] ?? 0, span.at(-1)?.[0] ?? 0)
    for (const [at, expected] of span) {
      const found = alarms.flatMap((alarm) => {
        const state = stateAt(alarm, at)
        return state === null || state === 'hidden' ? [] : [`${alarm.id} ${state}`]
      })
      expect([at - begin, found.toSorted()]).toEqual([at - begin, expected])
    }
  }
  expect(await past(begin, now, stranger)).toEqual([])
  expect(await past(begin - 5_000, begin)).toEqual([])
})
