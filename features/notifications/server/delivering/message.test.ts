import { expect, test } from 'vitest'
import { locales } from '#kit/model/locale.ts'
import { MailContent } from '#kit/server/mail/mail-content.ts'
import type { StoredRoute } from '../routes-store.ts'
import { deliveriesOf, type MessageServices } from './message.ts'

const at = Date.UTC(2026, 10, 20, 8)
const services = {
  ...{ siteName: 'Plant', siteAddress: () => 'https://warroom.test', timezone: 'Asia/Taipei' },
  catalogue: {
    deviceById: () => ({ lesiId: 'PUMP-1', name: 'Pump' }),
    sensor: () => ({ key: 'flow', alias: 'Flow', unit: 'l/s' }),
  },
} as unknown as MessageServices
const alarm = (id: number) => ({
  ...{ id, priority: 1 + (id % 3), deviceId: 1, sensorId: 1, ruleName: '', message: {} },
  ...{ limit: 10, isHigh: true, value: 12.5, since: at, raisedAt: at, returnedAt: null },
  ...{ isAcknowledged: false, isShown: true },
})
const mailOf = (
  language: (typeof locales)[number],
  count: number,
  afterMinutes = 0,
  more: object = {},
  by = services,
) => {
  const target = { kind: 'mail', recipients: ['one@people.test', 'two@people.test'] }
  const route = { id: 7, name: 'Night', language, afterMinutes, target } as unknown as StoredRoute
  const alarms = Array.from({ length: count }, (_, index) => ({ ...alarm(index), ...more }))
  const deliveries = deliveriesOf(by, route, alarms, at)
  expect(deliveries.map((each) => each.target)).toEqual(target.recipients)
  return MailContent.parse(deliveries[0]?.content)
}

test.each(locales)('NT3 in %s a mail has place, limit, value, time, zone and link', (language) => {
  const { subject, text } = mailOf(language, 1)
  expect(subject).toMatch(/^Plant: .*1.*Pump · Flow: .*10$/)
  for (const part of ['12.5 l/s', '2026-11-20 16:00 (Asia/Taipei)', 'Night', 'thing=PUMP-1'])
    expect(text).toContain(part)
  expect(text).not.toMatch(/undefined|null|\{|\}/)
  expect(mailOf(language, 1, 15).text).toContain('15')
})

test.each(locales)('NT7 in %s of a flood one mail names the most urgent hundred', (language) => {
  const { subject, text } = mailOf(language, 10_000)
  expect(subject).toMatch(/10000.*1$/)
  expect(text.split('thing=PUMP-1')).toHaveLength(101)
  expect(text).toContain('9900')
})

test('NT6 a test names no alarm', () => {
  const { subject, text } = mailOf('en', 0)
  expect([subject, text.includes('This is a test')]).toEqual(['Plant: test of notifications', true])
})

const long = (length: number) => '温'.repeat(length)
const longNames = {
  ...{ ...services, siteName: long(100) },
  catalogue: {
    deviceById: () => ({ lesiId: 'P'.repeat(64), name: long(128) }),
    sensor: () => ({ key: long(128), alias: long(128), unit: long(32) }),
  },
} as unknown as MessageServices

test.each([1, 2, 100, 10_000])(
  'NT15 of %i alarms of long names and values a mail leaves',
  (count) => {
    const message = Object.fromEntries(locales.map((each) => [each, long(256)]))
    const { subject, text } = mailOf(
      'en',
      count,
      15,
      { message, value: '🌡'.repeat(2_048) },
      longNames,
    )
    expect([subject.isWellFormed(), text.isWellFormed()]).toEqual([true, true])
    const named = text.split('thing=P').length - 1
    expect(named).toBeGreaterThan(Math.min(count, 30) - 1)
    expect(text.includes(`And ${count - named} more alarms`)).toBe(count > named)
  },
)
