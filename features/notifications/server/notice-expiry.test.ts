import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { eventually } from '#testing/eventually.ts'
import { administrator, send, site, thing, watchAlarms } from '#testing/sites/alarm-site.ts'
import { startNoticeExpiry } from './notice-expiry.ts'

watchAlarms()

const dayMs = 86_400_000

const addRoute = (afterMinutes: number) =>
  administrator.post('/api/notification-routes', {
    ...{ name: `After ${afterMinutes}`, isEnabled: true, priorities: [1, 2], devices: [thing] },
    ...{ shifts: [], afterMinutes, digestMinutes: 0, quiet: null, language: 'en' },
    target: { kind: 'mail', recipients: ['ada@people.test'] },
  })

const endings = async () => {
  const notices = site.sql.selectFrom('notification_notices')
  return (await notices.select('ended_at').execute()).map(({ ended_at: at }) => at !== null)
}

test('NT13 notices are removed 90 days after they ended, while the server runs', async () => {
  await addRoute(0)
  await addRoute(60)
  await send({ flow: 12.5 })
  await eventually('one has ended, the other waits', async () => {
    const all = await endings()
    return all.length === 2 && all.includes(true)
  })
  let now = Date.now() + 89 * dayMs
  const services = { sql: site.sql, clock: () => now, log: pino({ level: 'silent' }) }
  await startNoticeExpiry(services).stop()
  expect(await endings()).toHaveLength(2)
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const expiry = startNoticeExpiry(services)
  onTestFinished(() => expiry.stop())
  now += 2 * dayMs
  vi.advanceTimersByTime(3_600_000)
  await eventually('the one that ended is gone', async () => (await endings()).length === 1)
  expect(await endings()).toEqual([false])
})
