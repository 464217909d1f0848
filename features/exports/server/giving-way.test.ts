import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { AppError } from '#kit/model/calls/errors.ts'
import type { PersonalReader, TelemetryReader } from '#kit/server/clickhouse/telemetry.ts'
import { temporaryDirectory } from '#testing/temporary-directory.ts'
import { retryingReader } from '#kit/server/clickhouse/queries/retrying-reader.ts'
import { writeDocument } from './file/write-document.ts'
import { FileProcess } from './process/file-process.ts'

const never: TelemetryReader = {
  rows: () => Promise.reject(new Error('this question waits for nobody')),
  columns: () => Promise.reject(new Error('this question waits for nobody')),
  jsonColumns: () => Promise.reject(new Error('this question waits for nobody')),
  json: () => Promise.reject(new Error('this question waits for nobody')),
  numbers: () => Promise.reject(new Error('this question waits for nobody')),
  numberColumns: () => Promise.reject(new Error('this question waits for nobody')),
}
const overloaded = () => new AppError('overloaded', 'too many', { retryAfterSeconds: 1 })

function readerThat(answers: (() => Promise<Buffer[]>)[]): PersonalReader {
  const columns = () => answers.shift()?.() ?? Promise.reject(new Error('asked once too often'))
  return { ...never, lengthy: { ...never, columns } }
}

test('EX17 every question of an export lets shorter ones go first, and is repeated', async () => {
  const reader = readerThat([
    () => Promise.reject(overloaded()),
    () => Promise.resolve([Buffer.from('[1]')]),
  ])
  const retrying = retryingReader(reader, new AbortController().signal, 1)
  expect(await retrying.columns('SELECT 1')).toEqual([Buffer.from('[1]')])
  const refused = () => Promise.reject(new AppError('invalid', 'too large'))
  const other = retryingReader(readerThat([refused]), new AbortController().signal, 1)
  await expect(other.columns('SELECT 1')).rejects.toThrow('too large')
})

test('EX17 who stops an export does not wait for its next turn', async () => {
  const stopping = new AbortController()
  const refuse = () => {
    stopping.abort()
    return Promise.reject(overloaded())
  }
  const retrying = retryingReader(readerThat([refuse]), stopping.signal, 60_000)
  await expect(retrying.columns('SELECT 1')).rejects.toThrow()
})

async function openFile(path: string) {
  const file = new FileProcess()
  onTestFinished(() => file.end())
  const request = { type: 'open', path, format: 'csv', timezone: 'UTC', language: 'en' } as const
  return { file, opened: file.execute(request) }
}

test('EX17 the process that writes gives way to everything else', async () => {
  const { file, opened } = await openFile(join(temporaryDirectory(), 'file.csv'))
  await opened
  const threads = readdirSync(`/proc/${file.pid}/task`).map(Number)
  expect(threads.length).toBeGreaterThan(4)
  expect(threads.filter((thread) => getPriority(thread) !== 10)).toEqual([])
})

/** Processes that this one has started. */
const children = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((id) => {
      const stat = existsSync(`/proc/${id}/stat`) ? readFileSync(`/proc/${id}/stat`, 'utf8') : ''
      return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] === `${process.pid}`
    })
    .map(Number)

const document = { title: 'Shift', details: [], groups: [] }
const printed = { language: 'en', site: 'Plant', author: 'Ann' } as const

test('EX98 a document that somebody waits for gives way to what is looked at alone', async () => {
  const before = new Set(children())
  const written = writeDocument(document, printed, new AbortController().signal)
  const started = () => children().filter((id) => !before.has(id))
  await expect.poll(() => started().map((id) => getPriority(id))).toEqual([2])
  expect((await written).subarray(0, 5).toString()).toBe('%PDF-')
})

test('EX101 a document ends with whoever waits for it, and its place is free', async () => {
  const before = new Set(children())
  const leaving = Array.from({ length: 8 }, () => new AbortController())
  const written = leaving.map(({ signal }) => writeDocument(document, printed, signal))
  const outcomes = Promise.allSettled(written)
  const stay = new AbortController().signal
  await expect(writeDocument(document, printed, stay)).rejects.toMatchObject({ code: 'overloaded' })
  const started = () => children().filter((id) => !before.has(id))
  await expect.poll(() => started().length).toBe(1)
  const [first] = started()
  for (const each of leaving) each.abort(new Error('they left'))
  for (const outcome of await outcomes)
    expect(outcome).toMatchObject({ status: 'rejected', reason: { message: 'they left' } })
  const next = await writeDocument(document, printed, stay)
  expect(next.subarray(0, 5).toString()).toBe('%PDF-')
  expect(children()).not.toContain(first)
})

test('EX17 a file that cannot be written ends the export, and not the server', async () => {
  const { file, opened } = await openFile(join(temporaryDirectory(), 'nowhere', 'file.csv'))
  const table = { type: 'table', name: 'a', columns: [], rows: [] } as const
  const writing = Promise.all([opened, file.execute(table), file.execute({ type: 'end' })])
  await expect(writing).rejects.toThrow('ENOENT')
})

test('EX17 a process that dies is noticed at once', async () => {
  const { file, opened } = await openFile(join(temporaryDirectory(), 'file.csv'))
  await opened
  const { pid } = file
  const complete = file.execute({ type: 'end' })
  if (pid !== undefined) process.kill(pid, 'SIGKILL')
  await expect(complete).rejects.toThrow('the process ended')
})
