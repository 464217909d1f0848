import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryDirectory } from '#testing/temporary-directory.ts'
import { rejectLine, removeRejectedLines } from './rejected-lines.ts'

const lineOf = (sensor: number, time: number) => `${sensor}\t${time}\t1\t0\n`

it('RD13 what is put aside while others are deleted stays', async () => {
  const directory = temporaryDirectory()
  const reject = (sensor: number, time: number) =>
    rejectLine(directory, 'numeric_readings', lineOf(sensor, time), 'no\ntime')
  await removeRejectedLines(directory, new Set([1]))
  for (const sensor of [1, 2, 12]) await reject(sensor, 0)
  const times = [...Array.from({ length: 20 }).keys()].map((index) => index + 1)
  await Promise.all(
    times.flatMap((time) => [
      ...[reject(1, time), reject(2, time)],
      removeRejectedLines(directory, new Set([1])),
    ]),
  )
  const left = readFileSync(join(directory, 'rejected.tsv'), 'utf8').split('\n').toSorted()
  expect(left).toEqual(
    ['', ...[lineOf(12, 0), ...[0, ...times].map((time) => lineOf(2, time))]]
      .map((line) => line && `numeric_readings\tno time\t${line.trimEnd()}`)
      .toSorted(),
  )
})

it('RD13 RD30 what is put aside is a line of its own, also behind one that was cut', async () => {
  const directory = temporaryDirectory()
  const file = join(directory, 'rejected.tsv')
  const cut = 'numeric_readings\tno ti'
  writeFileSync(file, cut)
  for (const sensor of [7, 8])
    await rejectLine(directory, 'numeric_readings', lineOf(sensor, 5), 'no time')
  await removeRejectedLines(directory, new Set([7]))
  expect(readFileSync(file, 'utf8')).toBe(`${cut}\nnumeric_readings\tno time\t${lineOf(8, 5)}`)
})
