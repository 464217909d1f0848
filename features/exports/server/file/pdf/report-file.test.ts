import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import type { SensorReport } from '#features/history/contract/sensor-report.ts'
import { locales, type Locale } from '#kit/model/locale.ts'
import { plainSensor, type Sensor } from '#kit/model/sensor.ts'
import { temporaryDirectory } from '#testing/temporary-directory.ts'
import type { SensorAnnotations } from '../../../contract/report/annotations.ts'
import { reportWords } from '../../../contract/report/words.ts'
import { ReportFile, type ReportOptions } from './report-file.ts'

const hour = 3_600_000
const from = Date.UTC(2026, 10, 20, 6)
const to = from + 8 * hour
const pump: Sensor = {
  ...plainSensor,
  ...{ id: 1, deviceId: 1, lesiId: 'PUMP-1', key: 'flow', alias: 'Flow', type: 'analog' },
  ...{ unit: 'm³/h', decimals: 1, lowerAlarm: 5, upperAlarm: 24, scaleLow: null, scaleHigh: null },
  ...{ intervalMs: 60_000, states: {}, isNew: false },
}
const figures = {
  ...{ count: 480, badCount: 2, average: 20.04, maximum: 25.1, median: 20, minimum: -12.5 },
  ...{ lowerQuartile: 18, upperQuartile: 22, last: 19.5, accumulated: null },
  ...{ standardDeviation: 3, percentile5: 11, percentile95: 24, percentile99: 25 },
} as const

/** A reading a minute; from the fourth to the fifth hour there are none. */
function reportOf(sensor: Partial<Sensor>, value = (index: number) => index % 20): SensorReport {
  const time = Array.from({ length: 480 }, (_, index) => from + index * 60_000)
  const kept = time.filter((at) => at < from + 4 * hour || at >= from + 5 * hour)
  return {
    ...{ sensor: { ...pump, ...sensor }, from, to, timezone: 'UTC', before: null },
    statistics: { ...figures, source: 'raw' },
    activity: sensor.type === 'lamp' ? { ...silent, firstTime: [from], lastTime: [to] } : null,
    outside: { aboveMs: 90_000, belowMs: 0, heldMs: 30_000 },
    ...{ quality: null, textsBeside: null, states: null },
    series: {
      ...{ kind: 'raw', time: kept, value: kept.map((_, index) => value(index)) },
      quality: kept.map(() => 0),
    },
  }
}
const silent = { silenceMs: 60_000, columnMs: 60_000, firstTime: [], lastTime: [], count: [480] }

async function made(
  options: Partial<ReportOptions>,
  reports: readonly SensorReport[],
  annotations: SensorAnnotations = { list: [], isCut: false },
) {
  const path = join(temporaryDirectory(), 'report.pdf')
  const file = new ReportFile({
    ...{ path, paper: 'A4', language: 'en', devices: [] },
    head: {
      ...{ site: 'Plant', shift: 'Early', from, to, timezone: 'UTC', madeBy: 'Ann' },
      ...{ madeAt: to + hour, notes: '' },
    },
    ...options,
  })
  for (const report of reports) file.add({ report, annotations }, 'Pump 1')
  const { bytes, pages } = await file.end()
  const content = await readFile(path)
  expect(content).toHaveLength(bytes)
  const document = await getDocumentProxy(new Uint8Array(content))
  const { text } = await extractText(document, { mergePages: false })
  expect(text).toHaveLength(pages)
  return { document, content, text, all: text.join(' ').replaceAll(/\s+/g, ' ') }
}

const names: Readonly<Record<Locale, string>> = {
  en: 'Boiler temperature at inlet №3 “A” −12.5 °C',
  ru: 'Температура котла, ёмкость Ж-2, подъём',
  'zh-TW': '鍋爐溫度感測器（進水口）',
  vi: 'Nhiệt độ lò hơi ở ngõ vào, áp suất ướt',
}

test('EX23 a report has its texts in each language, as texts', async () => {
  for (const language of locales) {
    const words = reportWords(language)
    const { all, document } = await made({ language }, [reportOf({ alias: names[language] })])
    const squeezed = all.replaceAll(' ', '')
    for (const text of [names[language], words.shiftReport, words.outages, words.notes])
      expect(squeezed, language).toContain(text.replaceAll(' ', ''))
    const { info } = await document.getMetadata()
    expect(info).toMatchObject({ Language: language, Title: expect.stringContaining('Early') })
    expect(await document.getMarkInfo()).toMatchObject({ Marked: true })
  }
})

test('EX22 figures, time beyond limits, data and gaps are in it', async () => {
  const { all } = await made({}, [reportOf({})])
  for (const text of ['Shift report: Early', 'Plant', 'UTC', 'Ann', '2026-11-20 06:00 – 14:00'])
    expect(all).toContain(text)
  for (const text of ['−12.5', '20.0', '25.1', '1 min 30 s', '87.3 %', 'Page 1 of'])
    expect(all).toContain(text)
  expect(all).toContain('2026-11-20 09:59 – 11:00 (1 h 01 min)')
})

