import { expect, test } from 'vitest'
import { ScheduleRequest, StoredScheduleRequest } from './schedule.ts'

const named = (name: string) => ({
  ...{ name, recurrence: { kind: 'daily', at: '09:00' }, timezone: 'UTC', language: 'en' },
  ...{ format: 'csv', mode: 'group', step: '1-hour', figure: 'average' },
  ...{ sensors: [{ thing: 'TANK-1', sensor: 'level' }], recipients: ['one@people.test'] },
})

test.each(['Levels\r\nBcc: x@y.test', 'Levels\tof tanks', 'Levels\u0085'])(
  'EX29 a name like %j is refused; a schedule that has such a name can still be read',
  (name) => {
    const { error } = ScheduleRequest.safeParse(named(`${name}.`))
    expect(error?.issues).toMatchObject([{ path: ['name'], message: 'unstorable_characters' }])
    expect(StoredScheduleRequest.parse(named(name)).name).toBe(name)
  },
)

test('EX29 a name of one line is taken without the blanks around it', () => {
  expect(ScheduleRequest.parse(named(' Füllstände · 液位\n')).name).toBe('Füllstände · 液位')
})
