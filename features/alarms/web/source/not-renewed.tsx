import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { serverClock } from '#kit/web/clock/server-clock.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'

interface NotRenewedProps {
  /** What is shown, and how its last fetch went. */
  readonly query: {
    readonly data: unknown
    readonly isError: boolean
    readonly dataUpdatedAt: number
  }
}

/** Above what could not be fetched anew: of when it is. Nothing else. */
export function NotRenewed({ query }: NotRenewedProps) {
  const translate = useTranslations('alarms')
  const { dateTime } = useFormat()
  const { data, isError, dataUpdatedAt } = query
  if (!isError || data === undefined) return null
  const time = dateTime(dataUpdatedAt + serverClock.ahead())
  return (
    <p className="alarm-not-renewed" role="status">
      <Icon name="warning" size={14} />
      {translate('notRenewed', { time })}
    </p>
  )
}
