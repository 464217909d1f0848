import type { ShownPastProps } from '#kit/web/past/past-room.tsx'
import { PastAlarms } from '../../features/alarms/web/past/past-alarms.tsx'
import Past from '../../features/past/web/past-room.tsx'

/** A page in the past, with the alarms that there were. */
export default function ShownPast(props: ShownPastProps) {
  return <Past {...props} Alarms={PastAlarms} />
}
