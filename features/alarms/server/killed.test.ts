import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '#testing/eventually.ts'
import { startSite } from '#testing/sites/site.ts'
import type { Alarm } from '../contract/alarm.ts'

test('AL5 a server that is killed twice in a flood has every alarm, and each once', async () => {
  const site = await startSite()
  onTestFinished(() => site.close())
  const administrator = await site.signIn('admin@example.test', 'admin')
  await site.addDevice('PRESS-1')
  const keys = Array.from({ length: 50 }, (_, index) => `t${index}`)
  const send = (ts: number, value: number) => {
    const values = Object.fromEntries(keys.map((key) => [key, value]))
    return site.post('PRESS-1', JSON.stringify({ ts, values }))
  }
  const begin = Date.now() - 60_000
  expect((await send(begin, 1)).status).toBe(200)
  const body = {
    ...{ name: 'Hot', isEnabled: true, deadband: 0, onDelayMs: 0, offDelayMs: 0, priority: 1 },
    target: { kind: 'sensors', sensors: keys.map((key) => ({ thing: 'PRESS-1', key })) },
    condition: { kind: 'limit', level: 'high', limit: 10 },
    ...{ isLatching: false, message: {}, hours: [], suppressedBy: [] },
  }
  const rule = () => administrator.request('POST', '/api/alarm-rules', body)
  await eventually('the sensors are known', async () => (await rule()).status === 200)
  const flood = (second: number) => send(begin + second * 1_000, second % 2 === 0 ? 5 : 20)
  for (let second = 1; second <= 7; second++) {
    if (second === 4 || second === 7) {
      // The server ends while this one is under way: it may be stored or not, and is sent again.
      const flooding = flood(second).catch(() => null)
      site.server.kill('SIGKILL')
      await Promise.all([flooding, site.server.ended])
      await site.restart()
    }
    expect((await flood(second)).status).toBe(200)
  }
  const again = await site.signIn('other@example.test', 'admin')
  const history = async () => {
    const path = `/api/alarms?from=0&to=${Date.now()}&limit=1000`
    return (await again.json<{ data: Alarm[] }>('GET', path)).data
  }
  await eventually('all are there', async () => (await history()).length >= 4 * keys.length)
  const all = await history()
  const sinceOf = (key: string) =>
    all.filter(({ sensor }) => sensor?.key === key).map(({ since }) => (since - begin) / 1_000)
  for (const key of keys) expect(sinceOf(key).toSorted()).toEqual([1, 3, 5, 7])
  expect(await site.admin('audit verify', {})).toMatchObject({ intact: true })
})
