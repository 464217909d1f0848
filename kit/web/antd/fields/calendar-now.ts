import dayjs from 'dayjs'
import { localText } from '#kit/model/time/zone.ts'
import { serverClock } from '../../clock/server-clock.ts'
import './wall-clock.ts'

let siteZone = 'UTC'

// The component library asks this method, where there is one, what it is now.
dayjs.extend((_options, Moment) => {
  Object.assign(Moment.prototype, { tz: () => dayjs(localText(serverClock.now(), siteZone)) })
})

/**
 * Lets the calendars of the component library begin with the site's day, by the server's clock: the
 * browser's clock and zone may be others. The zone is an IANA name.
 */
export function showCalendarsIn(zone: string): void {
  siteZone = zone
}
