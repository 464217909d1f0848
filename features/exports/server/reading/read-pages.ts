import type { TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'
import type { TextReading } from '../file/reading-rows.ts'
import { readNumbers, readTexts, type HourCount, type SensorsRange } from './pages-store.ts'

/** Readings in one answer of the engine: small enough that others have their turn between two. */
const pageNumbers = 50_000
/** Texts are longer. */
const pageTexts = 5_000

const noTexts = { texts: [], isFull: false }

/** A page of readings on its way to the file; columns as JSON arrays. */
export interface RawPage {
  readonly time: Buffer
  readonly sensor: Buffer
  readonly value: Buffer
  readonly quality: Buffer
  readonly texts: readonly TextReading[]
  readonly count: number
}

/** All readings of a range by time, in pages; `hours` says where they are about. */
export async function* readPages(
  telemetry: TelemetryReader,
  range: SensorsRange,
  hours: readonly HourCount[],
): AsyncGenerator<RawPage> {
  const hasTexts = hours.some(({ texts }) => texts > 0)
  let from = range.from
  for (const end of windowEnds(range, hours))
    while (from < end) {
      const { texts, isFull } = hasTexts
        ? await readTexts(telemetry, { ...range, from, to: end }, pageTexts)
        : noTexts
      const to = endOf(isFull, texts.at(-1)?.time, end)
      const page = await numbersOf(telemetry, { ...range, from, to })
      from = endOf(page.count >= pageNumbers, page.lastTime, to)
      const reached = from
      const earlierTexts = texts.filter(({ time }) => time < reached)
      if (page.count + earlierTexts.length > 0)
        yield { ...page, texts: earlierTexts, count: page.count + earlierTexts.length }
    }
}

/** Up to where a page reaches: where it is full, more may follow its last time. */
const endOf = (isFull: boolean, lastTime: number | undefined, end: number) =>
  isFull && lastTime !== undefined ? lastTime + 1 : end

const none = Buffer.from('[]')

async function numbersOf(telemetry: TelemetryReader, range: SensorsRange) {
  const columns = await readNumbers(telemetry, range, pageNumbers)
  const [time = none, sensor = none, value = none, quality = none] = columns
  const times = JSON.parse(time.toString('latin1')) as number[]
  return { time, sensor, value, quality, count: times.length, lastTime: times.at(-1) }
}

/** Where parts end that hold about a page each; the last one ends with the range. */
function windowEnds({ from, to }: SensorsRange, hours: readonly HourCount[]): number[] {
  const ends: number[] = []
  let held = 0
  for (const { start, numbers, texts } of hours) {
    held += numbers + texts * (pageNumbers / pageTexts)
    if (held < pageNumbers) continue
    held = 0
    const end = start + 3_600_000
    if (end > from && end < to) ends.push(end)
  }
  return hours.length === 0 ? [] : [...ends, to]
}
