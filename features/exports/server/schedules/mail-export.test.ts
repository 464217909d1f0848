import { expect, test } from 'vitest'
import { locales } from '#kit/model/locale.ts'
import type { ScheduleServices } from './schedule-services.ts'
import { contentOf } from './mail-export.ts'

const day = Date.UTC(2026, 10, 19)
const sensorIds = Array.from({ length: 12 }, (_, index) => index)
const services = {
  siteName: 'Plant',
  siteAddress: () => 'https://warroom.test',
  catalogue: { sensor: () => undefined },
} as unknown as ScheduleServices

function mailOf(language: (typeof locales)[number], bytes: number, rows = 24) {
  const common = { timezone: 'Asia/Taipei', language, from: day, to: day + 86_400_000 }
  const request = { ...common, kind: 'readings', format: 'csv', mode: 'group', sensorIds }
  const firstSensor = { device: 'TANK-1', alias: 'level' }
  const made = { id: 'x', bytes, rows, expiresAt: day, request: { ...request, firstSensor } }
  const task = {
    run: { begunAt: day, from: day, to: day + 86_400_000 },
    schedule: { request: { ...common, name: 'Levels' } },
    made,
  } as unknown as Parameters<typeof contentOf>[1]
  return contentOf(services, task, 'Ann')
}

test.each(locales)(
  'EX30 in %s a mail names period, zone, file and who scheduled it',
  (language) => {
    const { subject, text, attachment } = mailOf(language, 12_345)
    expect(subject).toBe('Plant: Levels, 2026-11-19 08:00 – 2026-11-20 08:00')
    for (const part of ['Asia/Taipei', '12', '.csv', 'Ann', 'https://warroom.test/warroomCharts'])
      expect(text).toContain(part)
    expect(text).not.toMatch(/undefined|null|\{|\}/)
    expect(attachment).toEqual({ holder: 'exports', id: 'x' })
  },
)

test.each(locales)('EX30 in %s a file that is too large for a mail is a link', (language) => {
  const { text, attachment } = mailOf(language, 7_000_001)
  expect(attachment).toBeUndefined()
  expect(text).toMatch(/7\s?(MB|МБ)/)
  expect(text.split('https://warroom.test/warroomCharts/export-excel')).toHaveLength(3)
  expect(mailOf(language, 10, 0).text).not.toBe(mailOf(language, 10).text)
})
