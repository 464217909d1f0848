import { chmodSync, existsSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { runProgram } from '#testing/programs/run-program.ts'
import { temporaryDirectory } from '#testing/temporary-directory.ts'
import { callControl } from '../command-line/control.ts'
import {
  controlSocketOf,
  openDataDirectory,
  unreachableReason,
  type DataDirectory,
} from './data-directory.ts'

const log = pino({ level: 'silent' })
const asRoot = process.getuid?.() === 0

async function open(path: string): Promise<DataDirectory> {
  const directory = await openDataDirectory(path, log)
  onTestFinished(() => directory.close())
  return directory
}

test('DD1 the directory is made, private, and answers who holds it', async () => {
  const path = join(temporaryDirectory(), 'deep', 'data')
  const directory = await open(path)
  expect(directory).toMatchObject({
    path,
    postgres: join(path, 'postgres'),
    clickhouse: join(path, 'clickhouse'),
  })
  expect(statSync(path).mode & 0o777).toBe(asRoot ? 0o711 : 0o700)
  expect(await callControl(controlSocketOf(path), 'hello', {})).toEqual({ pid: process.pid })
})

test('DD1 a second program gets the pid of the first, under any name of it', async () => {
  const path = temporaryDirectory()
  const program = runProgram('hold-directory.ts', [path])
  expect(await program.nextLine()).toBe('held')
  await expect(openDataDirectory(path, log)).rejects.toThrow(
    `is in use by another Warroom (pid ${program.child.pid})`,
  )
  const otherName = join(temporaryDirectory(), 'link')
  symlinkSync(path, otherName)
  await expect(openDataDirectory(otherName, log)).rejects.toThrow(
    `is in use by another Warroom (pid ${program.child.pid})`,
  )
  program.child.kill('SIGKILL')
  await program.ended
})

test('DD1 closed, it is free for the next', async () => {
  const path = temporaryDirectory()
  const first = await openDataDirectory(path, log)
  await first.close()
  await open(path)
})

test('DD2 a killed program leaves no obstacle', async () => {
  const path = temporaryDirectory()
  const program = runProgram('hold-directory.ts', [path])
  expect(await program.nextLine()).toBe('held')
  program.child.kill('SIGKILL')
  await program.ended
  expect(existsSync(controlSocketOf(path))).toBe(true)
  await open(path)
})

test('DD2 a program that the machine lets wait while it looks goes on all the same', async () => {
  const timeout = AbortSignal.timeout.bind(AbortSignal)
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const signal = timeout(ms)
    // Nothing else of the program runs until the time has passed.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms + 50)
    return signal
  })
  onTestFinished(() => void vi.restoreAllMocks())
  const path = temporaryDirectory()
  // As at the start of a program: timers come before what the system has answered.
  await new Promise((resolve) => setImmediate(resolve))
  await open(path)
})

test('DD2 of several that start after a killed one, exactly one goes on', async () => {
  const path = temporaryDirectory()
  const killed = runProgram('hold-directory.ts', [path])
  await killed.nextLine()
  killed.child.kill('SIGKILL')
  await killed.ended
  const attempts = await Promise.allSettled(Array.from({ length: 4 }, () => open(path)))
  expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const attempt of attempts) {
    if (attempt.status === 'rejected')
      expect(String(attempt.reason)).toContain(`in use by another Warroom (pid ${process.pid})`)
  }
})

test('DD1 a path too long for a socket', async () => {
  const path = join(temporaryDirectory(), 'a-rather-long-name'.repeat(6))
  await open(path)
  expect(dirname(controlSocketOf(path))).toMatch(/^\/tmp\/warroom-[0-9a-f]{16}$/)
  await expect(openDataDirectory(path, log)).rejects.toThrow(`pid ${process.pid}`)
})

test('DD3 a file in its place is refused', async () => {
  const path = join(temporaryDirectory(), 'data')
  writeFileSync(path, '')
  await expect(openDataDirectory(path, log)).rejects.toThrow(/cannot be used:.*WARROOM_DATA/)
})

test('DD3 a loop, a name too long and what lies in a file are refused', async () => {
  const parent = temporaryDirectory()
  chmodSync(parent, 0o711)
  symlinkSync(join(parent, 'there'), join(parent, 'here'))
  symlinkSync(join(parent, 'here'), join(parent, 'there'))
  writeFileSync(join(parent, 'file'), '')
  for (const [name, code] of [
    ['here', 'ELOOP|EEXIST'],
    ['x'.repeat(300), 'ENAMETOOLONG'],
    ['file', 'it is no directory'],
    ['file/x', 'ENOTDIR'],
  ] as const) {
    const path = join(parent, name)
    expect([name, unreachableReason(path)]).toEqual([name, undefined])
    await expect(openDataDirectory(path, log)).rejects.toThrow(
      new RegExp(`cannot be used: (${code}).*WARROOM_DATA`),
    )
  }
})

test('DD3 what PostgreSQL’s account cannot reach is reported before the start', async () => {
  const parent = temporaryDirectory()
  const path = join(parent, 'data')
  chmodSync(parent, 0o700)
  expect(unreachableReason(path)).toEqual(
    asRoot ? expect.stringContaining('cannot reach it') : undefined,
  )
  chmodSync(parent, 0o711)
  expect(unreachableReason(path)).toBeUndefined()
  mkdirSync(path, { mode: 0o700 })
  expect(unreachableReason(path)).toBeUndefined()
  writeFileSync(join(path, 'diary.txt'), '')
  expect(unreachableReason(path)).toEqual(
    asRoot ? expect.stringContaining('cannot reach it') : undefined,
  )
})

test.runIf(process.platform === 'linux')(
  'DD3 a place where nobody can make directories is refused, and the start ends',
  async () => {
    await expect(openDataDirectory('/proc/warroom/data', log)).rejects.toThrow(
      /\/proc\/warroom.*cannot be used.*WARROOM_DATA/s,
    )
  },
)
