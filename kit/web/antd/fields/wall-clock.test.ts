import dayjs, { type Dayjs } from 'dayjs'
import { afterEach, expect, test } from 'vitest'
import { localText } from '#kit/model/time/zone.ts'
import { showCalendarsIn } from './calendar-now.ts'

const zone = process.env['TZ']
afterEach(() => {
  if (zone === undefined) delete process.env['TZ']
  else process.env['TZ'] = zone
})

const shownAs = 'YYYY-MM-DD HH:mm'
const writtenAs = 'YYYY-MM-DDTHH:mm'
/** As the component library reads what is typed. */
const read = (text: string) => dayjs(text, shownAs, true).locale('en')

/** Browsers' zones, each with minutes or midnights that its own clock leaves out. */
const changes = [
  ['Europe/Berlin', '2026-03-29', '02:30'],
  ['America/New_York', '2026-03-08', '02:00'],
  ['Africa/Cairo', '2026-04-24', '00:15'],
  ['Australia/Lord_Howe', '2026-10-04', '02:10'],
  ['Pacific/Apia', '2011-12-30', '12:00'],
] as const

test.each(changes)(
  'WE25 a browser in %s has all minutes of a day of the site',
  (browser, day, time) => {
    process.env['TZ'] = browser
    // The browser's own clock does not have it.
    const [year = 0, month = 0, date = 0, hour = 0, minute = 0] = `${day} ${time}`
      .split(/[- :]/)
      .map(Number)
    const own = new Date(year, month - 1, date, hour, minute)
    expect([own.getDate(), own.getHours(), own.getMinutes()]).not.toEqual([date, hour, minute])

    const text = `${day}T${time}`
    expect(dayjs(text).format(writtenAs)).toBe(text)
    expect(read(`${day} ${time}`).format(writtenAs)).toBe(text)
    expect(read(`${day} 24:61`).isValid()).toBe(false)
    // As the calendar chooses: a day, then an hour, then a minute.
    const chosen = dayjs(`${day.slice(0, 8)}01`)
      .date(date)
      .hour(hour)
      .minute(minute)
    expect(chosen.format(writtenAs)).toBe(text)
    expect(chosen.add(1, 'day').diff(chosen, 'hour')).toBe(24)
  },
)

test('WE25 the calendars begin with the day of the site', () => {
  process.env['TZ'] = 'Pacific/Pago_Pago'
  for (const site of ['Pacific/Kiritimati', 'Europe/Berlin', 'Pacific/Pago_Pago']) {
    showCalendarsIn(site)
    const before = localText(Date.now(), site)
    const asked = dayjs(0) as Dayjs & { tz(): Dayjs }
    const now = asked.tz().format(writtenAs)
    expect([before, localText(Date.now(), site)]).toContain(now)
  }
})
