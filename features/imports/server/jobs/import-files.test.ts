import { readFileSync } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { temporaryDirectory } from '#testing/temporary-directory.ts'
import { ImportFiles } from './import-files.ts'

afterEach(() => void vi.restoreAllMocks())

type Write = (
  bytes: Buffer,
  start: number,
  length: number,
  position?: number,
) => ReturnType<FileHandle['write']>

/** The next write to a file takes half of its bytes, as on a disk that is nearly full. */
async function takeHalf(): Promise<void> {
  const file = await open(import.meta.filename)
  const prototype = Object.getPrototypeOf(file) as FileHandle
  await file.close()
  const write = prototype.write as unknown as Write
  const half = function (this: FileHandle, data: Uint8Array | string, ...place: number[]) {
    const bytes = Buffer.from(data as string)
    const [start = 0, length = bytes.length - start, position] = place
    return write.call(this, bytes, start, Math.ceil(length / 2), position)
  }
  vi.spyOn(prototype, 'write').mockImplementationOnce(half as FileHandle['write'])
}

test('IM59 a part that the disk takes in pieces arrives whole', async () => {
  const files = new ImportFiles(temporaryDirectory())
  await takeHalf()
  await files.append('a', 0, Buffer.from('time,level\n'))
  await takeHalf()
  await files.append('a', 11, Buffer.from('2026-10-31,1\n'))
  expect(readFileSync(files.path('a'), 'utf8')).toBe('time,level\n2026-10-31,1\n')
})

test('IM59 so does a list of refused rows', async () => {
  const files = new ImportFiles(temporaryDirectory())
  const row = { sheet: null, line: 2, column: 'level', reason: 'not_a_number' as const }
  for (const text of ['é', 'x']) {
    await takeHalf()
    await files.addRefused('a', [{ ...row, text }])
  }
  const [, ...lines] = readFileSync(files.refusedPath('a'), 'utf8').split('\r\n')
  expect(lines).toEqual([',2,level,not_a_number,é', ',2,level,not_a_number,x', ''])
})
