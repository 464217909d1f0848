import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { eventually } from '#testing/eventually.ts'
import {
  token,
  directory,
  url,
  received,
  statuses,
  fileOf,
  command,
  recording,
  threeRows,
} from './testing/replays.ts'

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
