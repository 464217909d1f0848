import { expect, test } from 'vitest'
import { maximumDescriptionLength } from '#kit/model/device.ts'
import { accountSite } from '#testing/sites/account-site.ts'

const site = accountSite()

test('NT24 the longest site, zone and product of a device are used like any other', async () => {
  const { client } = await site.addPerson({ roles: ['admin'] })
  const longest = 'Ω'.repeat(maximumDescriptionLength)
  const device = {
    ...{ lesiId: 'LONG-1', name: longest, product: longest, site: longest, zone: longest },
    ...{ intervalMs: 10_000, silenceMs: 60_000 },
  }
  expect((await client.post('/api/devices', device)).statusCode).toBe(200)
  const areas = (['site', 'zone', 'product'] as const).map((kind) => ({ kind, name: longest }))
  const listed = (await client.get('/api/notification-routes')).json()
  expect(listed).toMatchObject({ data: { areas } })
  const route = {
    ...{ name: 'Night', isEnabled: true, priorities: [1], devices: [], shifts: [], quiet: null },
    ...{ areas, afterMinutes: 0, digestMinutes: 0, language: 'en' },
    target: { kind: 'mail', recipients: ['one@people.test'] },
  }
  const rule = {
    ...{ name: 'Bad', isEnabled: true, deadband: 0, onDelayMs: 0, offDelayMs: 0, priority: 1 },
    target: { kind: 'pattern', type: null, product: longest, tag: '' },
    condition: { kind: 'bad_quality', isUncertainToo: false },
    ...{ isLatching: false, message: {}, hours: [], suppressedBy: [] },
  }
  const kept = { type: 'analog', readingsDays: 90, minutesDays: 730, hoursDays: null }
  const saved = [
    await client.post('/api/notification-routes', route),
    await client.post('/api/alarm-rules', rule),
    await client.put('/api/readings/retention', { product: longest, ...kept }),
  ]
  expect(saved.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
})
