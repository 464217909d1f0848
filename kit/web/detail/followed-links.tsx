import type { ReactNode, Ref } from 'react'
import { useFollowLinks } from './follow-links.ts'

interface FollowedLinksProps {
  readonly className: string
  readonly children: ReactNode
  readonly ref?: Ref<HTMLDivElement>
}

/** What has links of widgets in it: they are followed inside the application. */
export function FollowedLinks(props: FollowedLinksProps) {
  const follow = useFollowLinks()
  // Links stay links, also for the keyboard: this only saves loading the page.
  // oxlint-disable-next-line click-events-have-key-events, no-static-element-interactions
  return <div {...props} onClick={follow} />
}
