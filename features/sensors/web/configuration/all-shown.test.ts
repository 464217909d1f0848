import { expect, it } from 'vitest'
import type { Sensor } from '#kit/model/sensor.ts'
import { allShown, draftedRows } from './all-shown.ts'
import type { SensorDraft } from './draft/draft.ts'

const sensor = (id: number) => ({ id }) as Sensor
const draft = (id: number) => ({ sensor: sensor(id), after: {} }) as SensorDraft
const drafts = { changed: [draft(1), draft(2)], wrong: [draft(2)] }
const filter = { find: 'oven' }

it('CA46 all that a table of changes has are those, not what the server finds', async () => {
  const asked: unknown[] = []
  const fetchAll = (each: unknown) => {
    asked.push(each)
    return Promise.resolve([1, 2, 3, 4].map(sensor))
  }
  const idsOf = async (only: Parameters<typeof draftedRows>[0]) => {
    const drafted = draftedRows(only, drafts, () => true)
    return (await allShown({ drafted, filter }, fetchAll)).map(({ id }) => id)
  }
  expect(await idsOf('changed')).toEqual([1, 2])
  expect(await idsOf('wrong')).toEqual([2])
  expect(asked).toEqual([])
  expect(await idsOf('new')).toEqual([1, 2, 3, 4])
  expect(await idsOf(null)).toEqual([1, 2, 3, 4])
  expect(asked).toEqual([filter, filter])
})

it('CA47 a table of changes has those that the words and the type find, changed or not', () => {
  const changed = (id: number, alias: string, after: SensorDraft['after']) =>
    ({ sensor: { id, alias, type: 'analog' }, after }) as SensorDraft
  const [oven, kiln, lamp] = [
    changed(1, 'Oven', { unit: 'K' }),
    changed(2, 'Oven 2', { alias: 'Kiln' }),
    changed(3, 'Press', { type: 'lamp' }),
  ]
  const found = (isFound: (sensor: Sensor) => boolean) =>
    draftedRows('changed', { changed: [oven, kiln, lamp], wrong: [] }, isFound)?.map(({ id }) => id)
  expect(found(({ alias }) => alias.includes('Oven'))).toEqual([1, 2])
  expect(found(({ alias }) => alias === 'Kiln')).toEqual([2])
  expect(found(({ type }) => type === 'lamp')).toEqual([3])
  expect(found(({ type }) => type === 'analog')).toEqual([1, 2, 3])
  expect(found(() => false)).toEqual([])
})
