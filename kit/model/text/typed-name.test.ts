import { expect, it } from 'vitest'
import { isTypedName } from './typed-name.ts'

it('KW60 a name that came from another system is confirmed by the same letters', () => {
  const name = 'Lò nung số 2'
  for (const [one, other] of [
    [name.normalize('NFD'), name.normalize('NFC')],
    [name.normalize('NFC'), ` ${name.normalize('NFD')} `],
  ] as const)
    expect(isTypedName(one, other)).toBe(true)
  expect(isTypedName('Lo nung so 2', name)).toBe(false)
  expect(isTypedName(name.toLowerCase(), name)).toBe(false)
})
