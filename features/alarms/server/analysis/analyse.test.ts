import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AlarmColumns, type AlarmSource, type CountedAlarm } from './alarm-columns.ts'
import { analyse } from './analyse.ts'

const minute = 60_000
const hour = 60 * minute
const noon = Date.UTC(2026, 9, 24, 12)
/** Clocks are set back in Berlin within these days; Kathmandu is 5 h 45 min ahead. */
const zones = ['UTC', 'Europe/Berlin', 'Asia/Kathmandu', 'America/St_Johns', 'Asia/Taipei']

const alarm: fc.Arbitrary<Omit<CountedAlarm, 'id'>> = fc
  .record({
    origin: fc.constantFrom('upper', '1', '2'),
    deviceId: fc.integer({ min: 1, max: 3 }),
    sensorId: fc.constantFrom(null, 1, 2),
    priority: fc.integer({ min: 0, max: 3 }),
    // Near each other, so that some chatter and some windows flood.
    raisedAt: fc.oneof(
      fc.integer({ min: 0, max: 60 }).map((at) => noon + at * 5_000),
      fc.integer({ min: 0, max: 3 * 24 * 60 }).map((at) => noon + at * minute),
    ),
    delay: fc.option(fc.integer({ min: 0, max: 5_000 })),
    cameHidden: fc.boolean(),
  })
  .map(({ delay, sensorId, ...alarm }) => ({
    ...{ ...alarm, ruleName: `rule ${alarm.origin}` },
    sensorId: sensorId === null ? null : alarm.deviceId * 10 + sensorId,
    acknowledgedAt: delay === null ? null : alarm.raisedAt + delay,
  }))
const asked = fc.record({
  alarms: fc.array(alarm, { maxLength: 120 }),
  from: fc.integer({ min: -60, max: 600 }).map((at) => noon + at * 7 * minute),
  length: fc.integer({ min: 1, max: 5 * 24 * 60 }).map((minutes) => minutes * minute),
  operators: fc.integer({ min: 1, max: 3 }),
  timezone: fc.constantFrom(...zones),
  closed: fc.integer({ min: 0, max: 3 }),
})

const countBy = (alarms: readonly CountedAlarm[], keyOf: (alarm: CountedAlarm) => string) =>
  Object.fromEntries(
    [...Map.groupBy(alarms, keyOf)].map(([key, some]) => [key, some.length] as const),
  )
const clocks = new Map(
  zones.map((timeZone) => [
    timeZone,
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }),
  ]),
)
/** As the platform's own formatter writes it: the day and the hour. */
const wall = (time: number, timezone: string) =>
  clocks.get(timezone)?.format(time).slice(0, 13) ?? ''

/** What chatters: any three alarms of a source within less than a minute, by trying all. */
function chatteringIn(alarms: readonly CountedAlarm[]): Record<string, number> {
  const maximum = [...Map.groupBy(alarms, keys.sources)].map(([source, own]) => {
    const within = own.map(
      ({ raisedAt: first }) =>
        own.filter(({ raisedAt }) => raisedAt >= first && raisedAt - first < minute).length,
    )
    return [source, Math.max(...within)] as const
  })
  return Object.fromEntries(maximum.filter(([, count]) => count >= 3))
}

type Found = Awaited<ReturnType<typeof analyse>>
interface Case {
  readonly found: Found
  /** Of the sources that are seen, and of these the ones of the period and of the one before. */
  readonly seen: readonly CountedAlarm[]
  readonly inside: readonly CountedAlarm[]
  readonly shown: readonly CountedAlarm[]
  readonly earlier: readonly CountedAlarm[]
  readonly from: number
  readonly to: number
  readonly operators: number
  readonly timezone: string
}
const isShown = ({ cameHidden, priority }: CountedAlarm) => priority > 0 && !cameHidden

