import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Aedes } from 'aedes'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eventually } from '#testing/eventually.ts'
import { runReplay } from './command.ts'
import { readOptions, UsageError } from './options.ts'
import { replay, type Pace, type ReplayHooks } from './replay.ts'

const token = 'the right token'
let directory: string
let url: string
let received: { device: string; ts: number; values: Record<string, unknown> }[]
let statuses: string[]
/** Whether the broker acknowledges telemetry. */
let acknowledging: boolean
let closeBroker: () => Promise<void>

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'replay-test-'))
  received = []
  statuses = []
  acknowledging = true
  const aedes = await Aedes.createBroker()
  const server = createServer((socket) => aedes.handle(socket))
  aedes.authenticate = (_client, _user, password, done) => {
    if (String(password) === token) done(null, true)
    else done(Object.assign(new Error('no'), { returnCode: 5 }), false)
  }
  aedes.authorizePublish = (_client, { topic, payload }, done) => {
    const [, , device = '', kind] = topic.split('/')
    if (kind === 'status') statuses.push(String(payload))
    else
      received.push({
        device,
        ...(JSON.parse(String(payload)) as { ts: number; values: Record<string, unknown> }),
      })
    if (kind === 'status' || acknowledging) done(null)
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`
  closeBroker = async () => {
    await new Promise<void>((resolve) => aedes.close(resolve))
    await new Promise((resolve) => server.close(resolve))
  }
})
afterEach(async () => {
  await closeBroker()
  await rm(directory, { recursive: true, force: true })
})

async function fileOf(text: string): Promise<string> {
  const file = join(directory, 'recording.csv')
  await writeFile(file, text)
  return file
}

async function play(text: string, args: readonly string[] = [], hooks: Partial<ReplayHooks> = {}) {
  const options = readOptions([
    await fileOf(text),
    '--device',
    'PUMP-1',
    '--url',
    url,
    '--speed',
    'max',
    ...args,
  ])
  if (options === 'help') throw new Error('That was a question for help')
  return replay(options, { url, token, signal: new AbortController().signal, ...hooks })
}

/** Runs the command in this process and notes what it says. */
async function command(
  args: readonly string[],
  context: { environment?: Record<string, string>; storedToken?: string; broker?: string } = {},
) {
  let printed = ''
  let errorText = ''
  const code = await runReplay({
    args,
    environment: context.environment ?? {},
    findToken: () => Promise.resolve(context.storedToken),
    findBroker: () => Promise.resolve(context.broker ?? 'mqtt://127.0.0.1:1'),
    print: (text) => (printed += text),
    printToStderr: (text) => (errorText += text),
    terminal: false,
    signal: new AbortController().signal,
  })
  return { code, printed, errorText }
}

const recording =
  'datetime;Flow;Volume Flow RateRMS;State\n2020-02-08 13:30:47;1.5;122.664;RUN\n2020-02-08 ' +
  '13:30:48;1.6;122.338;STOP\n'

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

test('RP1 the device says online at the start and offline at the end', async () => {
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
function jumping(now: number): Pace & { readonly moments: number[] } {
  const moments: number[] = []
  return { moments, now: () => now, until: (moment) => Promise.resolve(void moments.push(moment)) }
}

const threeRows = 'time,a\n2020-01-01 00:00:00,1\n2020-01-01 00:00:10,2\n2020-01-01 00:01:00,3\n'
const begin = Date.UTC(2026, 10, 20, 12)

test('RP5 rows leave at the recording’s pace times the speed, with their own times', async () => {
  const pace = jumping(begin)
  await play(threeRows, ['--speed', '2'], { pace })
  expect(pace.moments).toEqual([begin, begin + 5_000, begin + 30_000])
  expect(received.map(({ ts }) => ts)).toEqual(
    [0, 10_000, 60_000].map((after) => Date.UTC(2020, 0, 1) + after),
  )
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

test('RP7 the command ends with counts and 0 when everything is acknowledged', async () => {
  const file = await fileOf(recording)
  const plain = await command([
    file,
    '--device',
    'PUMP-1',
    '--url',
    url,
    '--speed',
    '0',
    '--token',
    token,
  ])
  expect(plain).toMatchObject({
    code: 0,
    errorText: expect.not.stringContaining('refused') as string,
  })
  expect(plain.printed).toContain('Sent       6 readings in 2 messages')
  expect(plain.printed).toContain('Acked      6 readings in 2 messages')
  const json = await command(
    [file, '--device', 'PUMP-1', '--url', url, '--speed', 'max', '--json'],
    {
      environment: { DEVICE_TOKEN: token },
    },
  )
  expect(JSON.parse(json.printed)).toMatchObject({
    rows: 2,
    acknowledged: { messages: 2, readings: 6 },
  })
  expect(json.errorText).toBe('')
})

test('RP7 a token that is not given is looked up', async () => {
  const args = [await fileOf(recording), '--device', 'PUMP-1', '--url', url, '--speed', 'max']
  expect((await command(args, { storedToken: token })).code).toBe(0)
  expect(await command(args)).toMatchObject({
    code: 2,
    errorText: expect.stringContaining('--token') as string,
  })
})

test('RP11 a broker that is not named is looked up, and the one that is named wins', async () => {
  const args = [await fileOf(recording), '--device', 'PUMP-1', '--speed', 'max', '--token', token]
  const nobody = 'mqtt://127.0.0.1:1'
  expect((await command(args, { broker: url })).code).toBe(0)
  expect((await command([...args, '--url', url], { broker: nobody })).code).toBe(0)
  expect(await command(args, { broker: nobody })).toMatchObject({
    code: 1,
    errorText: expect.stringContaining(nobody) as string,
  })
})

test('RP12 names and values of a file do not reach the terminal as they are', async () => {
  const args = ['--device', 'PUMP-1', '--token', token, '--url', url, '--speed', 'max']
  const steering = 'Flow\u001b[2J\u202e'
  const columns = await command([
    await fileOf(`time,${steering}\n2020-02-08 13:30:47,1\n`),
    ...args,
  ])
  expect(columns.errorText).toContain('"Flow\\u001b[2J\\u202e"')
  const cells = await command([
    await fileOf(`time,Flow\n${steering},1\n2020-02-08 13:30:47,1\n`),
    ...args,
  ])
  expect(cells.errorText).toContain('Line 2: "Flow\\u001b[2J\\u202e" in time is not a time')
  const none = await command([await fileOf(`a,${steering}\n1,2\n`), ...args])
  for (const { errorText } of [columns, cells, none])
    expect(errorText.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u)
})

test('RP1 columns that are sent under another name are reported, once', async () => {
  const args = ['--device', 'PUMP-1', '--url', url, '--speed', 'max', '--token', token]
  const renamed =
    'Columns that are sent under another name: "Volume Flow RateRMS" → Volume_Flow_RateRMS\n'
  const { errorText } = await command([await fileOf(recording), ...args])
  expect(errorText.split(renamed)).toHaveLength(2)
  const json = await command([await fileOf(recording), ...args, '--json'])
  expect(JSON.parse(json.printed)).toMatchObject({
    renamed: [{ column: 'Volume Flow RateRMS', key: 'Volume_Flow_RateRMS' }],
  })
  const names = Array.from({ length: 12 }, (_, index) => `a ${index}`)
  const many = await command([
    await fileOf(`time,${names.join(',')}\n2020-01-01,${names.map(() => 1).join(',')}\n`),
    ...args,
  ])
  expect(many.errorText).toContain('"a 9" → a_9 and 2 more\n')
  expect((await command([await fileOf(threeRows), ...args])).errorText).not.toContain(
    'another name',
  )
  expect((await command(['--help'])).printed).toContain('everything else becomes _')
})

test('RP8 when the broker stops acknowledging, it gives up and says so', async () => {
  acknowledging = false
  const result = await play(recording, [], { timeoutMs: 300 })
  expect(result).toMatchObject({
    sent: { messages: 2 },
    acknowledged: { messages: 0, readings: 0 },
  })
  expect(result.failure).toContain('acknowledged nothing')
})

test('RP9 errors say what is wrong', async () => {
  const file = await fileOf(recording)
  const common = ['--device', 'PUMP-1', '--token', token]
  const outputOf = async (...args: readonly string[]) => {
    const { code, errorText } = await command(args)
    return `${code} ${errorText}`
  }
  expect(await outputOf(join(directory, 'none.csv'), ...common)).toMatch(
    /^1 .*there is no such file/,
  )
  expect(await outputOf(directory, ...common)).toMatch(/^1 .*it is a folder/)
  expect(await outputOf(file, '--device', 'PUMP-1', '--token', 'wrong', '--url', url)).toMatch(
    /^1 .*refused device PUMP-1: the token is wrong/,
  )
  expect(await outputOf(file, ...common, '--url', 'mqtt://127.0.0.1:1')).toMatch(
    /^1 .*cannot be reached: .*ECONNREFUSED/,
  )
  expect(await outputOf(file, ...common, '--time-column', 'when')).toMatch(
    /^1 .*no column "when".*"datetime", "Flow"/,
  )
  expect(await outputOf(await fileOf('a;b\n1;2\n'), ...common)).toMatch(
    /^1 .*no column looks like a time.*"a", "b"/,
  )
  expect(await outputOf(await fileOf('time;b\nx;2\n'), ...common, '--url', url)).toMatch(
    /1 Line 2: "x" in time is not a time; row left out.\n.*no row could be read/,
  )
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

test('RP10 Ctrl-C ends the replay cleanly, with counts and offline', async () => {
  const rows = Array.from({ length: 1_000 }, (_, second) => `${1_600_000_000 + second},${second}`)
  const file = await fileOf(`time,a\n${rows.join('\n')}\n`)
  const main = fileURLToPath(new URL('../../../apps/replay/main.ts', import.meta.url))
  const child = spawn(process.execPath, [
    main,
    file,
    '--device',
    'PUMP-1',
    '--url',
    url,
    '--token',
    token,
    '--speed',
    '50',
    '--json',
  ])
  let printed = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text))
  await eventually('some rows have arrived', () => received.length >= 3)
  child.kill('SIGINT')
  const [code] = await once(child, 'close')
  expect(code).toBe(130)
  const result = JSON.parse(printed) as {
    interrupted: boolean
    sent: unknown
    acknowledged: unknown
  }
  expect(result.interrupted).toBe(true)
  expect(result.acknowledged).toEqual(result.sent)
  expect(received.length).toBeLessThan(1_000)
  expect(statuses.at(-1)).toBe('offline')
})
