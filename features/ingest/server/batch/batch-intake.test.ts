import { expect, it } from 'vitest'
import { AppError } from '#kit/model/calls/errors.ts'
import { intakeDevice, IntakeSite } from '#testing/sites/intake.ts'
import { takeBatch } from './batch-intake.ts'
import { BatchProblems } from './batch-problems.ts'

const document = (lesiId: string | null) => ({
  ...{ lesiId, bytes: 20 },
  values: [{ path: '', key: 'temp', value: 1, time: undefined, quality: 'good' as const }],
})

it('IN140 a request that is to come again is answered after what was begun has ended', async () => {
  const site = new IntakeSite()
  const [gate, asked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  site.write = () => gate.promise
  const failure = new AppError('store_unavailable', 'The device could not be added')
  const dependencies = {
    ...{ intake: site.createIntake(), source: 'HTTP' },
    deviceOf: async () => {
      asked.resolve()
      throw failure
    },
    defectOf: () => ({ field: 'document', reason: 'defect' }),
  }
  const documents = [document(null), document('pump-1--a'), document(null)]
  const order: string[] = []
  const taken = takeBatch(dependencies, intakeDevice, documents, new BatchProblems()).finally(
    () => void order.push('answered'),
  )
  const refused = expect(taken).rejects.toBe(failure)
  await asked.promise
  await new Promise((resolve) => setImmediate(resolve))
  order.push(`stored ${site.stored.length}`)
  gate.resolve()
  await refused
  expect(order).toEqual(['stored 0', 'answered'])
  expect(site.stored).toHaveLength(1)
})
