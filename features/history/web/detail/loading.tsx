import { useTranslations } from 'use-intl'

/** Over what is not there yet, or not what was asked for: a ring that turns. */
export function Loading() {
  const translate = useTranslations('common')
  return (
    <div className="sensor-detail-loading" role="status">
      <i aria-hidden="true" />
      <span>{translate('loading')}</span>
    </div>
  )
}
