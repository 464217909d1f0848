import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isRepresentable, readJson, Unrepresentable } from './document-json.ts'

/** As JSON.parse reads it, in objects of the same kind. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

it('IN31 reads every JSON text as JSON.parse does, when nothing in it is lost', () => {
  fc.assert(
    fc.property(
      fc.jsonValue({ maxDepth: 5, noUnicodeString: false }),
      fc.constantFrom('', ' ', '\n\t'),
      (value, indent) => {
        const text = JSON.stringify(value, null, indent)
        expect(readJson(text)).toEqual(JSON.parse(text))
      },
    ),
    { numRuns: 1_000 },
  )
})

it('IN31 reads the rest of a document that has something lost as JSON.parse does', () => {
  // The large number makes the careful reader read it all.
  fc.assert(
    fc.property(
      fc.jsonValue({ maxDepth: 5, noUnicodeString: false }),
      fc.constantFrom('', ' ', '\n\t'),
      (value, indent) => {
        const text = JSON.stringify([value, 0], null, indent).replace(
          /0(\s*\])$/,
          '9007199254740993$1',
        )
        const [read, replacement] = readJson(text) as [unknown, unknown]
        expect(replacement).toBeInstanceOf(Unrepresentable)
        expect(plain(read)).toEqual(plain(value))
      },
    ),
    { numRuns: 1_000 },
  )
})

it('IN31 finds the keys that an object has twice, however they are written', () => {
  const key = fc.constantFrom('a', 'b', '"', '\\', 'a:', '\\"', '__proto__', 'ключ', '1')
  const escaped = (text: string) =>
    `"${[...text].map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}"`
  const member = fc.tuple(
    key,
    fc.boolean(),
    fc.constantFrom('1', '"x:\\""', '{"a":1}', '[{"a":1},{"a":2}]', 'null'),
  )
  fc.assert(
    fc.property(fc.array(member, { maxLength: 8 }), fc.nat(3), (members, depth) => {
      const written = members.map(
        ([name, isEscaped, value]) =>
          `${isEscaped ? escaped(name) : JSON.stringify(name)}: ${value}`,
      )
      const text = `${'['.repeat(depth)}{${written.join(' ,')}}${']'.repeat(depth)}`
      let object: unknown = readJson(text)
      for (let level = 0; level < depth; level++) object = (object as unknown[])[0]
      const names = members.map(([name]) => name)
      for (const [name, value] of Object.entries(object as object))
        expect(value instanceof Unrepresentable).toBe(
          names.filter((each) => each === name).length > 1,
        )
      expect(Object.keys(object as object).toSorted()).toEqual([...new Set(names)].toSorted())
    }),
    { numRuns: 1_000 },
  )
})

it('IN31 reads an escaped key for itself, whatever keys were read before', () => {
  readJson('{"k":1,"a\\\\":1}')
  expect(Object.keys(readJson('{"k":1,"a\\u0062":1}') as object)).toEqual(['k', 'ab'])
  expect(Object.keys(readJson('{"k":1,"a\\"":1}') as object)).toEqual(['k', 'a"'])
  readJson('{"k":"\\n","a\\\\":1}')
  expect(Object.keys(readJson('{"k":"\\n","a\\u0062":1}') as object)).toEqual(['k', 'ab'])
})

it('IN31 takes a whole number that is written as its double is, or is exactly that one', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 25n), max: 10n ** 25n }), (number) => {
      const value = Number(number)
      expect(isRepresentable(String(number), value)).toBe(
        BigInt(value) === number || String(value) === String(number),
      )
    }),
  )
  const doubles = fc.double({ noNaN: true })
  fc.assert(
    fc.property(
      doubles,
      (value) => void expect(isRepresentable(JSON.stringify(value), value)).toBe(true),
    ),
  )
})

it('IN31 reads documents that are nested deeper than the stack', () => {
  const deep = `${'['.repeat(100_000)}{"a":1,"a":2}${']'.repeat(100_000)}`
  let read = readJson(deep)
  while (Array.isArray(read)) read = (read as unknown[])[0]
  expect(Object.values(read as object)[0]).toBeInstanceOf(Unrepresentable)
})

it('IN31 throws what JSON.parse throws', () => {
  for (const text of ['', '{"a":1,"a":}', '[1,]', '{"a" 1}', '01', '"\t"'])
    expect(() => readJson(text)).toThrow(SyntaxError)
})
