import { expect, it } from 'vitest'
import { noDamage } from '#kit/server/journal/damage.ts'
import { journalCheck } from './journal-check.ts'

const working = {
  ...{ journalBytes: 2 ** 20, damage: noDamage, storeFailingForMs: null, hasDiskSpace: true },
  ...{ writeFailure: null, diskSilentForMs: 0 },
}
const files = ['a', 'b', 'c', 'd'].map((name) => `/data/journal/fresh/${name}.journal.damaged`)

it('RD14 damaged files are a notice while they are there, and do not make it less ready', () => {
  const check = journalCheck(() => ({ ...working, damage: { ...noDamage, bytes: 7, files } }))
  expect(check.problem()).toBeNull()
  expect(check.notice?.()).toBe(
    'has lost 7 bytes since the start that the disk could not read; damaged files are put aside: ' +
      'journal/fresh/a.journal.damaged, journal/fresh/b.journal.damaged, ' +
      'journal/fresh/c.journal.damaged and 1 more',
  )
  expect(journalCheck(() => working).notice?.()).toBeNull()
  const earlier = { ...noDamage, files: files.slice(0, 1) }
  expect(journalCheck(() => ({ ...working, damage: earlier })).notice?.()).toBe(
    'was damaged before this start; damaged files are put aside: journal/fresh/a.journal.damaged',
  )
})

it('RD4 reports whether the store does not write, or the disk does not read or write', () => {
  const problem = (failure: string | null, hasDiskSpace = true) =>
    journalCheck(() => ({
      ...{ ...working, storeFailingForMs: 5_000, hasDiskSpace },
      damage: { ...noDamage, failure },
    })).problem()
  expect(problem(null)).toBe(
    'holds 1.0 MB that the telemetry store has not taken for 5 s; readings are still taken',
  )
  expect(problem(null, false)).toContain('for 5 s; readings are refused')
  const unwritable = { ...working, writeFailure: 'EROFS: read-only file system, open' }
  expect(journalCheck(() => unwritable).problem()).toBe(
    'cannot be written (EROFS: read-only file system, open); readings are refused',
  )
  expect(problem('EIO: i/o error, read')).toContain('cannot be read (EIO: i/o error, read) for 5 s')
})

it('RD55 a disk that owes an answer for more than some seconds makes it unready', () => {
  const problem = (diskSilentForMs: number) =>
    journalCheck(() => ({ ...working, diskSilentForMs })).problem()
  expect(problem(4_900)).toBeNull()
  expect(problem(12_000)).toBe('has waited for the disk for 12 s; nothing is acknowledged')
})
