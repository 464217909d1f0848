import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '#testing/temporary-directory.ts'
import { keyFile, parseKey, readKeyFile } from './key-file.ts'
import { createKeyring } from './keyring.ts'

const key = () => randomBytes(32)

test('SK1 what was sealed opens with the same key and purpose, and no byte of it shows', () => {
  const ring = createKeyring([key()])
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), fc.string(), (bytes, purpose) => {
      const secret = Buffer.from(bytes)
      const sealed = ring.seal(secret, purpose)
      expect(ring.open(sealed, purpose)).toEqual(secret)
      expect(ring.open(sealed, `${purpose}x`)).toBeNull()
      expect(ring.open({ ...sealed, keyId: 'another' }, purpose)).toBeNull()
      if (secret.length >= 8) expect(sealed.bytes.includes(secret)).toBe(false)
    }),
  )
  expect(ring.seal(Buffer.from('same'), 'a').bytes).not.toEqual(
    ring.seal(Buffer.from('same'), 'a').bytes,
  )
})

test('SK1 a sealed secret of which any bit was changed, or that was cut, does not open', () => {
  const ring = createKeyring([key()])
  const sealed = ring.seal(Buffer.from('a secret of a person'), 'second factor of 7')
  for (let bit = 0; bit < sealed.bytes.length * 8; bit++) {
    const bytes = Buffer.from(sealed.bytes)
    bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    expect(ring.open({ ...sealed, bytes }, 'second factor of 7')).toBeNull()
  }
  for (let length = 0; length < sealed.bytes.length; length++)
    expect(
      ring.open({ ...sealed, bytes: sealed.bytes.subarray(0, length) }, 'second factor of 7'),
    ).toBeNull()
})

test('SK3 the first key seals, all of them open', () => {
  const [old, fresh] = [key(), key()]
  const before = createKeyring([old])
  const after = createKeyring([fresh, old])
  const sealed = before.seal(Buffer.from('s'), 'p')
  expect(after.open(sealed, 'p')).toEqual(Buffer.from('s'))
  expect(after.keyId).not.toBe(before.keyId)
  expect(after.seal(Buffer.from('s'), 'p').keyId).toBe(after.keyId)
  expect(before.open(after.seal(Buffer.from('s'), 'p'), 'p')).toBeNull()
  expect(after.derive('x')[1]).toEqual(before.derive('x')[0])
  expect(after.derive('x')).not.toContainEqual(old)
  expect(before.derive('x')).not.toEqual(before.derive('y'))
  expect(() => createKeyring([])).toThrow('at least one key')
})

test('SK2 the first start makes a key that only the server’s account can read', () => {
  const directory = temporaryDirectory()
  const [made, ...more] = readKeyFile(directory)
  const path = join(directory, keyFile)
  expect([made?.length, more.length, statSync(path).mode & 0o777]).toEqual([32, 0, 0o600])
  expect(readKeyFile(directory)).toEqual([made])
  expect(existsSync(`${path}.new`)).toBe(false)
  chmodSync(path, 0o644)
  expect(readKeyFile(directory)).toEqual([made])
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

test('SK2 a key file left unfinished by a crash is begun again', () => {
  const directory = temporaryDirectory()
  writeFileSync(join(directory, `${keyFile}.new`), 'half')
  expect(readKeyFile(directory)).toHaveLength(1)
})

test('SK3 a file of several keys is read; one without keys stops the start', () => {
  const directory = temporaryDirectory()
  const path = join(directory, keyFile)
  const keys = [key(), key()]
  writeFileSync(path, `${keys[0]?.toString('base64')}\n\n${keys[1]?.toString('hex')}\n`)
  expect(readKeyFile(directory)).toEqual(keys)
  for (const content of [
    '',
    '\n',
    'nonsense\n',
    `${key().toString('base64')}\nx\n`,
    randomBytes(31).toString('base64'),
  ]) {
    writeFileSync(path, content)
    expect(() => readKeyFile(directory)).toThrow(/Restore the file from a backup/)
    expect(readFileSync(path, 'utf8')).toBe(content)
  }
})

test.each([
  ['', null],
  ['A'.repeat(43), 32],
  [`${'A'.repeat(43)}=`, 32],
  ['A'.repeat(44), null],
  ['0'.repeat(64), 32],
  ['0'.repeat(62), null],
  [`${'A'.repeat(42)}!=`, null],
])('SK2 %j as a key', (text, length) => {
  expect(parseKey(text)?.length ?? null).toBe(length)
})
