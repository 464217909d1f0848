import { expect, test } from 'vitest'
import { renamedShifts } from './renamed-shifts.ts'

type Named = readonly [name: string, start: string]
const shiftsOf = (shifts: readonly Named[]) => shifts.map(([name, start]) => ({ name, start }))
const former: readonly Named[] = [
  ['Early', '06:00'],
  ['Late', '14:00'],
  ['Night', '22:00'],
]
const [early, late, night] = former as [Named, Named, Named]

test.each<[string, readonly Named[], Record<string, string>]>([
  ['begins as before', [['Day', '06:00'], late, night], { Early: 'Day' }],
  ['two at once', [['A', '06:00'], late, ['B', '22:00']], { Early: 'A', Night: 'B' }],
  ['is the only other one', [['Day', '07:00'], late, night], { Early: 'Day' }],
  ['has only moved', [['Early', '07:00'], late, night], {}],
  ['is gone', [late, night], {}],
  ['has come', [...former, ['Noon', '12:00']], {}],
  ['may be either', [['A', '05:00'], ['B', '15:00'], night], {}],
  ['names change places', [['Late', '06:00'], ['Early', '14:00'], night], {}],
  ['a name goes on to the next', [['Late', '06:00'], ['Eve', '14:00'], night], {}],
])('NT23 which shift has another name: %s', (_, next, names) => {
  const renamed = renamedShifts(shiftsOf([early, late, night]), shiftsOf(next))
  expect(Object.fromEntries(renamed)).toEqual(names)
})
