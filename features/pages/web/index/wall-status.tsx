import { useTranslations } from 'use-intl'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { useNow } from '#kit/web/formats/use-now.ts'
import { useConnection } from '#kit/web/live/index.ts'

/** What a wall has of the bars that it hides: the site's time, and whether it is live. */
export function WallStatus() {
  const translate = useTranslations('pages.wall')
  const format = useFormat()
  const now = useNow(1_000)
  const { isLost } = useConnection()
  return (
    <p className="wall-status">
      <time className="number" dateTime={new Date(now).toISOString()}>
        {format.clock(now)}
      </time>
      <span className="chip" role="status">
        {translate(isLost ? 'lost' : 'live')}
      </span>
    </p>
  )
}
