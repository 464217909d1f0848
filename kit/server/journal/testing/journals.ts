import { readdirSync } from 'node:fs'
import { onTestFinished } from 'vitest'
import type { Frame } from '../frame.ts'
import { Journal, type JournalOptions } from '../journal.ts'

/** An entry of a journal. */
export const entry = (text: string): Frame => ({ kind: 1, count: 1, payload: Buffer.from(text) })

/** Opened as after a kill: whoever had it open before did not close it. */
export async function openJournal(
  directory: string,
  options: JournalOptions = {},
): Promise<Journal> {
  const journal = await Journal.open(directory, options)
  onTestFinished(() => journal.close())
  return journal
}

/** The texts of all entries that can be read from `begin` on. */
export async function contentsOf(journal: Journal, begin = journal.begin): Promise<string[]> {
  const found: string[] = []
  for (let place = begin; ;) {
    const extent = await journal.read(place, 100)
    if (!extent) return found
    found.push(...extent.frames.map(({ payload }) => payload.toString()))
    place = extent.end
  }
}

export const filesIn = (directory: string): string[] => readdirSync(directory).toSorted()

/** Files so small that a few entries fill one. */
export const smallFiles: JournalOptions = { segmentBytes: 200, releasedSegmentBytes: 100 }
