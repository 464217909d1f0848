import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { changesBetween, globalState, openHandles } from '#testing/shared-process/global-state.ts'
import { ownProcessReasons } from './own-process.ts'
import { testFiles } from './test-files.ts'

/** Why a test of `a.ts` has a process of its own, when these are the modules. */
const reasonOf = (modules: Readonly<Record<string, string>>) =>
  ownProcessReasons((path) => modules[path] ?? '')('kit/model/a.test.ts')

const loadsA = { 'kit/model/a.test.ts': `import { a } from './a.ts'\nlet own = 1\nown += a` }

test.each([
  ['export const a = 1'],
  [`import type { Server } from 'node:http'\nexport const a = 1`],
  [`import { z } from 'zod'\nexport const a = z.object({})`],
  ['const units = new Map([[1, 2]])\nexport const a = units.get(1)'],
  ['export function a() {\n  const found = []\n  found.push(1)\n  return found\n}'],
  ['const limit = 3\nexport const a = (n: number) => n === limit || n >= limit'],
  ['export class A {\n  static readonly none = 1\n  static of() {}\n}'],
])('a file that loads %j shares a process', (a) => {
  expect(reasonOf({ ...loadsA, 'kit/model/a.ts': a })).toBeNull()
})

test.each([
  [`import { createServer } from 'node:http'`, 'loads node:http'],
  [`import fastify from 'fastify'`, 'loads fastify'],
  [`export const a = () => import('chdb')`, 'loads chdb'],
  ['export let a = 1', 'has the variable a'],
  ['export class A {\n  static #last = 0\n}', 'has a static variable'],
  ['const seen = new Set<number>()\nexport const a = (n: number) => seen.add(n)', 'changes seen'],
  ['const at = { n: 0 }\nexport const a = () => {\n  at.n += 1\n}', 'changes at'],
  ['const at = { n: 0 }\nexport const a = () => at.n++', 'changes at'],
  [
    'const all: { of: number[] } = { of: [] }\nexport const a = () => all.of.push(1)',
    'changes all',
  ],
  ['export const a = new Clock()', 'changes a'],
  [`export const a = process.env['A']`, 'uses process'],
  ['export const a = () => Reflect.set(globalThis, "a", 1)', 'uses globalThis'],
  ['export const a = (name: string) => import(name)', 'loads what only its run names'],
])('a file that loads %j has its own', (a, reason) => {
  expect(reasonOf({ ...loadsA, 'kit/model/a.ts': a })).toEqual({ module: 'kit/model/a.ts', reason })
})

test('what is loaded by what is loaded counts, in circles too', () => {
  const modules = {
    ...loadsA,
    'kit/model/a.ts': `export { b as a } from '#features/b/contract/b.ts'`,
    'features/b/contract/b.ts': `import '../../../kit/model/a.ts'\nimport pg from 'pg'`,
  }
  expect(reasonOf(modules)).toEqual({ module: 'features/b/contract/b.ts', reason: 'loads pg' })
  expect(
    reasonOf({ ...modules, 'features/b/contract/b.ts': `import '#kit/model/a.ts'` }),
  ).toBeNull()
})

test('a test that changes the clock or the modules has its own process', () => {
  const text = `import { expect, test, vi } from 'vitest'`
  expect(reasonOf({ 'kit/model/a.test.ts': text })?.reason).toBe('uses vi')
})

test('of the files of this project, those with engines have their own, many others share', () => {
  const reason = ownProcessReasons()
  const files = testFiles([]).filter((file) => !file.startsWith('e2e/'))
  const shared = files.filter((file) => reason(file) === null)
  expect(shared.length).toBeGreaterThan(100)
  expect(
    shared.filter((file) => /postgres|broker\/|clickhouse/.test(file) && reason(file)),
  ).toEqual([])
  expect(reason('features/accounts/server/sign-in/sign-in.test.ts')).not.toBeNull()
})

test.each<[string, () => () => void]>([
  [
    'Math.random',
    () => {
      const { random } = Math
      Math.random = () => 0
      return () => void (Math.random = random)
    },
  ],
  [
    'Array.prototype.last',
    () => {
      Reflect.set(Array.prototype, 'last', 1)
      return () => void Reflect.deleteProperty(Array.prototype, 'last')
    },
  ],
  [
    'process.env.LEFT',
    () => {
      process.env['LEFT'] = '1'
      return () => void delete process.env['LEFT']
    },
  ],
  [
    'left',
    () => {
      Reflect.set(globalThis, 'left', 1)
      return () => void Reflect.deleteProperty(globalThis, 'left')
    },
  ],
  [
    'listeners of SIGUSR2',
    () => {
      const listener = () => undefined
      process.on('SIGUSR2', listener)
      return () => void process.off('SIGUSR2', listener)
    },
  ],
])('a changed %s is noticed', (name, change) => {
  const before = globalState()
  const undo = change()
  const after = globalState()
  undo()
  expect(changesBetween(before, after)).toContain(name)
  expect(changesBetween(before, globalState())).toEqual([])
})

test('a server that listens and a timer are noticed until they have ended', async () => {
  const before = openHandles().length
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const timer = setTimeout(() => undefined, 60_000)
  expect(openHandles()).toHaveLength(before + 2)
  clearTimeout(timer)
  await once(server.close(), 'close')
  await expect.poll(() => openHandles().length).toBe(before)
})
