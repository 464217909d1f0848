import { expect, test } from 'vitest'
import { importCycles } from './import-cycles.ts'

const chunks = (imports: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(imports).map(([fileName, of]) => ({ fileName, imports: of }))

test('WE36 chunks that import each other are found, each way around once', () => {
  const others = { entry: ['screen', 'shared', 'react'], screen: ['shared'], react: [] }
  expect(importCycles(chunks({ ...others, shared: ['react'] }))).toEqual([])
  expect(
    importCycles(chunks({ ...others, shared: ['later'], later: ['dialog', 'react'] })),
  ).toEqual([])
  const both = { shared: ['later', 'react'], later: ['dialog'], dialog: ['shared'] }
  expect(importCycles(chunks({ ...others, ...both }))).toEqual(['shared > later > dialog > shared'])
  expect(importCycles(chunks({ alone: ['alone'] }))).toEqual(['alone > alone'])
})