function expectCounts({ found, seen, inside, shown, earlier, from, to }: Case): void {
  const { length: journal } = inside.filter(({ priority }) => priority === 0)
  const hidden = inside.length - shown.length - journal
  expect(found).toMatchObject({ count: shown.length, journal, hidden, earlier: { to: from } })
  expect(found.priorities.map(({ count }) => count)).toEqual(
    [1, 2, 3].map((wanted) => shown.filter(({ priority }) => priority === wanted).length),
  )
  const first = Math.min(...seen.map(({ raisedAt }) => raisedAt))
  expect(found.recordedFrom).toBe(seen.length === 0 ? null : first)
  expect(found.before).toBe(first < from ? earlier.length : null)
  expect(Math.abs(from - found.earlier.from - (to - from))).toBeLessThanOrEqual(hour)
}

const keys = {
  sources: ({ origin, deviceId, sensorId }: AlarmSource) => `${origin} ${deviceId} ${sensorId}`,
  sensors: ({ deviceId, sensorId }: AlarmSource) => `${deviceId} ${sensorId}`,
  rules: ({ origin }: AlarmSource) => origin,
  devices: ({ deviceId }: AlarmSource) => `${deviceId}`,
}
function expectGroups({ found, shown, earlier }: Case): void {
  for (const grouping of ['sources', 'sensors', 'rules', 'devices'] as const) {
    const groups = found.groups[grouping]
    const counts = (of: 'count' | 'before') =>
      Object.fromEntries(
        groups.flatMap((group) =>
          group[of] > 0 ? [[keys[grouping](group.source), group[of]]] : [],
        ),
      )
    expect(counts('count')).toEqual(countBy(shown, keys[grouping]))
    expect(counts('before')).toEqual(countBy(earlier, keys[grouping]))
    const order = groups.map(({ count }) => count)
    expect(order).toEqual(order.toSorted((one, other) => other - one))
    for (const group of groups)
      expect(group.priorities.reduce((sum, count) => sum + count, 0)).toBe(group.count)
  }
  expect(
    Object.fromEntries(
      found.chattering.map(({ source, maximumInMinute }) => [
        keys.sources(source.source),
        maximumInMinute,
      ]),
    ),
  ).toEqual(chatteringIn(shown))
}

function expectRates({ found, shown, from, to, operators }: Case): void {
  const delays = shown
    .flatMap(({ acknowledgedAt, raisedAt }) =>
      acknowledgedAt === null ? [] : [acknowledgedAt - raisedAt],
    )
    .toSorted((one, other) => one - other)
  const half = delays.length / 2
  const upper = delays[Math.floor(half)] ?? 0
  const median = delays.length % 2 === 1 ? upper : ((delays[half - 1] ?? 0) + upper) / 2
  expect(found.medianToAcknowledgeMs).toBe(delays.length === 0 ? null : median)
  expect(found.acknowledged).toBe(delays.length)
  const loads = Object.values(
    countBy(shown, ({ raisedAt }) => String(Math.floor(raisedAt / 600_000))),
  )
  expect(found.rate.busiest?.count ?? 0).toBe(Math.max(0, ...loads))
  expect(found.rate.floods).toBe(loads.filter((load) => load / operators >= 10).length)
  expect(found.rate.windows).toBe(Math.ceil(to / 600_000) - Math.floor(from / 600_000))
  expect(found.rate.mean).toBeCloseTo(shown.length / ((to - from) / 600_000) / operators)
}

function expectHours({ found, shown, from, to, timezone }: Case): void {
  const cells = found.hours.rows.flatMap(({ day, cells: hours }) =>
    hours.flatMap((count, at) =>
      count === null ? [] : [[`${day} ${String(at).padStart(2, '0')}`, count] as const],
    ),
  )
  expect(Object.fromEntries(cells.filter(([, count]) => count > 0))).toEqual(
    countBy(shown, ({ raisedAt }) => wall(raisedAt, timezone)),
  )
  const covered = new Set<string>()
  const quarter = hour / 4
  for (let at = from; at < to; at = (Math.floor(at / quarter) + 1) * quarter)
    covered.add(wall(at, timezone))
  expect(new Set(cells.map(([cell]) => cell))).toEqual(covered)
}