test('EX49 texts beside numbers are among the figures of a sensor, if there are any', async () => {
  const words = reportWords('en')
  const { all } = await made({}, [{ ...reportOf({}), textsBeside: 1_234 }])
  expect(all).toMatch(new RegExp(`${words.textsBeside} 1.234`))
  const without = await made({}, [{ ...reportOf({}), textsBeside: 0 }])
  expect(without.all).not.toContain(words.textsBeside)
})

test('EX22 a lamp has its states with their shares, a silent device its outages', async () => {
  const lamp = { type: 'lamp' as const, alias: 'Stack', states: { 1: { word: 'Running' } } }
  const activity = { ...silent, firstTime: [from], lastTime: [from + 3 * hour] }
  const { all } = await made({ devices: [{ name: 'Oven', activity }] }, [
    reportOf(lamp, (index) => (index < 240 ? 1 : 3)),
  ])
  expect(all).toMatch(/Running .* %/)
  expect(all).toContain('Oven 2026-11-20 09:00 2026-11-20 14:00 5 h 00 min')
})

test('EX114 where older texts have expired a report says since when there are any', async () => {
  const textsOf = (keptSince: number | null): SensorReport => ({
    ...reportOf({ type: 'string' }),
    ...{ outside: null, series: { kind: 'changes', rows: [], truncated: false, keptSince } },
  })
  const note = 'Older texts are no longer kept; there are texts since: 2026-11-20 08:00'
  expect((await made({}, [textsOf(from + 2 * hour)])).all).toContain(note)
  expect((await made({}, [textsOf(null)])).all).not.toContain('Older texts')
})

test('EX24 fonts are embedded in part, long notes go on, pages have numbers', async () => {
  const notes = `${'Long notes about the night. '.repeat(400)}${'x'.repeat(3_000)}`
  const head = {
    ...{ site: 'P', shift: null, from, to, timezone: 'UTC', madeBy: 'Ann', madeAt: to, notes },
  }
  const sensors = Array.from({ length: 12 }, (_, index) =>
    reportOf({ alias: `${index} ${'very-long-name-'.repeat(14)}`, key: `${index}` }),
  )
  const { text, content } = await made({ paper: 'Letter', head }, sensors)
  expect(text.length).toBeGreaterThan(6)
  for (const [index, page] of text.entries())
    expect(page).toContain(`Page ${index + 1} of ${text.length}`)
  expect(content.length).toBeLessThan(400_000)
  expect(content.toString('latin1')).toContain('[0 0 612 792]')
  const squeezed = text.join('').replaceAll(/\s/g, '')
  expect(squeezed.match(/night\./g)).toHaveLength(400)
})

test('EX24 what the font does not have, and marks of direction, break nothing', async () => {
  const { all } = await made({}, [reportOf({ alias: '\u2068한국\u2069 \u202eא 😀 \0 end' })])
  expect(all).toContain('□□ □ □ end')
})

test('EX60 no text leaves its page or lies upon another; tables repeat their head', async () => {
  const activity = { ...silent, firstTime: [from], lastTime: [from + 3 * hour] }
  const devices = Array.from({ length: 60 }, (_, index) => ({
    name: `Oven ${index} of the second hall, ${'鍋爐溫度感測器'.repeat(index % 5)}`,
    activity,
  }))
  const lamp = { type: 'lamp' as const, alias: 'Stack', states: { 1: { word: 'Running' } } }
  const { document, text } = await made({ devices }, [
    reportOf({ alias: `${'very-long-name-'.repeat(14)} ${'words '.repeat(30)}` }),
    reportOf(lamp, (index) => index % 7),
    reportOf({}),
  ])
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    const [, , width = 0, height = 0] = page.view
    const boxes = (await page.getTextContent()).items.flatMap((item) => {
      if (!('str' in item) || item.str.trim() === '') return []
      const [, , , size = 0, left = 0, bottom = 0] = item.transform as number[]
      return [{ str: item.str, left, right: left + item.width, bottom, top: bottom + size * 0.7 }]
    })
    for (const box of boxes) {
      expect(box.left, box.str).toBeGreaterThan(39)
      expect(box.right, box.str).toBeLessThan(width - 39)
      expect(box.bottom, box.str).toBeGreaterThan(36)
      expect(box.top, box.str).toBeLessThan(height - 36)
    }
    const overlapping = boxes.flatMap((one, index) =>
      boxes
        .slice(index + 1)
        .filter(
          (other) =>
            Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
            Math.min(one.top, other.top) - Math.max(one.bottom, other.bottom) > 1,
        )
        .map((other) => [one, other]),
    )
    expect(overlapping, `page ${number}`).toEqual([])
  }
  const words = reportWords('en')
  const head = [words.device, words.from, words.to, words.length].join(' ')
  const ofOutages = text
    .map((page) => page.replaceAll(/\s+/g, ' '))
    .filter((page) => page.includes('14:00 5 h 00 min'))
  expect(ofOutages.length).toBeGreaterThan(1)
  for (const page of ofOutages) expect(page).toContain(head)
})
