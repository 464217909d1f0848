import { localText } from '#kit/model/time/zone.ts'
import { momentText } from '#kit/web/past/past-moment.ts'
import type { Alarm } from '../../contract/alarm.ts'

const minute = 60_000
/** What a chart shows before and after the moment at which an alarm came. */
const aroundMs = 30 * minute

/** The chart of the sensor around the moment when the alarm came; null: it has no sensor. */
export function chartOf(
  { sensor, device, since }: Pick<Alarm, 'sensor' | 'device' | 'since'>,
  zone: string,
  now: number,
): Readonly<Record<string, string>> | null {
  if (sensor === null) return null
  return {
    ...{ thing: device.lesiId, sensor: sensor.key },
    from: localText(since - aroundMs, zone),
    to: localText(Math.max(since, Math.min(now, since + aroundMs)) + minute, zone),
  }
}

/** The address of the room at the moment when the alarm came. */
export const roomAt = ({ since }: Pick<Alarm, 'since'>): { readonly at: string } => ({
  at: momentText(since),
})
