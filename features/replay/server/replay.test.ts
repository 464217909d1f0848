import { expect, test } from 'vitest'
import { readOptions, UsageError } from './options.ts'
import { realPace, type ReplayClock } from './pace.ts'
import { received, statuses, broker, play, recording, threeRows } from './testing/replays.ts'

test('RP1 every row is a message: its time, and one value per column by its name', async () => {
  const result = await play(recording)
  expect(received).toEqual([
    {
      device: 'PUMP-1',
      ts: Date.UTC(2020, 1, 8, 13, 30, 47),
      values: { Flow: 1.5, Volume_Flow_RateRMS: 122.664, State: 'RUN' },
    },
    {
      device: 'PUMP-1',
      ts: Date.UTC(2020, 1, 8, 13, 30, 48),
      values: { Flow: 1.6, Volume_Flow_RateRMS: 122.338, State: 'STOP' },
    },
  ])
  expect(result).toMatchObject({
    rows: 2,
    sent: { messages: 2, readings: 6 },
    acknowledged: { messages: 2, readings: 6 },
    failure: null,
  })
})

test('RP1 the device reports online at the start and offline at the end', async () => {
  await play(recording)
  expect(statuses).toEqual(['online', 'offline'])
})

test.each([
  ['semicolons', ';'],
  ['commas', ','],
  ['tabs', '\t'],
])(
  'RP2 finds %s between the columns, also with quotes and a byte order mark',
  async (_name, separator) => {
    const row = (...cells: readonly string[]) => cells.join(separator)
    await play(
      `\uFEFF${row('"a, b; c"', 'timestamp', 'value')}\r\n${row(
        '"x"',
        '2013-07-04 00:00:00',
        '69.88',
      )}\r\n`,
    )
    expect(received).toEqual([
      { device: 'PUMP-1', ts: Date.UTC(2013, 6, 4), values: { a_b_c: 'x', value: 69.88 } },
    ])
  },
)

test('RP2 takes the separator and the time column that the options name', async () => {
  await play('when|time|v\n1600000000|7|3\n', ['--separator', '|', '--time-column', 'when'])
  expect(received).toEqual([{ device: 'PUMP-1', ts: 1_600_000_000_000, values: { time: 7, v: 3 } }])
})

test('RP2 columns of the same name get different keys, nameless ones their place', async () => {
  await play('ts,a b,a_b,,Температура\n1600000000,1,2,3,4\n')
  expect(received[0]?.values).toEqual({ a_b: 1, a_b_2: 2, column_4: 3, Температура: 4 })
})

test('RP4 what cannot be read is left out, reported with its line, and counted', async () => {
  const problems: string[] = []
  const lines = [
    'time,a,b',
    '2020-01-01 00:00:00,1,',
    'yesterday,2,3',
    '2020-01-01 00:00:02,x,5',
    '2020-01-01 00:00:03,4',
    '',
    '2020-01-01 00:00:04,NaN,7',
  ]
  const result = await play(lines.join('\n'), [], {
    onProblem: (line, what, reason) => problems.push(`${line} ${what} ${reason}`),
  })
  expect(received.map(({ values }) => values)).toEqual([{ a: 1 }, { b: 5 }, { b: 7 }])
  expect(problems).toEqual([
    '3 row "yesterday" in time is not a time',
    '4 cell "x" in a is not a number',
    '5 row has 2 columns instead of 3',
  ])
  expect(result).toMatchObject({
    rows: 3,
    skippedRows: 2,
    skippedCells: 1,
    sent: { readings: 3 },
    acknowledged: { readings: 3 },
  })
})

test('RP4 a decimal comma is understood where commas do not separate', async () => {
  await play('time;a\n2020-01-01;1,25\n')
  expect(received[0]?.values).toEqual({ a: 1.25 })
})

/** A pace that jumps to the moment that is waited for, and notes it. */
function jumping(now: number): ReplayClock & { readonly moments: number[] } {
  const moments: number[] = []
  return { moments, now: () => now, until: (moment) => Promise.resolve(void moments.push(moment)) }
}

const begin = Date.UTC(2026, 10, 20, 12)

test('RP5 rows leave at the recording’s pace times the speed, with their own times', async () => {
  const pace = jumping(begin)
  await play(threeRows, ['--speed', '2'], { pace })
  expect(pace.moments).toEqual([begin, begin + 5_000, begin + 30_000])
  expect(received.map(({ ts }) => ts)).toEqual(
    [0, 10_000, 60_000].map((after) => Date.UTC(2020, 0, 1) + after),
  )
})

test('RP5 a gap is waited for that is longer than a timer takes', async () => {
  const interrupted = new AbortController()
  // Node says so of a timer that it ends at once.
  const warnings: string[] = []
  const warned = ({ name }: Error) => void warnings.push(name)
  process.on('warning', warned)
  const waiting = realPace.until(Date.now() + 40 * 86_400_000, interrupted.signal)
  await new Promise(setImmediate)
  process.off('warning', warned)
  interrupted.abort()
  await waiting
  expect(warnings).toEqual([])
})

test('RP6 rebased, each reading bears the moment at which it is sent', async () => {
  const pace = jumping(begin)
  await play(threeRows, ['--speed', '2', '--rebase', 'now'], { pace })
  expect(received.map(({ ts }) => ts)).toEqual(pace.moments)
})

test('RP6 rebased at full speed, the recording keeps its spacing and ends now', async () => {
  await play(threeRows, ['--rebase', 'now'], { pace: jumping(begin) })
  expect(received.map(({ ts }) => ts)).toEqual([begin - 60_000, begin - 50_000, begin])
})

test('RP8 when the broker stops acknowledging, it gives up with a message', async () => {
  broker.isAcknowledging = false
  const result = await play(recording, [], { timeoutMs: 300 })
  expect(result).toMatchObject({
    sent: { messages: 2 },
    acknowledged: { messages: 0, readings: 0 },
  })
  expect(result.failure).toContain('acknowledged nothing')
})

test.each([
  [[], 'Which file?'],
  [['a.csv'], 'Which device?'],
  [['a.csv', '--device', 'a b'], 'LESI ID'],
  [['a.csv', '--device', 'abc', '--speed', 'fast'], '--speed fast'],
  [['a.csv', '--device', 'abc', '--speed', '-1'], '--speed'],
  [['a.csv', '--device', 'abc', '--rebase', 'then'], '--rebase'],
  [['a.csv', '--device', 'abc', '--timezone', 'Mars/Base'], '--timezone Mars/Base'],
  [['a.csv', '--device', 'abc', '--url', 'broker'], '--url broker'],
  [['a.csv', '--device', 'abc', '--separator', '::'], '--separator'],
  [['a.csv', 'b.csv', '--device', 'abc'], 'One file'],
  [['a.csv', '--devise', 'abc'], '--devise'],
])('RP9 wrongly called with %j', (args, message) => {
  expect(() => readOptions(args)).toThrow(UsageError)
  expect(() => readOptions(args)).toThrow(message)
})
