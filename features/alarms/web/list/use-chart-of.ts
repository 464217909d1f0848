import { useFormat } from '#kit/web/formats/use-format.ts'
import { useNow } from '#kit/web/formats/use-now.ts'
import type { Alarm } from '../../contract/alarm.ts'
import { chartOf } from './alarm-places.ts'

/** The end of a chart lies a minute after the present. */
const renewMs = 30_000

/** The chart of an alarm; its end goes on with the present as long as the way to it is drawn. */
export function useChartOf(alarm: Pick<Alarm, 'sensor' | 'device' | 'since'>) {
  const { zone } = useFormat()
  return chartOf(alarm, zone, useNow(renewMs))
}
