import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { Budget } from '#kit/server/budget/budget.ts'
import { PendingDocuments, type PendingDocument } from './pending-documents.ts'

const mebibyte = 2 ** 20
/** Bytes of a document that takes so many quarters of its device's share. */
const bytesOf = (quarters: number, budget: Budget) =>
  Math.floor(((budget.limits('document').share / 4) * quarters - 1_024) / 3)
const heldBy = (budget: Budget) => budget.usage().find(({ kind }) => kind === 'document')?.bytes

function start() {
  const budget = new Budget(64 * mebibyte)
  const pending = new PendingDocuments(budget)
  const begun: string[] = []
  const wait = async (name: string, quarters: number) => {
    const document = await pending.begin('pump-1', bytesOf(quarters, budget), 'wait')
    begun.push(name)
    return document
  }
  return { budget, pending, begun, wait }
}

it('IN36 lets nobody pass those who wait, however little it needs', async () => {
  const { begun, wait } = start()
  const first = await wait('first', 3)
  const [, small] = [wait('large', 3), wait('small', 0.5)]
  await turn()
  expect(begun).toEqual(['first'])
  first.end()
  await small
  expect(begun).toEqual(['first', 'large', 'small'])
})

it('IN36 lets as many begin as there is room for when one ends', async () => {
  const { begun, wait } = start()
  const first = await wait('first', 4)
  const others = ['a', 'b', 'c'].map((name) => wait(name, 1))
  await turn()
  expect(begun).toEqual(['first'])
  first.end()
  await Promise.all(others)
  expect(begun).toEqual(['first', 'a', 'b', 'c'])
})

it('IN36 whoever finds too little room when its turn comes stays the first', async () => {
  const { begun, wait } = start()
  const held = [await wait('one', 1), await wait('two', 3)]
  const waiting = [wait('large', 3), wait('next', 1)]
  await turn()
  held[0]?.end()
  await turn()
  expect(begun).toEqual(['one', 'two'])
  held[1]?.end()
  await Promise.all(waiting)
  expect(begun).toEqual(['one', 'two', 'large', 'next'])
})

it('IN36 refuses whoever does not wait, also while others do', async () => {
  const { pending, wait } = start()
  const held = await wait('held', 4)
  const waiting = wait('waiting', 4)
  const refuse = async () => pending.begin('pump-1', 1, 'refuse')
  await expect(refuse()).rejects.toMatchObject({ code: 'too_many_requests' })
  held.end()
  const next = await waiting
  await expect(refuse()).rejects.toMatchObject({ code: 'too_many_requests' })
  next.end()
  await expect(refuse()).resolves.toBeDefined()
})

it('IN36 nobody waits for what all devices together hold: that has no turn', async () => {
  const { budget, pending, wait } = start()
  const { part, share } = budget.limits('document')
  for (let index = 0; index < part / share; index++)
    budget.reserve('document', `other-${index}`, share)
  await expect(wait('large', 1)).rejects.toMatchObject({ code: 'overloaded' })
  await expect(pending.begin('pump-2', 1, 'refuse')).rejects.toMatchObject({ code: 'overloaded' })
})

it('IN36 whoever waited and is refused for the whole lets the next one ask', async () => {
  const { budget, wait } = start()
  const held = await wait('held', 4)
  const answers = ['a', 'b'].map((name) =>
    wait(name, 2).catch((error: unknown) => (error as { code: string }).code),
  )
  await turn()
  const { part, share } = budget.limits('document')
  for (let index = 1; index < part / share; index++)
    budget.reserve('document', `other-${index}`, share)
  held.end()
  budget.reserve('document', 'late', share)
  expect(await Promise.all(answers)).toEqual(['overloaded', 'overloaded'])
})

it('IN36 counts three times its bytes, each value, and the document, until it ends', async () => {
  const { budget, pending } = start()
  const documents: PendingDocument[] = []
  for (const bytes of [0, 1_000]) documents.push(await pending.begin('pump-1', bytes, 'refuse'))
  expect(heldBy(budget)).toBe(1_024 + 3_000 + 1_024)
  documents[1]?.countValues(10)
  expect(heldBy(budget)).toBe(1_024 + 3_000 + 1_024 + 2_000)
  for (const document of documents) document.end()
  expect(heldBy(budget)).toBe(0)
})

it('IN36 values over the share of the device go on, over the whole they do not', async () => {
  const { budget, pending } = start()
  const { part, share } = budget.limits('document')
  const document = await pending.begin('pump-1', 1, 'refuse')
  expect(() => document.countValues(share)).not.toThrow()
  for (let index = 1; index < part / share; index++)
    budget.reserve('document', `other-${index}`, share)
  budget.reserve('document', 'other-0', share - 1_027 - 199)
  expect(() => document.countValues(1)).toThrow(expect.objectContaining({ code: 'overloaded' }))
  document.end()
})

it('IN145 what needs more than the whole share is taken when nothing else waits', async () => {
  const { begun, pending, budget, wait } = start()
  const large = await pending.begin('pump-1', bytesOf(9, budget), 'refuse')
  const waiting = [wait('larger', 12), wait('small', 1)]
  await turn()
  expect(begun).toEqual([])
  large.end()
  const larger = await waiting[0]
  await turn()
  expect(begun).toEqual(['larger'])
  larger?.end()
  await waiting[1]
  expect(begun).toEqual(['larger', 'small'])
})