test('AL40 every figure is that of an independent count, in any zone and order', async () => {
  await fc.assert(
    fc.asyncProperty(asked, async ({ alarms, from, length, operators, timezone, closed }) => {
      const all = alarms.map((each, index) => ({ ...each, id: index + 1 }))
      const columns = new AlarmColumns()
      for (const each of all) columns.set({ ...each, acknowledgedAt: null })
      for (const each of all.toReversed()) columns.set(each)
      const to = from + length
      const isSeen = ({ deviceId }: { readonly deviceId: number }) => deviceId !== closed
      const found = await analyse(columns, { from, to, operators, timezone, isSeen })
      const seen = all.filter(isSeen)
      const between = (start: number, end: number) =>
        seen.filter(({ raisedAt }) => raisedAt >= start && raisedAt < end)
      const inside = between(from, to)
      const earlier = between(found.earlier.from, from).filter(isShown)
      const shown = inside.filter(isShown)
      const one = { found, seen, inside, shown, earlier, from, to, operators, timezone }
      expectCounts(one)
      expectGroups(one)
      expectRates(one)
      expectHours(one)
    }),
    { numRuns: 100 },
  )
})

/** The analysis of alarms of one source at these moments, in ms after noon. */
function analysisAt(times: readonly number[], operators = 1) {
  const columns = new AlarmColumns()
  const own = { origin: 'upper', ruleName: '', deviceId: 1, sensorId: 1, priority: 1 }
  for (const [id, at] of times.entries())
    columns.set({ ...own, id, raisedAt: noon + at, acknowledgedAt: null, cameHidden: false })
  const range = { from: noon, to: noon + hour, timezone: 'UTC' }
  return analyse(columns, { ...range, operators, isSeen: () => true })
}

test('AL40 three within less than a minute chatter; ten in ten minutes are a flood', async () => {
  expect((await analysisAt([0, 30_000, minute])).chattering).toEqual([])
  expect((await analysisAt([0, 30_000, minute - 1])).chattering).toMatchObject([
    { maximumInMinute: 3 },
  ])
  const even = (count: number) => Array.from({ length: count }, (_, at) => at * 20_000)
  expect((await analysisAt(even(9))).rate.floods).toBe(0)
  expect((await analysisAt(even(10))).rate.floods).toBe(1)
  expect((await analysisAt(even(19), 2)).rate.floods).toBe(0)
  expect((await analysisAt(even(20), 2)).rate.floods).toBe(1)
})

test('AL40 longer periods are counted by weekday', async () => {
  const columns = new AlarmColumns()
  const friday = Date.UTC(2026, 10, 20, 23, 30)
  const own = { origin: 'upper', ruleName: '', deviceId: 1, sensorId: 1, priority: 1 }
  for (const id of [1, 2, 3])
    columns.set({
      ...{ ...own, id, raisedAt: friday - (id - 1) * 7 * 24 * hour },
      ...{ acknowledgedAt: null, cameHidden: false },
    })
  const { hours } = await analyse(columns, {
    ...{ from: friday - 60 * 24 * hour, to: friday + hour, operators: 1 },
    ...{ timezone: 'Asia/Taipei', isSeen: () => true },
  })
  expect(hours.kind).toBe('weekdays')
  expect(hours.rows.map(({ day }) => day)).toEqual(['1', '2', '3', '4', '5', '6', '7'])
  expect(hours.rows[5]?.cells[7]).toBe(3)
  expect(
    hours.rows.flatMap(({ cells }) => cells).reduce((sum, each) => (sum ?? 0) + (each ?? 0), 0),
  ).toBe(3)
})
