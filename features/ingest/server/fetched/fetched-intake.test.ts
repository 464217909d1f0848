import { pino } from 'pino'
import { expect, it } from 'vitest'
import type { Catalogue, CatalogueDevice } from '#kit/server/catalogue.ts'
import type { Intake } from '../intake/intake.ts'
import { FetchedIntake } from './fetched-intake.ts'

const fetcher = { id: 1, name: 'Line' }
const values = [{ key: 'n', value: 1, quality: 'good' as const }]

it('IN147 new devices that are not added yet hold up none that is there', async () => {
  const gate = Promise.withResolvers<void>()
  const devices = new Map([['KNOWN', { id: 1, lesiId: 'KNOWN' } as CatalogueDevice]])
  let adding = 0
  const catalogue = {
    device: (lesiId: string) => devices.get(lesiId),
    async registerDevice(lesiId: string) {
      adding += 1
      await gate.promise
      return { id: adding, lesiId } as CatalogueDevice
    },
  } as unknown as Catalogue
  const intake = new FetchedIntake({
    ...{ catalogue, logger: pino({ level: 'silent' }) },
    intake: { take: async () => ({ stored: 1, refused: [] }) } as unknown as Intake,
    presence: { messageReceived: () => {}, statusReported: () => {} },
    refusals: { add: () => {} } as never,
  })
  const take = (lesiId: string) => intake.take(fetcher, lesiId, values)
  const begun = Array.from({ length: 16 }, (_, index) => take(`NEW-${index}`))
  const again = take('NEW-0')
  await expect(take('NEW-16')).rejects.toMatchObject({ code: 'overloaded' })
  expect(await take('KNOWN')).toEqual({ stored: 1, refused: [] })
  expect(adding).toBe(16)
  gate.resolve()
  const outcomes = await Promise.all([...begun, again])
  expect(outcomes.map(({ stored }) => stored)).toEqual(Array(17).fill(1))
  expect(await take('NEW-16')).toMatchObject({ stored: 1 })
})
