import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '#testing/temporary-directory.ts'
import { StartupError } from '../process/startup-error.ts'
import { checkParts } from './check-parts.ts'
import { openDataDirectory } from './data-directory.ts'
import { requireDiskSpace } from './disk-space.ts'

const asRoot = process.getuid?.() === 0

/** As an account that owns nothing here; who is no other one than its own does without rights. */
function asStranger(directory: string, work: () => void): void {
  if (asRoot) process.seteuid?.('nobody')
  else chmodSync(directory, 0o000)
  try {
    work()
  } finally {
    if (asRoot) process.seteuid?.(0)
    else chmodSync(directory, 0o700)
  }
}

test('DD4 a file in the place of a part is refused, and named', async () => {
  const path = temporaryDirectory()
  writeFileSync(join(path, 'clickhouse'), '')
  const opened = openDataDirectory(path, pino({ level: 'silent' }))
  await expect(opened).rejects.toBeInstanceOf(StartupError)
  await expect(opened).rejects.toThrow(`${join(path, 'clickhouse')}, a part of the data directory`)
})

test.each(['postgres', 'clickhouse', 'clickhouse/store', 'journal', 'journal/fresh'])(
  'DD4 %s of another account is refused, and named',
  (part) => {
    const path = temporaryDirectory()
    mkdirSync(join(path, part), { recursive: true })
    chmodSync(path, 0o755)
    expect(() => checkParts(path)).not.toThrow()
    asStranger(join(path, part), () =>
      expect(() => checkParts(path)).toThrow(
        /a part of the data directory, cannot be used: it belongs to another account/,
      ),
    )
  },
)

test('DD5 a disk on which no engine could start is named before one tries', async () => {
  const path = temporaryDirectory()
  await requireDiskSpace(path)
  const refused = requireDiskSpace(path, Number.MAX_SAFE_INTEGER)
  await expect(refused).rejects.toBeInstanceOf(StartupError)
  await expect(refused).rejects.toThrow(`The disk of the data directory ${path} is full`)
})
