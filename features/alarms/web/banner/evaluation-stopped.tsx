import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { useHeartbeat } from '#kit/web/live/index.ts'

/**
 * On every screen while no alarms are evaluated: since when, and what becomes of those of
 * meanwhile. Nothing else.
 */
export function EvaluationStopped() {
  const translate = useTranslations('alarms.banner')
  const format = useFormat()
  const since = useHeartbeat()?.alarmsStoppedSince ?? null
  if (since === null) return null
  return (
    <section className="alarm-banner" role="alert">
      <Icon name="warning" />
      <b>{translate('stopped', { time: format.dateTime(since) })}</b>
      <span className="clip alarm-banner-whole" title={translate('stoppedText')}>
        {translate('stoppedText')}
      </span>
    </section>
  )
}
