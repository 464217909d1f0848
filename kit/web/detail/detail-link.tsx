import type { ReactNode } from 'react'
import { detailHref, type SensorName } from './detail-address.ts'
import { useFollowLinks } from './follow-links.ts'

interface DetailLinkProps {
  readonly sensor: SensorName
  readonly className?: string
  readonly children: ReactNode
}

/** A sensor's name that opens its details over the page. */
export function DetailLink({ sensor, className, children }: DetailLinkProps) {
  const follow = useFollowLinks()
  return (
    <a href={detailHref(sensor)} onClick={follow} {...(className && { className })}>
      {children}
    </a>
  )
}
