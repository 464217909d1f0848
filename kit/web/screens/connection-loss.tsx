import { useLayoutEffect } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../formats/use-format.ts'
import { useNow } from '../formats/use-now.ts'
import { liveHub, useConnection } from '../live/index.ts'
import './connection-loss.css'

/**
 * While the live connection is lost: that it is, and of when everything on the page is. What is
 * live around it steps back. It lies at the bottom, so that nothing moves.
 */
export function ConnectionLoss() {
  const { isLost } = useConnection()
  return isLost ? <LossNotice asOf={liveHub.lastMessageAt()} /> : null
}

let notices = 0

/** While there is a notice, on screen or for paper, the root says so to styles of the page. */
function markRoot(): () => void {
  const { dataset } = document.documentElement
  notices++
  dataset['connectionLost'] = ''
  return () => {
    notices--
    if (notices === 0) delete dataset['connectionLost']
  }
}

function LossNotice({ asOf }: { readonly asOf: number | undefined }) {
  useLayoutEffect(markRoot, [])
  const translate = useTranslations('shell.connection')
  const format = useFormat()
  const now = useNow(60_000)
  if (asOf === undefined)
    return (
      <p className="connection-loss" role="alert">
        {translate('none')}
      </p>
    )
  const isToday = format.date(asOf) === format.date(now)
  return (
    <p className="connection-loss number" role="alert">
      {translate('lost', { time: isToday ? format.clock(asOf) : format.dateTime(asOf) })}
    </p>
  )
}
