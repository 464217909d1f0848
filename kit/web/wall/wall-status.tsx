import { useTranslations } from 'use-intl'
import { useFormat } from '../formats/use-format.ts'
import { useNow } from '../formats/use-now.ts'
import { useConnection } from '../live/index.ts'
import { useShownPast } from '../past/shown-past.ts'
import './wall-head.css'

/** What a wall has of the bars that it hides: the site's time, and whether it is live or past. */
export function WallStatus() {
  const translate = useTranslations('wall')
  const format = useFormat()
  const now = useNow(1_000)
  const { isLost } = useConnection()
  const { isShown } = useShownPast()
  const state = isShown ? 'past' : 'live'
  return (
    <p className="wall-status">
      <time className="number" dateTime={new Date(now).toISOString()}>
        {format.clock(now)}
      </time>
      <span className="chip" role="status" data-past={(isShown && !isLost) || undefined}>
        {translate(isLost ? 'lost' : state)}
      </span>
    </p>
  )
}
