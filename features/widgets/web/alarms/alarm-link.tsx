import type { ReactNode } from 'react'
import type { ActiveAlarm } from '#kit/web/alarms/alarm-source.ts'
import { detailHref } from '#kit/web/detail/detail-address.ts'

interface AlarmLinkProps {
  readonly sensor: ActiveAlarm['sensor']
  readonly className: string
  readonly title: string
  readonly children: ReactNode
}

/** The way to the details of the sensor that an alarm is about; of a device there are none. */
export function AlarmLink({ sensor: { lesiId, key }, children, ...rest }: AlarmLinkProps) {
  if (key === null) return <span {...rest}>{children}</span>
  return (
    <a href={detailHref({ lesiId, key })} {...rest}>
      {children}
    </a>
  )
}
