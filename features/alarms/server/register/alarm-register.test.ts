import { expect, test } from 'vitest'
import { active, send, site, watchAlarms } from '#testing/sites/alarm-site.ts'
import { readNote } from '../evaluation/note-store.ts'

watchAlarms()

test('AL5 alarms of a sensor that is gone hold up no others', async () => {
  const { register, evaluator } = site.data.alarms
  await send({ flow: 5 })
  const [of] = [...evaluator.points.values()]
  if (!of) throw new Error('there is no point')
  const gone = { ...of, sensorId: 999_999 }
  register.take({ type: 'raise', since: 1, at: 1, of: gone, value: 1 })
  await send({ flow: 12 })
  expect(await active()).toHaveLength(1)
  expect([register.waiting, register.isBehind]).toEqual([0, false])
})

test('AL5 nothing is noted as evaluated while alarms wait to be stored', async () => {
  const { alarms } = site.data
  await alarms.note()
  const before = await readNote(site.sql)
  await site.sql.schema.alterTable('alarms').renameTo('alarms_away').execute()
  await send({ flow: 12 })
  await alarms.note()
  const meanwhile = await readNote(site.sql)
  await site.sql.schema.alterTable('alarms_away').renameTo('alarms').execute()
  expect(meanwhile).toEqual(before)
})
