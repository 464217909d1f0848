import { useTranslations } from 'use-intl'
import { serverClock } from '#kit/web/clock/server-clock.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import './not-updated.css'

/** That a period that goes on is shown as it was, and since when; nothing where `since` is null. */
export function NotUpdated({ since }: { readonly since: number | null }) {
  const translate = useTranslations('history.error')
  const { moment } = useFormat()
  if (since === null) return null
  return (
    <p className="history-not-updated" role="status">
      {translate('notUpdated', { time: moment(since, serverClock.now()) })}
    </p>
  )
}
