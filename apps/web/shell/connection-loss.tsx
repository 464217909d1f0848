import { useTranslations } from 'use-intl'
import { liveHub, useConnection } from '#kit/web/live/index.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { useNow } from '#kit/web/formats/use-now.ts'

/**
 * While the live connection is lost: that it is, and of when everything on the page is. It takes
 * the place of the footer, so that nothing moves.
 */
export function ConnectionLoss() {
  const { isLost } = useConnection()
  return isLost ? <LossNotice asOf={liveHub.lastMessageAt()} /> : null
}

function LossNotice({ asOf }: { readonly asOf: number | undefined }) {
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
