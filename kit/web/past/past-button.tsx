import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { serverClock } from '../clock/server-clock.ts'
import { usePastMoment } from './past-room.tsx'

/** Where somebody begins who does not say when: what happened just now is nearest. */
const beginMs = 10 * 60_000

/** The way to the past of a page; nothing while it is shown. */
export function PastButton() {
  const translate = useTranslations('past')
  const [at, goTo] = usePastMoment()
  if (at !== null) return null
  const begin = Math.floor((serverClock.now() - beginMs) / 60_000) * 60_000
  return (
    <button
      type="button"
      className="button"
      title={translate('openTip')}
      onClick={() => goTo(begin, true)}
    >
      <Icon name="history" />
      <span>{translate('open')}</span>
    </button>
  )
}
