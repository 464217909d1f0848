import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { useConnection } from '#kit/web/live/index.ts'
import { useActive } from '../source/use-active.ts'

/**
 * On every screen while the active alarms cannot be fetched: a banner that is missing would
 * otherwise look like an alarm that has passed, and a list like that of now. A lost connection has
 * its own mark. Nothing else.
 */
export function AlarmsNotKnown() {
  const translate = useTranslations('alarms.banner')
  const { failure } = useActive()
  const { isLost } = useConnection()
  if (failure === null || isLost) return null
  return (
    <section className="alarm-banner" role="status">
      <Icon name="warning" />
      <b>{translate('notKnown')}</b>
      <span className="clip alarm-banner-whole" title={translate('notKnownText')}>
        {translate('notKnownText')}
      </span>
    </section>
  )
}
